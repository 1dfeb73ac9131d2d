"""The client: one connection to Discord, and what the cogs need of the process."""

from collections.abc import Mapping
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.announcements import Announcements
from bot.content import load_games
from bot.matches import Matches, Resumed
from bot.ratings import Ratings
from rules.core.game import Game

EXTENSIONS: Final = (
    "cogs.desk",
    "cogs.whisper",
    "cogs.hand",
    "cogs.closer",
    "cogs.result",
    "cogs.table",
    "cogs.play",
    "cogs.lobby",
    "cogs.deck_builder",
    "cogs.decks",
    "cogs.leaderboard",
    "cogs.rulebook",
    "cogs.guide",
    "cogs.repair",
)
"""Discord's face, by name: nothing in bot/ imports cogs/. Loading runs a module anew: each follows what it needs."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""All that the bot needs, on a server and in each channel in which it hosts."""

_SEEN: Final = frozenset({"name", "description", "type", "options", "required", "choices", "value", "autocomplete"})
# contexts are left out: discord.py 2.7 reads those that Discord returns wrongly

log = structlog.stdlib.get_logger(__name__)


class HiddenHand(commands.Bot):
    """The bot. It asks for no privileged intent, and mentions nobody unless a message says whom."""

    def __init__(
        self,
        matches: Matches,
        announcements: Announcements,
        ratings: Ratings,
        games: Mapping[str, Game[Any, Any]],
        resumed: Resumed,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.matches = matches
        self.announcements = announcements
        self.ratings = ratings
        self.games = games
        self.resumed = resumed
        self.dynamic_items: list[type[discord.ui.DynamicItem[Any]]] = []
        self._greeted = False

    async def setup_hook(self) -> None:
        """Put the face on, and tell Discord the commands if they are not those that it knows."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync()

    async def on_ready(self) -> None:
        """Log how to invite the bot, once."""
        if not self._greeted:
            self._greeted = True
            log.info("ready", servers=len(self.guilds), invite=self.invite)

    def add_dynamic_items(self, *items: type[discord.ui.DynamicItem[Any]]) -> None:
        """Serve buttons and menus by their ids, for ever."""
        self.dynamic_items.extend(items)
        super().add_dynamic_items(*items)

    @property
    def invite(self) -> str:
        """The address that adds the bot to a server with the least permissions; known once it is logged in."""
        assert self.application_id is not None
        return discord.utils.oauth_url(
            self.application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )

    async def _sync(self) -> None:
        """Tell Discord the commands, unless those that it knows are the same."""
        ours = {command.name: _shape(command.to_dict(self.tree)) for command in self.tree.get_commands()}
        theirs = {command.name: _shape(command.to_dict()) for command in await self.tree.fetch_commands()}
        if ours != theirs:
            await self.tree.sync()
            log.info("commands synced", commands=sorted(ours))


def build_client(
    matches: Matches,
    announcements: Announcements,
    ratings: Ratings,
    *,
    resumed: Resumed,
    games: Mapping[str, Game[Any, Any]] | None = None,
) -> HiddenHand:
    """A client on an open store, for the games of the catalog unless others are given.

    resumed: what `Matches.resume` has returned; players are told what became of their matches.

    Whoever opened the store closes it, after the client.
    """
    return HiddenHand(matches, announcements, ratings, games or load_games(), resumed)


def _shape(value: Any) -> Any:
    """What people see of a command, in one form for what is sent and what is received."""
    match value:
        case Mapping():
            return {key: _shape(item) for key, item in value.items() if key in _SEEN and item}
        case list() | tuple():
            return [_shape(item) for item in value]
        case _:
            return value
