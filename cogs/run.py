"""`hidden-hand run`: run the bot in one process until it is told to stop."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import aiohttp
import discord
import structlog
from discord import app_commands
from pydantic import SecretStr

from bot.application.application import Application, application_on
from bot.backup.automatic import AutomaticBackups
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.log import set_up_logging
from bot.model.shards import ShardRange
from bot.process import exit_codes, heap
from bot.process.config import Address, Settings
from bot.puzzles.making import Workshop
from bot.store.address import DatabaseAddress
from bot.store.deletion_list import DeletionList
from cogs.client import HiddenHand
from cogs.delivery.error_meanings import is_final
from cogs.health.endpoint import AddressError
from cogs.health.watching import watching
from cogs.shards.calls import SharedCalls
from cogs.shards.waits import pauses
from render.picture import warm_up

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop  # it sends a message to Discord in one piece; asyncio sends each part apart

_WAYS_OUT: Final = (
    "There is no token: set DISCORD_TOKEN in .env or in the environment. To play without Discord: hidden-hand sandbox"
)
_REFUSED: Final = (
    "Discord refuses the token: copy it again from the Bot page of discord.com/developers/applications, and set it as "
    "DISCORD_TOKEN in .env or in the environment"
)
_CLOSED: Final = {
    4004: _REFUSED,
    4012: "Discord no longer speaks the version of its interface that the bot uses: install a newer Hidden Hand",
    4013: "Discord does not know an intent that the bot asks for: install a newer Hidden Hand",
    4014: "Discord does not grant an intent that the bot asks for, though it only needs the default ones: install a "
    "newer Hidden Hand",
}
"""Reasons for which Discord closes the connection for good (Topics: Gateway, "Close Event Codes")."""

_SHARDS: Final = {
    4010: "Discord knows no such shard: leave SHARDS empty, and the bot connects as Discord advises",
    4011: "The bot is on too many servers for so few shards: set SHARDS to a larger number, or leave it empty, and the "
    "bot connects as Discord advises",
}
"""Reasons for which Discord closes the connection because of the number of shards. If Discord advised that number, a
restart asks for its advice again.
"""

_STOP_TIMEOUT: Final = 20.0
"""Seconds that a stop waits for unfinished answers and deliveries."""

log = structlog.get_logger(__name__)


class RunError(Exception):
    """The error for a bot that cannot go on. It holds one line that says what to do, and the program's exit code."""

    def __init__(self, line: str, code: int = exit_codes.REFUSED) -> None:
        super().__init__(line)
        self.code = code


Opening = Callable[[DatabaseAddress], AbstractAsyncContextManager[Application]]
Connecting = Callable[[Application], HiddenHand]
Watching = Callable[[Application], AbstractAsyncContextManager[HiddenHand]]


def run(
    settings: Settings,
    *,
    shards: ShardRange | None = None,
    opening: Opening | None = None,
    connecting: Connecting | None = None,
) -> None:
    """Host matches on Discord until the process is told to stop (SIGINT, SIGTERM).

    shards: those of this process; None: all. opening: opens the application on a database; connecting: makes the client
    of an application; None: as in the settings.

    Raises:
        RunError: there is no token, or Discord rejects it or the commands.
        SettingsError: the address of the cluster or a font cannot be used.
        StoreError: the database cannot be used, or fails for good.
        ContentError: the content of a game cannot be used.
    """
    if settings.discord_token is None:
        raise RunError(_WAYS_OUT, exit_codes.SETTINGS)
    heap.settle()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    set_up_logging(settings.log_level, settings.log_format, [settings.discord_token])
    settings.add_fonts()
    opened = opening or partial(
        application_on,
        thinkers=settings.thinkers,
        cluster=settings.cluster,
        absent_days=settings.absent_days,
        deletions=DeletionList(settings.backups),
        operator=settings.operator,
        before_migration=partial(_back_up_first, folder=settings.backups),
        shards=shards,
    )
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    connected = connecting or partial(
        _client, shard_count=settings.shards, shards=shards, is_counted=settings.discord_api is not None
    )
    backups = AutomaticBackups(
        settings.database,
        settings.backups,
        hours=settings.backup_hours,
        keep=settings.backup_keep,
        are_replayed=settings.backup_check == "replay",
    )
    watched = partial(_watched, health=settings.health, alerts=settings.alerts)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        host = _host(opened(settings.database), lambda app: watched(connected(app)), settings.discord_token, backups)
        runner.run(host)


def _client(
    application: Application, *, shard_count: int | None, shards: ShardRange | None, is_counted: bool
) -> HiddenHand:
    """Return the client of an application. is_counted: whether a proxy limits the calls of all processes together."""
    workshop = Workshop(application.thinking)
    if shards is not None:
        calls = None if is_counted else SharedCalls(lambda: application.leases.living)
        return HiddenHand(application, workshop=workshop, shard_count=shards.total, shard_ids=shards.ids, calls=calls)
    return HiddenHand(application, workshop=workshop, shard_count=shard_count)


