"""Seats that change hands while a match is played. What it does to points is said before it happens."""

import discord

from bot.application.ratings import CHANGED_HANDS
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from bot.model.refusals import NotAllowed, NotAtThisTable, Refusal
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.hand import Hands
from cogs.presses.undrawn import say_if_undrawn
from cogs.text import escaped
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import OFFER, OFFER_OF, TAKEN
from rules.core.events import Seat

ANYBODY = 0
"""In the id of a button: the seat is offered to whoever wants it."""


class Seats:
    """Offers seats, and gives them to whoever takes them."""

    def __init__(self, host: Host, hands: Hands) -> None:
        self._host = host
        self._hands = hands

    async def ask(self, answer: Answer, position: Position, to: discord.User | discord.Member | None) -> None:
        """Ask whoever wants to offer their seat once more. to: to whom; None: to anybody, and there, seats of players
        who have left the server can be offered too.
        """
        match = position.match
        if match.seat_of(answer.user) is None:
            raise NotAtThisTable(f"You do not play in match #{match.id}: there is no seat of yours to offer.")
        if to is not None and to.bot:
            raise NotAllowed("That is a bot: it does not play. Offer your seat to somebody else.")
        whom = "anybody on this server who has not played in this match" if to is None else f"<@{to.id}>"
        text = (
            f"Offer your seat in match #{match.id}, with its hand, to {whom}? You play on until it is taken.\n"
            f"-# {CHANGED_HANDS}"
        )
        items: list[Item] = [button("Offer my seat", OFFER(match.id, ANYBODY if to is None else to.id))]
        if to is None:
            names = await self._host.names.of(match)
            gone = await self._host.gone(position)
            items += [button(f"Offer {names[seat]}'s seat: they left", OFFER_OF(match.id, seat)) for seat in gone]
        await answer.say(Message(text, items))

    async def offer(self, answer: Answer, *, number: MatchId, to: UserId) -> None:
        """Offer one's seat."""
        await self._offer(answer, number, to=to or None)

    async def offer_of(self, answer: Answer, *, number: MatchId, seat: Seat) -> None:
        """Offer the seat of somebody who has left the server to anybody on it."""
        position = await self._host.matches.position(number)
        if seat not in await self._host.gone(position):
            raise Refusal("That player is on this server. Nothing was changed.")
        await self._offer(answer, number, absent=seat)

    async def show(self, answer: Answer, *, number: MatchId, made: int) -> None:
        """Say what it means to take a seat, and ask once more."""
        position = await self._host.matches.position(number)
        proposal = await self._host.matches.substitutes.check(position, answer.user, made)
        name = escaped((await self._host.names.of(position.match))[proposal.seat])
        text = f"Take {name}'s seat in match #{number}? You play on with their hand.\n-# {CHANGED_HANDS}"
        await answer.say(Message(text, [button("Take the seat", TAKEN(number, made), discord.ButtonStyle.success)]))

    async def take(self, answer: Answer, *, number: MatchId, made: int) -> None:
        """Take a seat: the second of two presses."""
        position = await self._host.matches.substitutes.take(
            number, answer.user, made, interaction=answer.interaction.id
        )
        await self._hands.show(answer, position, note="You sit here now.")
        await say_if_undrawn(self._host, answer, number)

    async def _offer(
        self, answer: Answer, number: MatchId, *, to: UserId | None = None, absent: Seat | None = None
    ) -> None:
        await self._host.matches.substitutes.offer(
            number, answer.user, to=to, absent=absent, interaction=answer.interaction.id
        )
        await self._host.deliverer.settled(number)
        whose = "Your seat is" if absent is None else "Their seat is"
        await answer.show(Message(f"{whose} offered, below the table. “Keep” there takes the offer back."))
        await say_if_undrawn(self._host, answer, number)
