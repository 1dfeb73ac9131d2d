"""`/watch`: the live matches that a user may see on this server, and the matches that they follow."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.model.match import MatchId
from bot.model.position import Position
from bot.model.reasons.database import DiscordUnreachable
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.members import place_seen
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
        if await self._seen(answer, position) is None:
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
            found = [await self._seen(answer, position) for position in live[:MOST_WATCHABLE]]
            seen = [position for position in found if position is not None]
        elsewhere = [each for each in followed if each not in {position.match.id for position in seen}]
        others = [await self._followed(answer, match_id) for match_id in elsewhere]
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
            board=(await self.host.app.outbox.board(match.id, match.channel)).message_id,
            is_followed=match.id in followed,
            is_own=match.seat_of(answer.user) is not None,
        )

    async def _followed(self, answer: Answer, match_id: MatchId) -> Position:
        """Return a match that the user follows, as it is looked at from a place that they see."""
        position = await self.host.app.positions.get(match_id)
        if len(position.match.places) == 1:
            return position
        place = await place_seen(self.host.client, position.match, answer.user)
        return position if place is None else position.at(place)

    async def _seen(self, answer: Answer, position: Position) -> Position | None:
        """Return a match as it is looked at from a place on this server that the user can see; None if they see none.
        Discord is only asked if the match is in another channel.
        """
        interaction, match = answer.interaction, position.match
        guild, here = server_of(interaction), match.place_in(interaction.channel_id)
        if guild is None:
            return None
        if here.channel == interaction.channel_id:
            return position.at(here)
        try:
            place = await place_seen(self.host.client, match, answer.user, guild=guild)
        except DiscordUnreachable:
            return None
        return None if place is None else position.at(place)
