"""The bot on a simulated Discord, in the test's own process and with the pauses that it really has."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId, UserId
from bot.store.database import Database
from cogs.client import HiddenHand
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.tiny_game import Tiny
from tests.wire.clients import running

MATCH = MatchId(1)
"""The first match, which most tests play."""


@asynccontextmanager
async def hosting(wire: Wire, folder: Path) -> AsyncIterator[HiddenHand]:
    """Run the bot with the smallest game."""
    database = await Database.open(folder / "hidden-hand.sqlite3")
    assert wire.channel.guild is wire.guild, "both are there before the bot"
    bot = HiddenHand(Application(database, Library.of({Tiny.key: Tiny()})))
    bot._connection.guild_ready_timeout = 0.01
    async with running(bot, wire):
        await bot.ready.wait()
        yield bot
        await bot.finish()
    await database.close()


async def begin(wire: Wire, **options: Any) -> tuple[User, User]:
    """Begin a match of Ada and Bo, who get their hands."""
    ada, bo = wire.user("Ada"), wire.user("Bo")
    opened = await ada.slash("/match new", game="tiny", against="people here", **{"pace": "none", **options})
    assert "is open" in opened.content, opened.content
    await bo.slash("/match join", match=MATCH)
    await ada.slash("/match start", match=MATCH)
    await wire.until(lambda: ada.dms and bo.dms, what="hands")
    return ada, bo


async def waiting(app: Application) -> UserId:
    """Return a user who has to decide in the match."""
    table_view = (await app.positions.get(MATCH)).view_for(None)
    return table_view.match.players[table_view.view.waiting[0]].user


async def fold(app: Application, number: int) -> None:
    """Let a player who has to decide fold, without a press. number: of an interaction that there was not."""
    await app.matches.act(MATCH, await waiting(app), "fold", decision=None, interaction=number)


async def is_shown(app: Application) -> bool:
    """Return whether the board and the hands show the match as it is."""
    return not [row for row in await app.outbox.of_match(MATCH) if row.is_pending and row.kind != "ping"]


def notes(user: User) -> list[str]:
    """Return the direct messages that tell a user why the board is not shown."""
    return [message.content for message in user.dms if "I can't show the board" in message.content]
