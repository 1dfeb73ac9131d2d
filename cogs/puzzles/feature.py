"""Puzzles put together: the service, the commands, the presses and the daily posts, each built once."""

from collections.abc import Mapping

import discord

from bot.puzzles.making import Workshop
from bot.puzzles.puzzles import Puzzles
from cogs.delivery.answer import Answering
from cogs.delivery.backoff import Backoff
from cogs.host import Host
from cogs.presses.router import Handler
from cogs.puzzles.commands import PuzzleCommands
from cogs.puzzles.posts import PuzzlePosts
from cogs.puzzles.presses import PuzzlePresses
from cogs.widgets.ids import Purpose


class PuzzleFeature:
    """The door to puzzles: nothing else outside their folders knows of them."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        answering: Answering,
        *,
        workshop: Workshop | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        """workshop: makes puzzles; None: only those of the booklets exist."""
        app = host.app
        self.puzzles = Puzzles(app.database, app.library.games, app.clock, workshop)
        self.posts = PuzzlePosts(client, app, self.puzzles, backoff=backoff)
        app.user_data.listeners.append(self.puzzles.posts.tell)
        self._presses = PuzzlePresses(host, self.puzzles)
        self.commands = PuzzleCommands(host, answering, self.puzzles, self._presses)

    @property
    def routes(self) -> Mapping[Purpose, Handler]:
        """The handler of each purpose."""
        return self._presses.routes

    async def close(self) -> None:
        """Make no more puzzles; the posts are closed before, while Discord can still be reached."""
        await self.puzzles.stock.close()
