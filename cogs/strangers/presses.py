"""Say phrases, mute players and report them: the presses."""

from collections.abc import Mapping

from bot.model.match import DIRECT_MESSAGES, MatchId, UserId
from bot.model.phrases import PHRASES, Phrase
from bot.model.position import Position
from bot.model.reasons.match import NotSeated
from bot.people.reports import MOST_WORDS, NewReport, Reason
from bot.people.settings import PHRASES as PHRASES_SETTING
from cogs.delivery.answer import Answer
from cogs.host import Host, server_of
from cogs.presses.router import answers
from cogs.strangers import purposes
from cogs.strangers.messages import ALONE, THANKS, Sayable, others, report_form, say_message, whom_message
from cogs.widgets.purposes import SAY
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat


class StrangerPresses:
    """Lets players say phrases and report each other."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(SAY)
    async def show(self, answer: Answer, *, match_id: MatchId, note: str = "") -> None:
        """Show what a player can say in a match. note: what has just been done.

        Raises:
            Refusal: as for `Phrases.check`.
        """
        match = await self._host.app.phrases.check(match_id, answer.user)
        own = match.seat_of(answer.user)
        assert own is not None  # it was checked
        shown = Sayable(
            match=match,
            names=await self._host.app.names.of(match),
            own=own,
            muted=await self._host.app.phrases.muted(match_id, answer.user),
            blocked=frozenset(await self._host.app.blocks.of(answer.user)),
            hears=(await self._host.app.preferences.of(answer.user)).phrases,
        )
        await answer.show(say_message(shown, note))

    @answers(purposes.SAID)
    async def say(self, answer: Answer, *, match_id: MatchId, phrase: Phrase) -> None:
        """Say a phrase to the others of a match."""
        await self._host.app.phrases.say(match_id, answer.user, phrase)
        self._host.deliverer.wake(match_id)
        await self.show(answer, match_id=match_id, note=f"You said: “{PHRASES[phrase]}”")

    @answers(purposes.MUTE)
    async def mute(self, answer: Answer, *, match_id: MatchId, seat: Seat) -> None:
        """Let no phrase of a player reach the user in this match."""
        await self._mute(answer, match_id, seat, muted=True)

    @answers(purposes.UNMUTE)
    async def unmute(self, answer: Answer, *, match_id: MatchId, seat: Seat) -> None:
        """Let the phrases of a player reach the user again."""
        await self._mute(answer, match_id, seat, muted=False)

    @answers(purposes.BLOCK)
    async def block(self, answer: Answer, *, match_id: MatchId, seat: Seat) -> None:
        """Block a player whom the user knows by no other way than this match."""
        other = self._other(await self._host.app.positions.get(match_id), answer.user, seat)
        await self._host.app.blocks.block(answer.user, other)
        await self.show(answer, match_id=match_id)

    @answers(purposes.PHRASES_ON)
    async def hear(self, answer: Answer, *, match_id: MatchId) -> None:
        """Let phrases reach the user."""
        await self._host.app.preferences.choose(answer.user, PHRASES_SETTING, value=True)
        await self.show(answer, match_id=match_id)

    @answers(purposes.PHRASES_OFF)
    async def hear_nothing(self, answer: Answer, *, match_id: MatchId) -> None:
        """Let no phrase reach the user, in any match."""
        await self._host.app.preferences.choose(answer.user, PHRASES_SETTING, value=False)
        await self.show(answer, match_id=match_id)

    @answers(purposes.REPORT)
    async def ask(self, answer: Answer, *, match_id: MatchId, seat: Seat) -> None:
        """Open the form of a report about a player."""
        position = await self._host.app.positions.get(match_id)
        self._other(position, answer.user, seat)
        names = await self._host.app.names.of(position.match)
        await answer.ask(report_form(names[seat], purposes.REPORT_TOLD(position.match.key, seat)))

    @answers(purposes.REPORT_TOLD)
    async def report(self, answer: Answer, *, match_id: MatchId, seat: Seat, texts: Mapping[str, str]) -> None:
        """Store a report about a player of a match."""
        position = await self._host.app.positions.get(match_id)
        await self._store(answer, self._other(position, answer.user, seat), match_id, texts)

    @answers(purposes.REPORT_USER_TOLD)
    async def report_user(self, answer: Answer, *, user: UserId, texts: Mapping[str, str]) -> None:
        """Store a report about a user, with the latest match of the two."""
        await self._store(answer, user, await self._host.app.history.latest_of_both(answer.user, user), texts)

    async def whom(self, answer: Answer, position: Position) -> None:
        """Open the form of a report about the other player of a match, or ask which of several it is about.

        Raises:
            Refusal: the user has no seat in the match, or nobody else has.
        """
        match = position.match
        own = match.seat_of(answer.user)
        if own is None:
            raise NotSeated(match_id=match.id)
        seats = others(match, own)
        if not seats:
            raise SpokenRefusal(ALONE.format(match_id=match.id))
        if len(seats) == 1:
            await self.ask(answer, match_id=match.id, seat=seats[0])
        else:
            await answer.say(whom_message(match, await self._host.app.names.of(match), own))

    @staticmethod
    def _other(position: Position, user: UserId, seat: Seat) -> UserId:
        """Return the player of another seat than the user's.

        Raises:
            Refusal: the user has no seat in the match, or the seat is not that of another person.
        """
        match = position.match
        own = match.seat_of(user)
        if own is None:
            raise NotSeated(match_id=match.id)
        if seat not in others(match, own):
            raise SpokenRefusal(ALONE.format(match_id=match.id))
        return match.players[seat].user

    async def _store(
        self, answer: Answer, reported: UserId, match_id: MatchId | None, texts: Mapping[str, str]
    ) -> None:
        chosen = texts.get("reason", "")
        new = NewReport(
            reporter=answer.user,
            reported=reported,
            match_id=match_id,
            guild=server_of(answer.interaction) or DIRECT_MESSAGES,
            reason=Reason(chosen) if chosen in list(Reason) else Reason.OTHER,
            words=texts.get("words", "").strip()[:MOST_WORDS],
        )
        await self._host.app.reports.make(new, interaction=answer.interaction.id)
        await answer.say(THANKS)

    async def _mute(self, answer: Answer, match_id: MatchId, seat: Seat, *, muted: bool) -> None:
        other = self._other(await self._host.app.positions.get(match_id), answer.user, seat)
        await self._host.app.phrases.mute(match_id, answer.user, other, muted=muted)
        await self.show(answer, match_id=match_id)
