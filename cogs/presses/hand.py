"""Play by buttons and menus: on the board, in a private answer, in a direct message."""

import asyncio
import re
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Final

from bot.model.match import MatchId, Status, TableView
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.refusals import Refusal
from cogs.delivery.answer import Answer
from cogs.host import NO_MATCH, Host
from cogs.messages.doubts import doubt_message, is_doubtful
from cogs.messages.emojis import signed
from cogs.messages.hand import Wanted, hand_message, layout_for
from cogs.messages.message import Message
from cogs.messages.notes import note_text
from cogs.messages.place import as_seen_here, unmentioned
from cogs.messages.reasons.match import LOST
from cogs.messages.refusals import refusal_text
from cogs.messages.terms import terms_text
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat

STALE: Final = "That button was for an earlier turn. This is your hand now."

COULD_NOT_WRITE: Final = (
    "I couldn't DM you your hand, because Discord doesn't deliver my messages to you. Nothing is lost: **My hand** "
    "under the board and `/hand` always show it."
)


class Hands:
    """Shows hands and plays the actions pressed in them. A hand is drawn from its owner's view."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.HAND)
    async def my_hand(self, answer: Answer, *, match_id: MatchId, ply: int) -> None:  # ply only tells boards apart
        """Show the user their own hand."""
        await self.show(answer, await self._host.app.positions.get(match_id))
        await self._host.deliverer.refresh(match_id, answer.pressed)

    @answers(purposes.PINGED)
    async def pinged(self, answer: Answer, *, match_id: MatchId, seat: Seat, ply: int) -> None:  # ply: as above
        """Show the user their own hand, from the message that pings a player."""
        await self.my_hand(answer, match_id=match_id, ply=ply)

    @answers(purposes.PICK)
    async def pick(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Show the hand of the chosen match."""
        if not re.fullmatch("[0-9]{1,15}", values[0]):
            raise SpokenRefusal(NO_MATCH)
        await self.show(answer, await self._host.app.positions.get(MatchId(int(values[0]))))

    @answers(purposes.NEXT)
    async def following(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the hand of the match, other than this one, that has waited longest for the user. A direct message that
        was pressed stays as it is.
        """
        waiting = await self._host.app.participations.waiting(answer.user, besides=match_id)
        if waiting is None:
            raise SpokenRefusal("No other match is waiting for you.")
        position = await self._host.app.positions.get(waiting)
        note = f"**Another match: #{waiting}, {position.game.title}.**"
        if answer.is_ephemeral:
            await self.show(answer, position, note=note)
        else:
            await answer.say(await self._drawn(position, seat_view(position, answer), Wanted(note=note)))

    @answers(purposes.ACT)
    async def act(self, answer: Answer, *, match_id: MatchId, decision: int, words: Words) -> None:
        """Play a whole action, or ask for confirmation first. An action from an earlier turn is refused."""
        position = await self._host.app.positions.get(match_id)
        is_asked = position.match.seat_of(answer.user) is not None and not position.has_lost(decision)
        is_asked = is_asked and position.view_for(answer.user).decision <= decision
        if not is_asked or not await self.warn(answer, position, words):
            await self._play(answer, match_id, decision, words)

    @answers(purposes.SURE)
    async def sure(
        self, answer: Answer, *, match_id: MatchId, decision: int, words: Words, alone: bool = False
    ) -> None:
        """Play an action after its confirmation, in the hand or in the answer to a press on the board."""
        position = await self._host.app.positions.get(match_id)
        done = ""
        if alone and position.table is not None:
            place = Cursor(position.game, position.view_for(answer.user).view, words)
            done = f"You chose: {place.sentence()}." if place.is_whole else ""
        await self._play(answer, match_id, decision, words, done)

    @answers(purposes.PRE_MOVE)
    async def stand(self, answer: Answer, *, match_id: MatchId, values: Sequence[str]) -> None:
        """Store an automatic reply."""
        say = self._host.app.pre_moves.say
        await self._committed(answer, match_id, say(match_id, answer.user, values[0], interaction=_id(answer)))

    @answers(purposes.TAKE_BACK)
    async def take_back(self, answer: Answer, *, match_id: MatchId, words: Words) -> None:
        """Cancel an automatic reply."""
        back = self._host.app.pre_moves.take_back
        await self._committed(answer, match_id, back(match_id, answer.user, " ".join(words), interaction=_id(answer)))

    @answers(purposes.MUTE)
    async def mute(self, answer: Answer, *, match_id: MatchId, decision: int) -> None:
        """Send the user no more reminders this turn."""
        await self._host.app.reminders.mute(match_id, answer.user, asked=decision)
        await answer.say(f"I won't remind you again this turn in match #{match_id}. Your clock keeps running.")

    @answers(purposes.TERMS)
    async def explain(self, answer: Answer, *, match_id: MatchId) -> None:
        """Explain the words on the user's hand that only players of the game know."""
        position = await self._host.app.positions.get(match_id)
        table_view, names = seat_view(position, answer), await self._host.app.names.of(position.match)
        await answer.say(terms_text(position.game, table_view, names))

    @answers(purposes.SHOW)
    async def choices(self, answer: Answer, *, match_id: MatchId, decision: int, page: int, words: Words) -> None:
        """Show the choices after some words. If there is only one, show those that follow it."""
        position = await self._host.app.positions.get(match_id)
        table_view = seat_view(position, answer)
        place = Cursor(position.game, table_view.view, words)
        if not answer.is_private:
            await self.show(answer, position)
        elif table_view.decision != decision or (words and not place.following):
            answer.words_page = 0
            await self.show(answer, position, note=LOST if position.has_lost(decision) else STALE)
        else:
            chosen = place.onward().words if words else ()
            await answer.redraw(await self._drawn(position, table_view, Wanted(chosen=chosen, page=page)))
            self._kept(answer, position)
            await self._redrawn(answer, position)

    @answers(purposes.CHOOSE)
    async def choose(  # noqa: PLR0913 # the content of an id
        self,
        answer: Answer,
        *,
        match_id: MatchId,
        decision: int,
        words: Words,
        values: Sequence[str],
        part: int = 0,  # distinguishes the menus of a message
    ) -> None:
        """Choose one word or several from a menu."""
        position = await self._host.app.positions.get(match_id)
        place = Cursor(position.game, position.view_for(answer.user).view, words).then(values[0])
        if place.is_end:
            await self.act(answer, match_id=match_id, decision=decision, words=place.words)
        else:
            await self.choices(answer, match_id=match_id, decision=decision, page=0, words=place.words)

    async def show(self, answer: Answer, position: Position, *, note: str = "", chosen: Words = ()) -> None:
        """Show the hand, or the choices after some words: in the private message that was pressed, or in a new one."""
        if note and answer.is_private and not answer.is_ephemeral:  # a delivery in progress would remove the note
            await self._host.deliverer.settled(position.match.id)
            position = await self._host.app.positions.get(position.match.id)
        table_view = seat_view(position, answer)
        number, seat = table_view.match.id, table_view.view.seat
        assert seat is not None
        if self._host.deliverer.was_closed(number, answer.user):
            note = f"{COULD_NOT_WRITE}\n{note}".rstrip()
        if not Cursor(position.game, table_view.view, chosen).following:
            chosen = ()
        await answer.show(await self._drawn(position, table_view, Wanted(chosen=chosen, note=note)))
        self._kept(answer, position)
        await self._redrawn(answer, position)
        unread = await self._host.app.outbox.notes(number, seat)
        there = position.for_user(answer.user)
        names = await self._host.app.names.of(position.match) if unread else ()
        texts = [unmentioned(note_text(each, there), there.match, names) for _, each in unread]
        if answer.in_conversation and texts:  # where a press has few follow-ups
            texts = ["\n".join(texts)]
        for text in texts:
            await answer.say(text)
        if unread:
            await self._host.app.outbox.delete_notes([row for row, _ in unread])

    def _kept(self, answer: Answer, position: Position) -> None:
        """Remember a private hand, so that it shows the next decision, and is closed when the match is over."""
        hands = self._host.deliverer.open_hands
        if position.match.status is Status.LIVE:
            hands.keep(position, answer)
        else:
            hands.forget(position.match.id, answer.user)

    async def _redrawn(self, answer: Answer, position: Position) -> None:
        """If the match has changed since a private hand was drawn, send the hand again if it is a direct message; in an
        answer, show a new decision.
        """
        match = position.match
        if not (answer.is_private or answer.has_private_answer):
            return
        now = await self._host.app.positions.get(match.id)
        if now.match.version == match.version:
            return
        if answer.has_private_answer and now.match.status is Status.LIVE:
            await self._host.deliverer.open_hands.ask(now, await self._host.app.names.of(now.match))
        elif not answer.is_ephemeral:
            await self._host.deliverer.resend_hand(match.id, answer.user)

    async def warn(self, answer: Answer, position: Position, words: Words) -> bool:
        """Return whether this action needs confirmation, and if so, ask the user privately."""
        table_view = position.view_for(answer.user)
        place = Cursor(position.game, table_view.view, words)
        if not is_doubtful(position, place):
            return False
        if answer.is_private:
            await answer.redraw(await self._drawn(position, table_view, Wanted(doubted=words)))
            await self._redrawn(answer, position)
        else:
            names = await self._host.app.names.of(position.match)
            alone = answer.pressed is not None
            await answer.say(doubt_message(position, place, table_view, names, alone=alone))
        return True

    async def _play(self, answer: Answer, match_id: MatchId, decision: int, words: Words, done: str = "") -> None:
        """Play the action. done: as for `_committed`."""
        act = self._host.app.matches.act
        played = act(match_id, answer.user, " ".join(words), decision=decision, interaction=_id(answer))
        await self._committed(answer, match_id, played, done)

    async def _committed(self, answer: Answer, match_id: MatchId, change: Awaitable[Position], done: str = "") -> None:
        """Commit a change and show its result. The delivery updates the posted messages; if it is quick enough, it uses
        the answer to the press for that. A private answer is drawn here. If the change is refused, it says why.

        done: the text of the private answer; "": it shows the hand.
        """
        host = self._host
        try:
            with host.deliverer.carriers.offered(answer):
                position = await change
                if answer.is_ephemeral:
                    await (answer.redraw(Message(done)) if done else self.show(answer, position))
                await host.deliverer.settled(match_id)
        except Refusal as refusal:
            await self.show(answer, await host.app.positions.get(match_id), note=refusal_text(refusal))
            return
        if answer.is_private and not answer.changed:
            await self.show(answer, position)
        await say_if_undrawn(host, answer, match_id)

    async def _drawn(self, position: Position, table_view: TableView, wanted: Wanted) -> Message:
        names = await self._host.app.names.of(position.match)
        assert table_view.view.seat is not None
        user = table_view.match.players[table_view.view.seat].user
        position = position.for_user(user)
        table_view = replace(table_view, match=position.match)
        margin = await self._host.app.hand_footers.of(table_view, user, position.game.tip(table_view.view))
        layout = layout_for(await self._host.app.preferences.of(user))
        message = await asyncio.to_thread(hand_message, position, table_view, names, wanted, margin, layout=layout)
        message = as_seen_here(message, position.match, names)
        return signed(message, self._host.emojis.of(position.match.game), names)


def _id(answer: Answer) -> int:
    return answer.interaction.id


def seat_view(position: Position, answer: Answer) -> TableView:
    """Return the view of the user's seat.

    Raises:
        Refusal: the user has no seat, or the match has not started.
    """
    if position.table is None:
        raise MatchNotLive(match=position.match)
    table_view = position.view_for(answer.user)
    if table_view.view.seat is None:
        raise SpokenRefusal(
            f"You're not in match #{table_view.match.id}, so you have no hand there. "
            "`/match status` shows you the board."
        )
    return table_view
