"""The client: one connection to Discord, and the face of the bot on it."""

import asyncio
from functools import partial
from typing import Final

import discord
import structlog
from discord import app_commands

from bot.application.application import Application
from bot.puzzles.making import Workshop
from cogs.command_sync import outdated
from cogs.delivery.answer import PATIENCE, Answer, AnyInteraction
from cogs.delivery.backoff import Backoff
from cogs.delivery.permissions import PERMISSIONS, THREADS
from cogs.delivery.retries import Retries
from cogs.delivery.working import STOPPING
from cogs.face import Face
from cogs.places import Places

_CLOCKS: Final = "clocks"

log = structlog.stdlib.get_logger(__name__)


class Tree(app_commands.CommandTree["HiddenHand"]):
    """The slash commands. None is served while the bot is stopping."""

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        return await self.client.is_serving(interaction)


class HiddenHand(discord.Client):
    """The bot. It asks for no privileged intent, and mentions nobody unless a message lists users to ping."""

    def __init__(
        self,
        application: Application,
        *,
        patience: float = PATIENCE,
        backoff: Backoff | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        """Build the face. The caller closes the application, after the client. patience, backoff, workshop: as
        for `Face`.
        """
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.app = application
        self.tree: Final = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.face: Final = Face(self, self.tree, application, patience=patience, backoff=backoff, workshop=workshop)
        self._retries: Final = Retries()
        self._places: Final = Places(self, application.absences, self._retries)
        self.ready: Final = asyncio.Event()
        """Set once Discord has sent everything that the bot needs to serve."""

    async def setup_hook(self) -> None:
        """Register the commands with Discord, unless it knows the same ones already."""
        if await outdated(self.tree, self.tree):
            await self.tree.sync()
            log.info("commands synced", commands=sorted(command.name for command in self.tree.get_commands()))

    async def on_ready(self) -> None:
        """Start everything that works by itself, and log the invite link, once: Discord sends ready again with each
        session.

        Each part is tried again until it starts, so a database that fails for a while only costs time.
        """
        await self._go_on()  # the connection may have been lost before this, too
        await self._retries.run("servers", self._places.compare_servers)
        if not self.ready.is_set():
            await self._open()
        await self._retries.run("channels", self._places.compare_channels)

    async def _open(self) -> None:
        self.ready.set()
        log.info("ready", servers=len(self.guilds), invite=self.invite)
        await self._retries.run("delivery", self.face.deliverer.open)
        await self._retries.run("timers", partial(self.app.timers.open, self.face.mergings))
        await self._retries.run("daily puzzle", self.face.puzzles.posts.open)
        await self._retries.run("quarantined matches", self._log_quarantined)

    async def on_disconnect(self) -> None:
        """Stop all clocks while Discord is out of reach."""
        self.app.timers.pause()
        await self._retries.stop(_CLOCKS)

    async def on_resumed(self) -> None:
        await self._go_on()

    async def _go_on(self) -> None:
        await self._retries.run(_CLOCKS, self.app.timers.go_on)

    async def _log_quarantined(self) -> None:
        for match in await self.app.matches.quarantined():
            log.warning("quarantined", match=match.id, game=match.game, server=match.guild, channel=match.channel)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Answer presses. Commands reach the tree by themselves; any other sign of a user tries their failed messages
        again.
        """
        is_command = interaction.type in (
            discord.InteractionType.application_command,
            discord.InteractionType.autocomplete,
        )
        if is_command:
            await self.face.deliverer.retry(interaction.user.id)
        elif await self.is_serving(interaction):
            await self.face.router.dispatch(interaction)

    async def is_serving(self, interaction: AnyInteraction) -> bool:
        """Return whether the bot takes new requests. If not, tell the user when to come back."""
        if not self.face.working.is_closing:
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            async with Answer(interaction) as answer:
                await answer.say(STOPPING)
        return False

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show what could not be shown on a server before. The handlers of changes below do the same."""
        await self._places.server_back(guild.id)
        await self._reachable(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._places.server_back(guild.id)
        await self._reachable(guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._reachable(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        if self.user is not None and after.id == self.user.id:
            await self._reachable(after.guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._reachable(after.guild.id)  # a category changes all its channels

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        await self.face.deliverer.reachable(after.guild.id, after.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._places.server_gone(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._places.channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._places.channel_gone(thread.guild_id, thread.thread_id)

    async def _reachable(self, guild: int) -> None:
        await self.face.deliverer.reachable(guild)
        await self.face.puzzles.posts.reachable(guild)

    async def finish(self) -> None:
        """Serve no new request, finish all answers and deliveries, and leave Discord. All clocks stop first."""
        self.app.timers.pause()
        await self._retries.close()
        await self.face.working.close()
        await self.app.timers.close()
        await self.face.deliverer.close()
        await self.face.puzzles.posts.close()
        await self.app.names.settled()
        await self.close()

    async def close(self) -> None:
        """Stop making puzzles, and leave Discord."""
        await self.face.puzzles.close()
        await super().close()

    @property
    def invite(self) -> str:
        """Return the link that adds the bot to a server with the fewest permissions. Known after the login."""
        assert self.application_id is not None
        return discord.utils.oauth_url(
            self.application_id, permissions=PERMISSIONS | THREADS, scopes=("bot", "applications.commands")
        )
