"""The bot of `hidden-hand run`, but with one game, one seed, a movable clock, and short pauses.

No proof depends on the pauses; discord.py itself sleeps as always.
"""

import asyncio
import math
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Final
from unittest.mock import patch

import discord

from bot.application.application import Application
from bot.application.lobby.dealing import GivenDeals
from bot.application.thinking import computers
from bot.application.time import uptime
from bot.content.library import Library
from bot.content.seeds import load_content, load_game
from bot.model.pace import NO_CLOCK
from bot.people import settings as preferences
from bot.process.config import load_settings
from bot.store.address import DatabaseAddress
from bot.store.database import Database
from cogs.client import HiddenHand
from cogs.delivery.answer import ACKNOWLEDGED_AFTER
from cogs.delivery.backoff import Backoff
from cogs.run import RunError, run
from tests.chaos.ahead import AheadClock
from tests.chaos.planted import ENVIRONMENT, planted
from tests.tiny_game import Tiny
from tests.tiny_renderer import RENDERER

GAME: Final = "CHAOS_GAME"
SEED: Final = "CHAOS_SEED"
ACKNOWLEDGE: Final = "CHAOS_ACKNOWLEDGE"
"""The seconds after which the bot acknowledges an interaction if its answer is not ready."""
PAUSE: Final = 0.05
"""Seconds before the first retry of anything."""

PAUSES: Final = Backoff(wait=PAUSE, closed=PAUSE, forbidden=PAUSE, broken=PAUSE, most=1.0, passing=[PAUSE, 0.2, 0.5])


def library_of(key: str) -> Library:
    """Return the library with one game of the catalog, or with the tests' own small one."""
    if key != Tiny.key:
        return Library({key: load_game(key)}, {key: load_content(key)})
    module = ModuleType(f"render.{key}")
    module.RENDERER = RENDERER  # type: ignore[attr-defined] # what `render.renderer.renderer` looks for
    sys.modules[module.__name__] = module
    return Library.of({key: Tiny()})


class PostedDeals(GivenDeals):
    """Given deals, each of which needs its message as a real one does."""

    needs_message = True


@asynccontextmanager
async def opening(path: DatabaseAddress, *, environment: Mapping[str, str] = os.environ) -> AsyncIterator[Application]:
    """Open the app with one game, in which every match is dealt by the same seed."""
    clock = AheadClock(Path.cwd())
    database = await Database.open(path)
    try:
        seed = int(environment[SEED])
        app = Application(database, library_of(environment[GAME]), clock=clock, seeds=lambda: seed)
        app.starts._dealing = PostedDeals(lambda: seed)
        following = asyncio.create_task(clock.follow(lambda: _moved(app)), name="time")
        with (
            patch.object(discord.utils, "utcnow", clock),
            patch.object(uptime, "STOOD_STILL", math.inf),  # moved time counts as uptime
            patch.object(computers, "PAUSE", PAUSE),
            patch.object(preferences, "RATED", NO_CLOCK),  # a trial names the pace that it wants
            planted(environment.get(ENVIRONMENT)),
        ):
            yield app
        following.cancel()
        await app.computers.close()
        await app.names.close()
    finally:
        await database.close()


async def _moved(app: Application) -> None:
    """Make everything that waits for a moment check the clock again."""
    app.timers.pause()
    await app.timers.go_on()
    for number in await app.outbox.due(100):
        app.announcer.pending(number)


def connecting(app: Application) -> HiddenHand:
    """Return the client, which stops waiting for servers once Discord has listed them."""
    patience = float(os.environ.get(ACKNOWLEDGE, ACKNOWLEDGED_AFTER))
    client = HiddenHand(app, patience=patience, backoff=PAUSES, shard_count=None)
    client._connection.guild_ready_timeout = 0.1
    return client


def main() -> int:
    """Run the bot and return its exit code."""
    try:
        run(load_settings(), opening=opening, connecting=connecting)
    except RunError as error:
        sys.stderr.write(f"{error}\n")
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
