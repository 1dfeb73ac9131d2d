"""A bot that only a user has installed: interactions come from a server whose channels the bot cannot reach."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import DIRECT_MESSAGES, Status
from bot.store.database import Database
from cogs.client import HiddenHand
from cogs.messages.fairness import UNCHECKED
from cogs.presses.opening import CANNOT_WRITE, ELSEWHERE
from sandbox.wire.people import User
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.patience import PATIENT
from tests.tiny_game import Tiny
from tests.wire.clients import running

pytestmark = pytest.mark.usefixtures("redirected")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    database = await Database.open(tmp_path / "hidden-hand.sqlite3")
    yield Application(database, Library.of({Tiny.key: Tiny()}))
    await database.close()


@asynccontextmanager
async def uninvited(wire: Wire, app: Application) -> AsyncIterator[User]:
    """Run the bot, which is on no server; yield a user who has installed it."""
    ada = wire.user("Ada")
    async with running(bot := HiddenHand(app, patience=PATIENT), wire):
        await bot.ready.wait()
        wire.world.remove_bot(wire.guild)
        with pytest.raises(ImpossibleError):
            await ada.slash("/match new", game="tiny", computer="novice")
        ada.install()
        yield ada
        await bot.finish()
    wire.assert_clean()


async def test_a_match_is_begun_on_a_foreign_server_and_played_in_direct_messages(wire: Wire, app: Application) -> None:
    async with uninvited(wire, app) as ada:
        begun = await ada.slash("/match new", game="tiny", computer="novice")
        assert ELSEWHERE in begun.message.content
        [match] = await app.matches.of_user(ada.id)
        assert match.guild == DIRECT_MESSAGES
        board = await wire.until(lambda: next((each for each in ada.dms if "My hand" in each.labels), None))
        hand = await ada.press(board, "My hand")
        assert hand.ephemeral
        assert "Match #1" in hand.message.content
        assert wire.channel.messages == []
        assert most_followups(wire) <= 1


@pytest.mark.thorough
async def test_a_whole_match_there_needs_no_more_than_one_follow_up_for_an_answer(wire: Wire, app: Application) -> None:
    async with uninvited(wire, app) as ada:
        await ada.slash("/match new", game="tiny", computer="novice")
        [match] = await app.matches.of_user(ada.id)
        while (await app.positions.get(match.id)).match.status is Status.LIVE:
            hand = await ada.slash("/hand")
            if "Fold" in hand.message.labels:
                await ada.press(hand, "Fold")
        assert most_followups(wire) <= 1


def most_followups(wire: Wire) -> int:
    """Return the most messages with which one interaction was answered after its first answer."""
    return max(len(each.followups) for each in wire.world.interactions.values())


async def test_with_closed_direct_messages_private_answers_show_the_match(wire: Wire, app: Application) -> None:
    async with uninvited(wire, app) as ada:
        ada.close_dms()
        begun = await ada.slash("/match new", game="tiny", computer="novice")
        assert begun.ephemeral
        assert begun.message.content == f"{CANNOT_WRITE} {UNCHECKED}"
        hand = await wire.until(lambda: next(iter(begun.followups), None))
        assert "Match #1 has started" in hand.content
        assert hand.components
        assert (await ada.slash("/match status")).ephemeral
        assert (await ada.slash("/hand")).ephemeral
        assert ada.dms == []


async def test_commands_of_a_server_are_not_offered_on_a_foreign_one(wire: Wire, app: Application) -> None:
    async with uninvited(wire, app) as ada:
        for name in ("/setup", "/admin match list"):
            with pytest.raises(ImpossibleError):
                await ada.slash(name)
