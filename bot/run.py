"""`hidden-hand run`: the bot in one process, from its settings to its last message."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp
import discord
import structlog
from pydantic import SecretStr

from bot.announcements import Announcements
from bot.client import HiddenHand, build_client
from bot.config import Settings
from bot.content import load_games
from bot.log import set_up_logging
from bot.matches import Matches
from bot.ratings import Ratings
from bot.store.database import Database

_WAYS_OUT: Final = (
    "There is no token: set DISCORD_TOKEN in .env or in the environment, or play without Discord: hidden-hand sandbox"
)

log = structlog.get_logger(__name__)


class RunError(Exception):
    """The bot cannot be connected to Discord; one line that says what to do."""


def run(settings: Settings) -> None:
    """Host matches on Discord until the process is told to stop (SIGINT, SIGTERM).

    Raises:
        RunError: it has no token, or Discord does not take it, or cannot be reached.
        StoreError: the database cannot be used.
        ContentError: the content of a game cannot be used.
    """
    if settings.discord_token is None:
        raise RunError(_WAYS_OUT)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody here misses voice
    set_up_logging(settings.log_level, settings.log_format, [settings.discord_token])
    try:
        asyncio.run(_host(settings.database, settings.discord_token))
    except KeyboardInterrupt:
        log.info("stopped")
    except discord.LoginFailure:
        raise RunError(
            "Discord refuses the token: copy it once more from the Bot page of discord.com/developers/applications, "
            "and set it as DISCORD_TOKEN in .env or in the environment"
        ) from None
    except (aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound) as error:
        raise RunError(f"Discord cannot be reached ({type(error).__name__}): try again in some minutes") from None


async def _host(database: Path, token: SecretStr) -> None:
    # asyncio listens to SIGINT by now: it cancels this task, and everything is closed on the way out.
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    async with bot_on(database) as client:
        await client.start(token.get_secret_value())


@asynccontextmanager
async def bot_on(path: Path) -> AsyncIterator[HiddenHand]:
    """The bot on this database, its matches resumed, not yet connected; both are closed in the end.

    Raises:
        StoreError: the database cannot be used.
    """
    games = load_games()
    database = await Database.open(path)
    try:
        matches = Matches(database, games)
        resumed = await matches.resume()
        async with build_client(matches, Announcements(database), Ratings(database), resumed=resumed) as client:
            yield client
    finally:
        await database.close()
