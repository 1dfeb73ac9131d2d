"""The client: connect to Discord, and pass its events on to the parts of the bot."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.application.application import Application
from bot.model.refusals import Unavailable
from bot.model.shards import Shard
from bot.puzzles.making import Workshop
from bot.store.errors import StoreError
from cogs.command_sync import outdated
from cogs.delivery.answer import ACKNOWLEDGED_AFTER, Answer, AnyInteraction
from cogs.delivery.backoff import Backoff
from cogs.delivery.error_meanings import is_final
from cogs.delivery.guilds import Uninvited
from cogs.delivery.invites import server_invite, user_invite
from cogs.delivery.retries import Retries
from cogs.delivery.working import STOPPING
from cogs.places import Places
from cogs.presses.welcomes import Welcomes
from cogs.shards.calls import SharedCalls
from cogs.shards.refused import RefusedCalls
from cogs.shards.sessions import ShardSessions
from cogs.shards.sharded_client import ShardedClient
from cogs.shards.turns import LoginTurns
from cogs.shards.waits import cause_of
from cogs.user_interface import UserInterface

NOT_INVITED: Final = (
    "This server has my commands, but I'm not on it, so I can't do anything here. Ask someone who manages the server "
    "to add me:"
)

_CLOCKS: Final = "clocks"
_HOUR: Final = 3600.0

log = structlog.stdlib.get_logger(__name__)


class Tree(app_commands.CommandTree["HiddenHand"]):
    """The slash commands. All are refused while the bot is stopping."""

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        return await self.client.is_serving(interaction)


class HiddenHand(ShardedClient):
    """The bot. It asks for no privileged intent, and mentions nobody unless a message lists users to ping."""

    def __init__(  # noqa: PLR0913 # chosen by tests and the program
        self,
        application: Application,
        *,
        patience: float = ACKNOWLEDGED_AFTER,
        backoff: Backoff | None = None,
        workshop: Workshop | None = None,
        shard_count: int | None = 1,
        shard_ids: Sequence[int] | None = None,
        calls: SharedCalls | None = None,
    ) -> None:
        """Build the bot's parts. The caller must close the application after the client.

        patience, backoff, workshop: as for `UserInterface`. shard_count: the number of the bot's shards; None: as many
        as Discord advises. shard_ids: the shards of this process; None: all. calls: delays the calls of this process so
        that all processes together keep Discord's limit; None: no other process shares the limit.
        """
        self.refused: Final = RefusedCalls(lambda: application.leases.living)
        trace = aiohttp.TraceConfig() if calls is None else calls.trace
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=shard_count,
            shard_ids=None if shard_ids is None else list(shard_ids),
            turns=LoginTurns(application.leases) if application.database.is_shared else None,
            http_trace=self.refused.listen(trace),
        )
        self.app = application
        self.tree: Final = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.interface: Final = UserInterface(
            self, self.tree, application, patience=patience, backoff=backoff, workshop=workshop, refused=self.refused
        )
        self._retries: Final = Retries(waits=self.waits)
        self._uninvited: Final = Uninvited(self)
        self._places: Final = Places(self, application.absences, application.stranded, self._retries)
        self._welcomes: Final = Welcomes(self, self.interface.main_menu, application.pending_welcomes, self._retries)
        self._shards: Final = ShardSessions(self)
        self._is_replaced = False
        """Whether another process serves the same shards while this one stops."""
        self._term = 0
        """The number of the latest election in which this process became leader and compared the commands."""
        self.ready: Final = asyncio.Event()
        """Set once the first shard can be served, since Discord has listed its servers."""

    async def setup_hook(self) -> None:
        """Register the commands with Discord if they differ from those it has. With several processes, only the leader
        does so. If Discord does not take them for now, the earlier ones stay, and `lead` tries again.

        Raises:
            discord.HTTPException: Discord will not take them at any time.
        """
        await self.app.leader.decided()
        if not self.app.leader.is_leading:
            return
        term = await self.app.leader.elected()
        try:
            await self._sync_commands()
        except discord.HTTPException as error:
            if is_final(error):
                raise
            log.warning("the commands stay as they are for now", cause=cause_of(error))
        else:
            self._term = term

    async def lead(self) -> None:
        """Register the commands whenever this process is elected leader. Never return."""
        while True:
            term = await self.app.leader.elected(after=self._term)
            await self._retries.run("commands", self._sync_commands, longest=_HOUR)
            self._term = term

    async def _sync_commands(self) -> None:
        if await outdated(self.tree, self.tree):
            await self.tree.sync()
            log.info("commands synced", commands=sorted(command.name for command in self.tree.get_commands()))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard has logged in. Discord lists its servers next."""
        self._shards.began(self._shard(shard_id))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Start to serve the servers of a shard. If it is the first shard to be ready, also start the background work.

        Discord sends this event again with each session, but the background work starts only once. Each of its parts is
        retried until it starts, so that an outage of the database only causes a delay.
        """
        await self._serve(self._shard(shard_id))

    async def on_ready(self) -> None:
        """Serve every shard whose own ready event is missing: discord.py drops some when another shard reconnects."""
        for shard in self._shards.waiting:
            await self._serve(shard)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Restart the clocks: Discord has now sent all the events that were missed."""
        shard = self._shard(shard_id)
        if self._shards.resumed(shard):
            await self._go_on(shard)
        else:
            await self._serve(shard)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of a shard's matches. If no shard is connected any more, pause all timers."""
        shard = self._shard(shard_id)
        self._shards.lost(shard)
        self.app.shard_outages.lose(shard)
        if self.app.shard_outages.are_all_lost:
            self.app.timers.pause()
            await self._retries.stop(_CLOCKS)
        await self._retries.run(f"shard {shard_id}", self.app.shard_outages.store)

    def _shard(self, shard_id: int) -> Shard:
        """Return a shard of this process. The first call marks all its shards as lost until they are ready."""
        assert self.shard_count is not None
        count = self.shard_count
        self.app.shard_outages.expect([Shard(each, count) for each in self.own_shards])
        return Shard(shard_id, count)

    async def _serve(self, shard: Shard) -> None:
        present = self._shards.ready(shard)
        if present is None:
            return
        await self._go_on(shard)
        await self._places.compare_servers(shard, present)
        if not self.ready.is_set():
            await self._open()
        await self._places.compare_channels(shard)

    async def _go_on(self, shard: Shard) -> None:
        await self._retries.run(f"shard {shard.id}", partial(self.app.shard_outages.restore, shard))
        await self._retries.run(_CLOCKS, self.app.timers.go_on)
        self.interface.tournaments.delivery.rounds.wake()

    async def _open(self) -> None:
        self.ready.set()
        assert self.application_id is not None
        invites = {"invite": server_invite(self.application_id), "invite_for_users": user_invite(self.application_id)}
        log.info("ready", servers=len(self.guilds), shards=self.shard_count, **invites)
        await self._retries.run("delivery", self.interface.deliverer.open)
        await self._retries.run("timers", partial(self.app.timers.open, self.interface.mergings))
        await self._retries.run("watched matches", self.app.watching.open)
        for delivery in self.interface.announced:
            await self._retries.run(delivery.rounds.name, delivery.rounds.open)
        await self._retries.run("common queue", self.interface.queue.rounds.open)
        await self._retries.run("welcomes", self._welcomes.open)
        await self._retries.run("quarantined matches", self._log_quarantined)

    async def _log_quarantined(self) -> None:
        for match in await self.app.matches.quarantined():
            log.warning("quarantined", match=match.id, game=match.game, server=match.guild, channel=match.channel)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Answer a press. For a command, which discord.py runs itself, only retry the user's failed messages."""
        is_command = interaction.type in (
            discord.InteractionType.application_command,
            discord.InteractionType.autocomplete,
        )
        if is_command:
            await self.interface.deliverer.retry(interaction.user.id)
        elif await self.is_serving(interaction):
            await self.interface.router.dispatch(interaction)

    async def is_serving(self, interaction: AnyInteraction) -> bool:
        """Return whether the bot takes this request. If not, because it stops or is not on the user's server, tell the
        user what to do.
        """
        if self.interface.working.is_closing:
            if self._is_replaced:  # the process that takes over gets the interaction too, and answers it
                return False
            refusal = STOPPING
        elif await self._uninvited.is_from(interaction):
            refusal = f"{NOT_INVITED} {server_invite(interaction.application_id)}"
        else:
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            async with Answer(interaction) as answer:
                await answer.say(refusal)
        return False

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry everything that could not be shown on a server. The handlers of changes below do the same."""
        await self._places.server_back(guild.id)
        await self._reachable(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._places.server_back(guild.id)
        await self._reachable(guild.id)
        await self._welcomes.joined(guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._reachable(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        if self.user is not None and after.id == self.user.id:
            await self._reachable(after.guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._reachable(after.guild.id)  # a category changes all its channels

    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Retry what could not be shown in a thread. discord.py forgets archived threads, and so reports only in this
        way that one was reopened.
        """
        await self.interface.deliverer.reachable(update.guild_id, update.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._places.server_gone(guild.id)
        self.interface.tournaments.delivery.rounds.wake()
        await self._welcomes.left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._places.channel_gone(channel.guild.id, channel.id)
        self.interface.tournaments.delivery.rounds.wake()

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._places.channel_gone(thread.guild_id, thread.thread_id)

    async def _reachable(self, guild: int) -> None:
        await self.interface.deliverer.reachable(guild)
        with suppress(Unavailable):  # logged already, and tried again automatically
            await self.app.announcements.reachable(guild)
        self.interface.tournaments.delivery.rounds.wake()
        await self._welcomes.reachable(guild)

    async def finish(self) -> None:
        """Stop all clocks, refuse new requests, finish all answers and deliveries, and leave Discord."""
        with suppress(StoreError):
            self._is_replaced = await self.app.leases.served_until() is not None
        self.app.timers.pause()
        await self._retries.close()
        await self.interface.working.close()
        await self.app.timers.close()
        await self.app.watching.settled()
        await self.interface.deliverer.close()
        for delivery in self.interface.announced:
            await delivery.rounds.close()
        await self.interface.queue.rounds.close()
        await self.app.names.settled()
        await self.close()

    async def close(self) -> None:
        """Stop making puzzles, and leave Discord."""
        await self._retries.close()
        await self.interface.puzzles.close()
        await super().close()