def _back_up_first(database: Path, *, folder: Path) -> None:
    """Make a backup before a migration. The migration does not start if this fails."""
    made = make_backup(database, folder, Reason.BEFORE_MIGRATION)
    log.info("backup made before the database is brought to this version", file=str(made.file))


@asynccontextmanager
async def _watched(client: HiddenHand, *, health: Address | None, alerts: int | None) -> AsyncIterator[HiddenHand]:
    """Watch the health of a client within this context, and yield the client.

    Raises:
        RunError: the address for health and figures cannot be used.
    """
    try:
        async with client, watching(client, client.app, health=health, alerts=alerts):
            yield client
    except AddressError as error:
        raise RunError(str(error), exit_codes.SETTINGS) from error


async def _host(
    opened: AbstractAsyncContextManager[Application],
    connecting: Watching,
    token: SecretStr,
    backups: AutomaticBackups,
) -> None:
    stopped = asyncio.Event()
    with _listening(stopped):
        await _hosting(opened, connecting, token, backups, stopped)


async def _hosting(
    opened: AbstractAsyncContextManager[Application],
    connecting: Watching,
    token: SecretStr,
    backups: AutomaticBackups,
    stopped: asyncio.Event,
) -> None:
    async with opened as application, connecting(application) as client:
        saving = asyncio.create_task(backups.run(), name="automatic backups")
        connected = asyncio.create_task(_connect(client, token), name="connection to Discord")
        waiting = asyncio.create_task(stopped.wait(), name="signals")
        failed = asyncio.create_task(_failure(application), name="database")
        warming = asyncio.create_task(_warm_up(client), name="first pictures, and emojis")
        leading = asyncio.create_task(_lead(client), name="what the leader does")
        try:
            await asyncio.wait([connected, waiting, failed], return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                await connected
            if failed.done():
                await failed
            log.info("stopping")
            try:
                await asyncio.wait_for(client.finish(), _STOP_TIMEOUT)
            except TimeoutError:
                log.warning("stopped before everything was delivered; the rest follows at the next start")
        finally:
            for task in (waiting, failed, warming, leading, saving):
                task.cancel()
            await client.close()
            connected.cancel()
            await asyncio.wait([connected])
    log.info("stopped")


@contextmanager
def _listening(stopped: asyncio.Event) -> Iterator[None]:
    """Within this context, set the event when a signal asks the process to stop. A second signal ends it at once."""
    loop = asyncio.get_running_loop()

    def stop(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(stopped.set)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _warm_up(client: HiddenHand) -> None:
    """Once the bot is ready, draw the parts that boards need, so that the first match need not wait for them. Then keep
    the emojis up to date.
    """
    await client.ready.wait()
    for game in client.app.library.games.values():
        await asyncio.to_thread(warm_up, game)
    await client.interface.emojis.keep()


async def _lead(client: HiddenHand) -> None:
    await client.ready.wait()
    await client.lead()


async def _failure(application: Application) -> None:
    """Wait until the database fails for good, and raise its error."""
    raise await application.database.failed()


async def _connect(client: HiddenHand, token: SecretStr) -> None:
    """Log in and stay connected through outages of Discord.

    Raises:
        RunError: Discord rejects the bot, and trying again would not help.
    """
    try:
        await _log_in(client, token)
        await client.connect(reconnect=True)
    except discord.LoginFailure:
        raise RunError(_REFUSED) from None
    except discord.PrivilegedIntentsRequired:
        raise RunError(_CLOSED[4014]) from None
    except discord.ConnectionClosed as error:
        if error.code in _SHARDS:
            code = exit_codes.SETTINGS if client.chose_shard_count else exit_codes.FAILED
            raise RunError(_SHARDS[error.code], code) from None
        if error.code in _CLOSED:
            raise RunError(_CLOSED[error.code]) from None
        line = f"Discord has closed the connection for good (code {error.code})"
        raise RunError(line, exit_codes.FAILED) from None
    except (app_commands.AppCommandError, discord.HTTPException) as error:
        code = getattr(error, "code", 0)
        raise RunError(
            f"Discord rejects the bot or its commands (code {code}): check that the application on "
            "discord.com/developers/applications is a bot, and that this Hidden Hand was not altered"
        ) from None


async def _log_in(client: HiddenHand, token: SecretStr) -> None:
    """Log in. While Discord cannot be reached, or refuses what it takes at other times, keep trying.

    Raises:
        discord.LoginFailure, discord.HTTPException: Discord will not take the token or the commands at any time.
    """
    for pause in pauses():
        try:
            await client.login(token.get_secret_value())
        except (discord.HTTPException, aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
            if isinstance(error, discord.LoginFailure) or is_final(error):
                raise
            client.waits.begin("login", error, pause)
            await client.http.close()
            client.http.clear()
            client.http.connector = discord.utils.MISSING  # closed with its session; the next login makes another
            await asyncio.sleep(pause)
        else:
            client.waits.end("login")
            return
