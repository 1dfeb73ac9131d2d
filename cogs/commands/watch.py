"""`/watch`: the live matches that a user may see on this server, and the matches that they follow."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.model.match import MatchId
from bot.model.position import Position
from bot.model.reasons.database import DiscordUnreachable
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.members import sees
from cogs.host import server_of
from cogs.messages.message import Message
from cogs.messages.watch import WatchedMatch, watch_message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.ids import chosen_id
from cogs.widgets.refusals import SpokenRefusal

PAGE: Final = 10
"""Matches on a page."""
MOST_WATCHABLE: Final = 100
"""The maximum number of live matches of a server to look through, latest first."""


class WatchCommand(Feature):
    """Lists live matches, and follows some."""

    @app_commands.command(name="watch", description="See the live matches here, and follow one")
    async def watch(self, interaction: AnyInteraction) -> None:
        """Answer `/watch`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            await answer.say(await self._page(answer, 0))

    @answers(purposes.WATCH)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page."""
        await answer.show(await self._page(answer, page))

    @answers(purposes.FOLLOW)
    async def follow(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Follow the match that was chosen."""
        match_id = MatchId(chosen_id(values[0]))
        position = await self.host.app.positions.get(match_id)
        if not await self._is_seen(answer, position):
            raise SpokenRefusal(f"There's no match #{match_id} here that you can see.")
        await self.host.app.watching.follow(match_id, answer.user)
        await answer.show(await self._page(answer, 0))

    @answers(purposes.UNFOLLOW)
    async def unfollow(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Stop following the match that was chosen."""
        await self.host.app.watching.unfollow(MatchId(chosen_id(values[0])), answer.user)
        await answer.show(await self._page(answer, 0))

    async def _page(self, answer: Answer, page: int) -> Message:
        """Return a page of the live matches that the user can see here. Matches that they follow come first."""
        followed = await self.host.app.watching.followed(answer.user)
        guild = server_of(answer.interaction)
        seen: list[Position] = []
        if guild is not None:
            live = await self.host.app.watching.live_in(guild)
            seen = [position for position in live[:MOST_WATCHABLE] if await self._is_seen(answer, position)]
        elsewhere = [each for each in followed if each not in {position.match.id for position in seen}]
        others = [await self.host.app.positions.get(match_id) for match_id in elsewhere]
        listed = sorted([*others, *seen], key=lambda position: position.match.id not in followed)
        pages = max(1, -(-len(listed) // PAGE))
        page = min(page, pages - 1)
        shown = [await self._watched(position, followed, answer) for position in listed[page * PAGE :][:PAGE]]
        return watch_message(shown, page, pages, is_direct=guild is None)

    async def _watched(self, position: Position, followed: Sequence[MatchId], answer: Answer) -> WatchedMatch:
        match = position.match
        return WatchedMatch(
            position=position,
            names=await self.host.app.names.of(match),
            board=(await self.host.app.outbox.board(match.id)).message_id,
            is_followed=match.id in followed,
            is_own=match.seat_of(answer.user) is not None,
        )

    async def _is_seen(self, answer: Answer, position: Position) -> bool:
        """Return whether the user can see the channel of a match on this server. Discord is only asked if the match is
        in another channel.
        """
        interaction, match = answer.interaction, position.match
        if match.guild != server_of(interaction):
            return False
        if match.channel == interaction.channel_id:
            return True
        try:
            return await sees(self.host.client, match.guild, match.channel, answer.user)
        except DiscordUnreachable:
            return False
