"""Puzzles put together: the service, the commands, the presses and the daily posts, each built once."""

import discord

from bot.people.settings import PUZZLE_CHANNEL
from bot.puzzles.making import Workshop
from bot.puzzles.puzzles import Puzzles
from cogs.delivery.announcements import AnnouncementDelivery
from cogs.delivery.backoff import Backoff
from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.puzzles.commands import PuzzleCommands
from cogs.puzzles.posts import PuzzlePosts
from cogs.puzzles.presses import PuzzlePresses
from cogs.puzzles.refusals import SENTENCES


class PuzzleFeature:
    """Puzzles on Discord. The rest of `cogs` imports nothing else of `cogs.puzzles`."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        *,
        workshop: Workshop | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        """Build the feature. workshop: makes new puzzles; None: only the puzzles of the booklets are available."""
        app = host.app
        self._announcements = app.announcements
        add_sentences(SENTENCES)
        self.puzzles = Puzzles(app.database, app.library.games, app.clock, workshop)
        self.delivery = AnnouncementDelivery(client, app, PuzzlePosts(app, self.puzzles), backoff=backoff)
        app.user_data.listeners.append(self.puzzles.posts.tell)
        app.preferences.when_chosen(PUZZLE_CHANNEL, self._channel_chosen)
        presses = PuzzlePresses(host, self.puzzles)
        self.presses = (presses,)
        self.commands = (PuzzleCommands(host, self.puzzles, presses),)

    async def _channel_chosen(self, guild: int) -> None:
        await self._announcements.reachable(guild)
        self.puzzles.posts.chosen()

    async def close(self) -> None:
        """Stop making puzzles. The caller must close the posts earlier, while Discord can still be reached."""
        await self.puzzles.stock.close()
