"""Hand a seat over during a match. Before it happens, the user is told the effect on points."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.computer.levels import Level
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.stakes import CHANGED_HANDS
from cogs.presses.hand import Hands
from cogs.presses.lobby import level_options
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.items import ROW, ROWS, Item, button, menu
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat

ANYONE = 0
"""Stands for a user's id in the id of a button: the seat is offered to anyone."""
FOR_GOOD: Final = "If everyone agrees, a computer can take over for the rest of the match. This can't be reversed."


class Seats:
    """Offers seats, and gives them to the players who take them."""

    def __init__(self, host: Host, hands: Hands) -> None:
        self._host = host
        self._hands = hands

    async def ask(self, answer: Answer, position: Position, to: discord.User | discord.Member | None) -> None:
        """Ask the user for confirmation before they offer their seat.

        to: the new player; None: anyone. Then the user can also offer the seats of players who have left the server.
        """
        match = position.match
        own_seat = match.seat_of(answer.user)
        if own_seat is None:
            raise SpokenRefusal(f"You're not in match #{match.id}, so you have no seat to offer.")
        if to is not None and to.bot:
            raise SpokenRefusal("That's a bot, so it can't play. Offer your seat to someone else.")
        recipient = "anyone on the server who hasn't played in this match" if to is None else f"<@{to.id}>"
        text = (
            f"Offer your seat and hand in match #{match.id} to {recipient}? You keep playing until it's taken.\n"
            + ("" if to is not None else f"{FOR_GOOD}\n")
            + f"-# {CHANGED_HANDS}"
        )
        items: list[Item] = [button("Offer my seat", purposes.OFFER(match.key, ANYONE if to is None else to.id))]
        if to is None:
            names = await self._host.app.names.of(match)
            gone = await self._host.gone(position)
            items += [
                button(f"Offer {names[seat]}'s seat (they left)", purposes.OFFER_OF(match.key, seat)) for seat in gone
            ]
            row = (len(items) - 1) // ROW + 1
            for seat in [own_seat, *gone][: ROWS - row]:
                whose = "me" if seat == own_seat else f"{names[seat]}, who left"
                items.append(
                    menu(f"Let a computer play for {whose} …", purposes.COMPUTER_FOR(match.key, seat), level_options())
                )
        await answer.say(Message(text, items))

    @answers(purposes.OFFER)
    async def offer(self, answer: Answer, *, match_id: MatchId, to: UserId) -> None:
        """Offer the user's own seat."""
        await self._offer(answer, match_id, to=to or None)

    @answers(purposes.OFFER_OF)
    async def offer_of(self, answer: Answer, *, match_id: MatchId, seat: Seat) -> None:
        """Offer the seat of a player who has left the server to anyone on it."""
        position = await self._host.app.positions.get(match_id)
        if seat not in await self._host.gone(position):
            raise SpokenRefusal("That player is still on the server of the match. Nothing was changed.")
        await self._offer(answer, match_id, absent=seat)

    @answers(purposes.COMPUTER_FOR)
    async def computer_for(self, answer: Answer, *, match_id: MatchId, seat: Seat, values: Sequence[str]) -> None:
        """Propose that a computer takes over for the user, or for a player who has left the server."""
        position = await self._host.app.positions.get(match_id)
        gone = await self._host.gone(position)
        is_own = seat == position.match.seat_of(answer.user)
        if not is_own and seat not in gone:
            raise SpokenRefusal("That player is still on the server of the match. Nothing was changed.")
        if values[0] not in list(Level):
            raise SpokenRefusal(f"There's no such computer. Choose one of these: {', '.join(Level)}.")
        after = await self._host.app.consents.propose_computer(
            match_id,
            answer.user,
            Level(values[0]),
            owner=None if is_own else position.match.players[seat].user,
            absent=gone,
            interaction=answer.interaction.id,
        )
        await self._host.deliverer.settled(match_id)
        done = bool(after.match.players[seat].computer)
        await answer.show(
            Message("The computer has taken over." if done else "I've asked the other players, under the board.")
        )
        await say_if_undrawn(self._host, answer, match_id)

    @answers(purposes.TAKE)
    async def show(self, answer: Answer, *, match_id: MatchId, made: int) -> None:
        """Explain what it means to take a seat, and ask for confirmation."""
        position = await self._host.app.positions.get(match_id)
        proposal = await self._host.app.substitutes.check(position, answer.user, made)
        name = escaped((await self._host.app.names.of(position.match))[proposal.seat])
        text = f"Take {name}'s seat in match #{match_id}? You'll continue with their hand.\n-# {CHANGED_HANDS}"
        await answer.say(
            Message(
                text, [button("Take the seat", purposes.TAKEN(position.match.key, made), discord.ButtonStyle.success)]
            )
        )

    @answers(purposes.TAKEN)
    async def take(self, answer: Answer, *, match_id: MatchId, made: int) -> None:
        """Take a seat: the second of two presses."""
        position = await self._host.app.substitutes.take(match_id, answer.user, made, interaction=answer.interaction.id)
        await self._hands.show(answer, position, note="This is now your seat.")
        await say_if_undrawn(self._host, answer, match_id)

    async def _offer(
        self, answer: Answer, match_id: MatchId, *, to: UserId | None = None, absent: Seat | None = None
    ) -> None:
        await self._host.app.substitutes.offer(
            match_id, answer.user, to=to, absent=absent, interaction=answer.interaction.id
        )
        await self._host.deliverer.settled(match_id)
        whose = "Your seat is" if absent is None else "Their seat is"
        await answer.show(Message(f"{whose} offered under the board. To cancel the offer, press Keep there."))
        await say_if_undrawn(self._host, answer, match_id)
