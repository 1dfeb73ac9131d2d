"""Undo, and answer proposals."""

from typing import Final

import discord

from bot.model.match import MatchId, Status
from bot.model.position import Position
from bot.model.proposal import Kind, Verdict
from bot.model.reasons.table import NoBreakNow
from bot.model.refusals import NeedsConsent
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.proposed import proposed_text
from cogs.messages.refusals import refusal_text
from cogs.messages.stakes import at_stake
from cogs.presses.hand import Hands
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.items import button
from rules.core.events import Seat

TAKEN_BACK: Final = "Undone. It stays in the log, crossed out."


class Consents:
    """Undoes plies, makes proposals and answers them. Boards and hands show the result."""

    def __init__(self, host: Host, hands: Hands) -> None:
        self._host = host
        self._hands = hands

    @answers(purposes.UNDO)
    async def undo(self, answer: Answer, *, match_id: MatchId) -> None:
        """Undo the user's latest ply. If that needs consent, offer to ask the other players."""
        host = self._host
        try:
            with host.deliverer.carriers.offered(answer):
                position = await host.app.consents.undo(match_id, answer.user, interaction=answer.interaction.id)
                if answer.is_ephemeral:
                    await self._hands.show(answer, position)
                await host.deliverer.settled(match_id)
        except NeedsConsent as refusal:
            key = (await host.app.positions.get(match_id)).match.key
            await answer.say(
                Message(refusal_text(refusal), [button("Ask the other players", purposes.PROPOSE(key, Kind.UNDO))])
            )
            return
        if answer.pressed is None:
            await answer.say(TAKEN_BACK)
        await say_if_undrawn(host, answer, match_id)

    @answers(purposes.PROPOSE)
    async def propose(self, answer: Answer, *, match_id: MatchId, kind: Kind, undoes: int | None = None) -> None:
        """Make a proposal to the other players."""
        position = await self._host.app.consents.propose(
            match_id, answer.user, kind, undoes=undoes, interaction=answer.interaction.id
        )
        await self._host.deliverer.settled(match_id)
        seat = position.match.seat_of(answer.user)
        own_proposals = [proposal for proposal in position.proposals if proposal.seat == seat and proposal.kind is kind]
        requests = [
            f"{proposed_text(proposal.terms)}. This expires <t:{proposal.due:.0f}:R>" for proposal in own_proposals
        ]
        lines = [f"I've asked the other players: you'd like to {request}." for request in requests]
        is_over = position.match.status is Status.OVER
        agreed = f"Match #{match_id} is over: a draw." if is_over else "Agreed. You can see the result on the board."
        await answer.show(Message("\n".join(lines) or agreed))
        await say_if_undrawn(self._host, answer, match_id)

    async def draw(self, answer: Answer, position: Position) -> None:
        """Offer a draw. Against computers alone, which always agree, ask first."""
        match = position.match
        seat = match.seat_of(answer.user)
        if seat is None or match.status is not Status.LIVE or not _are_computers_alone(position, seat):
            await self.propose(answer, match_id=match.id, kind=Kind.DRAW)
            return
        sure = button("End in a draw", purposes.PROPOSE(match.key, Kind.DRAW), discord.ButtonStyle.danger)
        keep = button("Keep playing", purposes.KEEP(match.key))
        text = f"End match #{match.id} in a draw? The computer agrees at once, and the match is over."
        await answer.say(Message(text, [sure, keep]))

    async def pause(self, answer: Answer, position: Position) -> None:
        """Ask the others for a break, or end the present one for everyone."""
        number = position.match.id
        try:
            await self._host.app.consents.end_break(number, answer.user, interaction=answer.interaction.id)
        except NoBreakNow:
            await self.propose(answer, match_id=number, kind=Kind.BREAK)
            return
        await self._host.deliverer.settled(number)
        await answer.say(f"The break of match #{number} is over. I've told the others.")
        await say_if_undrawn(self._host, answer, number)

    @answers(purposes.AGREE)
    async def agree(self, answer: Answer, *, match_id: MatchId, made: int) -> None:
        """Agree to a proposal."""
        with self._host.deliverer.carriers.offered(answer):
            await self._host.app.consents.agree(match_id, answer.user, made, interaction=answer.interaction.id)
            await self._host.deliverer.settled(match_id)
        await self._shown(answer, match_id, "You agreed.")

    @answers(purposes.REFUSE)
    async def refuse(self, answer: Answer, *, match_id: MatchId, made: int) -> None:
        """Refuse a proposal, or withdraw it."""
        with self._host.deliverer.carriers.offered(answer):
            await self._host.app.consents.refuse(match_id, answer.user, made, interaction=answer.interaction.id)
            await self._host.deliverer.settled(match_id)
        await self._shown(answer, match_id, "Declined. The match continues.")

    @answers(purposes.VOTE)
    async def vote(self, answer: Answer, *, match_id: MatchId, made: int, verdict: Verdict) -> None:
        """Vote on a player who has run out of time."""
        with self._host.deliverer.carriers.offered(answer):
            await self._host.app.votes.choose(match_id, answer.user, made, verdict, interaction=answer.interaction.id)
            await self._host.deliverer.settled(match_id)
        await self._shown(answer, match_id, "You voted. The majority decides.")

    @answers(purposes.VOTE_END)
    async def ask_end(self, answer: Answer, *, match_id: MatchId, made: int) -> None:
        """Ask for confirmation before a vote to end the match for a player who has run out of time.

        Raises:
            Refusal: the vote is over, or the user has none.
        """
        position = await self._host.app.positions.get(match_id)
        late = self._host.app.votes.check(position, answer.user, made)
        name = escaped((await self._host.app.names.of(position.match))[late.seat])
        on = position.seen.goes_on_without(late.seat)
        then = "The others play on." if on else "That ends the match for everyone."
        text = (
            f"End match #{match_id} for {name}, as if they had resigned? {then}\n"
            f"-# {at_stake(position.match, Kind.LATE)} The majority decides."
        )
        sure = button(
            f"End {name}'s match", purposes.VOTE(position.match.key, made, Verdict.END), discord.ButtonStyle.danger
        )
        await answer.say(Message(text, [sure]))

    async def _shown(self, answer: Answer, match_id: MatchId, text: str) -> None:
        """Tell the user what was done if they pressed in a direct message, where no board shows it."""
        if answer.is_private:
            await answer.redraw(Message(text))
        await say_if_undrawn(self._host, answer, match_id)


def _are_computers_alone(position: Position, seat: Seat) -> bool:
    """Return whether all others who still play are computers."""
    match = position.match
    return position.seen.left.union({seat}, match.computers).issuperset(range(len(match.players)))
