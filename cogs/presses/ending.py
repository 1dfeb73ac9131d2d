"""Resign, and end a match without a result."""

from typing import Final

import discord

from bot.application.lobby.lobby import mates
from bot.model.match import Match, MatchId, Status
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.reasons.database import DiscordUnreachable
from bot.model.reasons.match import MatchNotLive
from bot.model.refusals import NotAllowed
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.guilds import granted_in, guild_of, place_in
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.refusals import refusal_text
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.items import Item, button
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat
from rules.core.words import together

PLAY_ON: Final = "You keep playing."
HANDED_OVER: Final = "With `/match hand-over`, a computer can play on for a player who left, if the others agree"
_DUEL: Final = 2
"""The number of players of whom one loses if the other resigns. Among more, nobody makes another one resign alone."""


class Endings:
    """Ends matches."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def ask(self, answer: Answer, position: Position) -> None:
        """Ask the user for confirmation. If a player has left the server, offer to make them resign instead."""
        match = position.match
        seat = match.seat_of(answer.user)
        if seat is None:
            raise SpokenRefusal(f"You're not in match #{match.id}, so there's nothing to resign.")
        if match.status is not Status.LIVE:
            raise MatchNotLive(match=match)
        if seat in position.seen.left:
            raise SpokenRefusal(f"You've already left match #{match.id}.")
        text = f"Resign from match #{match.id}? {_meaning(position, seat)}"
        text += " With `/match hand-over`, another player or a computer can take over instead."
        items: list[Item] = [button("Resign", purposes.RESIGN(match.key), discord.ButtonStyle.danger)]
        if gone := [other for other in await self._host.gone(position) if other != seat]:
            names = await self._host.app.names.of(match)
            text += f"\n{together([escaped(names[other]) for other in gone])} left this server. "
            is_duel = len(match.players) <= _DUEL
            text += "You can make them resign instead." if is_duel else f"{HANDED_OVER}."
            if is_duel:
                items.append(button("Make them resign", purposes.CONCEDE(match.key), discord.ButtonStyle.primary))
        await answer.say(Message(text, [*items, button("Keep playing", purposes.KEEP(match.key))]))

    @answers(purposes.RESIGN)
    async def resign(self, answer: Answer, *, match_id: MatchId) -> None:
        """Resign for good: the second of two presses."""
        after = await self._host.app.matches.resign(match_id, answer.user, interaction=answer.interaction.id)
        on = "" if after.match.status is not Status.LIVE else " The others play on."
        await answer.show(Message(f"You resigned from match #{match_id}.{on}"))
        await say_if_undrawn(self._host, answer, match_id)

    @answers(purposes.CONCEDE)
    async def concede(self, answer: Answer, *, match_id: MatchId) -> None:
        """Make a player resign who has left the server."""
        position = await self._host.app.positions.get(match_id)
        match = position.match
        if match.seat_of(answer.user) is None:
            raise SpokenRefusal(f"You're not in match #{match_id}.")
        gone = [seat for seat in await self._host.gone(position) if match.players[seat].user != answer.user]
        if not gone:
            raise SpokenRefusal("All other players are still on the server of the match. Nothing was changed.")
        if len(match.players) > _DUEL:
            raise SpokenRefusal(f"{HANDED_OVER}. Nothing was changed.")
        leaver = match.players[gone[0]].user
        await self._host.app.matches.resign(match_id, leaver, interaction=answer.interaction.id)
        await answer.show(Message(f"Match #{match_id} is over."))
        await say_if_undrawn(self._host, answer, match_id)

    @answers(purposes.KEEP)
    async def keep(self, answer: Answer, *, match_id: MatchId) -> None:  # from the id
        """Answer “Keep playing”: nothing changes."""
        await answer.show(Message(PLAY_ON))

    @answers(purposes.ABANDON)
    async def abandon(self, answer: Answer, *, match_id: MatchId) -> None:
        """End a match without a result."""
        match = (await self._host.app.positions.get(match_id)).match
        moderates = await self._moderates(answer.interaction, match)
        try:
            with self._host.deliverer.carriers.offered(answer):
                position = await self._host.app.administration.abandon(
                    match_id, answer.user, moderates=moderates, interaction=answer.interaction.id
                )
                await self._host.deliverer.settled(match_id)
        except NotAllowed as refusal:
            asking = (
                [button("Ask the other players", purposes.PROPOSE(match.key, Kind.ABANDON))]
                if match.status is Status.LIVE
                else []
            )
            await answer.say(Message(refusal_text(refusal), asking))
            return
        closed = position.match.status is Status.CLOSED
        if answer.pressed is None:
            how = "is closed" if closed else "has ended without a result: no one's points change"
            await answer.say(f"Match #{match_id} {how}.")
        await say_if_undrawn(self._host, answer, match_id)

    async def _moderates(self, interaction: AnyInteraction, match: Match) -> bool:
        """Return whether the user may manage the channel of a match; if it no longer exists, the channels of its
        server.

        Raises:
            Unavailable: that cannot be found out now.
        """
        if not isinstance(interaction.user, discord.Member) or interaction.guild_id != match.guild:
            return False
        if interaction.channel_id == match.channel:
            return interaction.permissions.manage_channels
        guild = await guild_of(self._host.client, match.guild)
        if guild is None:
            return False
        try:
            channel = await place_in(guild, match.channel)
            if channel is not None:
                return (await granted_in(guild, channel, interaction.user.id)).manage_channels
            return (await guild.fetch_member(interaction.user.id)).guild_permissions.manage_channels
        except discord.HTTPException as error:
            raise DiscordUnreachable from error


def _meaning(position: Position, seat: Seat) -> str:
    """Return what happens if this seat resigns now."""
    if position.table is not None and position.table.goes_on_without(seat):
        alone = {seat, *position.table.left, *position.match.computers}.issuperset(range(len(position.match.players)))
        if alone and not position.match.is_rated:
            return "The match ends without a result, because computers don't play on alone."
        return "The others play on without you, and you are ranked below all of them."
    if len(position.match.players) <= _DUEL:
        return "That ends the match, and you lose."
    team = " with your team" if mates(position.match, position.game, seat) else ""
    return f"That ends the match for everyone, and you are ranked last{team}."
