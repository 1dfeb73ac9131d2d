"""Another program holds the database's lock: users who only look are still answered, and a press is accepted."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import pytest
import structlog

from bot.model.match import MatchId
from bot.model.position import Position
from bot.store.database import Database
from cogs.commands.games import in_time
from cogs.delivery.answer import ONE_MOMENT
from cogs.widgets import purposes
from cogs.widgets.choices import Choice
from tests.cogs.town import Town, buttons, press, private
from tests.patience import PATIENT, until
from tests.raw_database import connect_raw, on_server

ACKNOWLEDGED = 6
"""The type of a callback that leaves the pressed message as it is."""


@contextmanager
def locked(town: Town) -> Iterator[None]:
    """Hold the lock as a slow writer does."""
    with closing(connect_raw(town.path, autocommit=True)) as other:
        other.execute("BEGIN" if on_server() else "BEGIN IMMEDIATE")
        if on_server():
            other.execute("LOCK TABLE interactions IN EXCLUSIVE MODE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def declared(two: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """Tell the simulated server that a press may wait for the lock."""
    act = two.app.matches.act

    async def waits(*args: Any, **more: Any) -> Position:
        position: Position = await two.env.external_wait(act(*args, **more), reason="the lock of the database")
        return position

    monkeypatch.setattr(two.app.matches, "act", waits)
    return two


@pytest.fixture
def patience() -> float:
    """Return the seconds for which the database waits for the lock."""
    return PATIENT


@pytest.fixture(autouse=True)
def patient(patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "open", partial(Database.open, patience=patience))


async def played(town: Town) -> None:
    """Wait for the first ply, and for everything that follows it."""

    async def has_played() -> bool:
        return (await town.match()).ply > 0

    await until(has_played)
    await town.env.settle()


def callbacks(town: Town) -> list[int]:
    """Return the types of all first answers to interactions."""
    return [
        (request.json or {})["type"]
        for request in town.env.http_requests
        if request.path.startswith("/interactions/") and request.path.endswith("/callback")
    ]


@pytest.fixture
async def two(town: Town) -> Town:
    """Begin a match in the tavern and one in the attic, with all names known."""
    await town.open("tiny", town.ada, town.bo)
    await town.cleo.slash(town.attic, "match new", against="people here", game="tiny")
    await town.dan.slash(town.attic, "match join")
    await town.cleo.slash(town.attic, "match start")
    await town.client.app.names.settled()
    return town


async def test_every_user_who_looks_is_answered(two: Town) -> None:
    town = two
    with locked(town):
        assert "Fold" in buttons(private(await town.cleo.slash(town.attic, "hand")))
        assert private(await town.dan.slash(town.attic, "match status")).attachments
        assert await town.cleo.autocomplete(town.attic, "tiny bid", "card", "")
        assert await town.cleo.autocomplete(town.attic, "match new", "deck", "", game="tiny")
        assert "Fold" in buttons(private(await press(town.cleo, town.board(town.attic), purposes.HAND)))


async def test_every_user_who_looks_is_answered_while_a_press_waits(two: Town) -> None:
    """A press in another match waits for the lock; it delays no other user."""
    town = two
    with locked(town):
        writing = asyncio.ensure_future(
            town.app.matches.act(MatchId(1), town.ada.id, "fold", decision=None, interaction=7)
        )
        assert await town.app.matches.in_channel(town.attic.id) is not None
        assert "Fold" in buttons(private(await town.cleo.slash(town.attic, "hand")))
        assert await town.cleo.autocomplete(town.attic, "tiny bid", "card", "")
        assert not writing.done()
    assert (await writing).match.ply == 1


async def test_a_press_that_has_to_wait_is_acknowledged_and_then_answered(declared: Town) -> None:
    town = declared
    before = len(callbacks(town))
    with locked(town):
        await town.ada.click(town.board(), label="Fold")
        assert callbacks(town)[before:] == [ACKNOWLEDGED]
        assert (await town.match()).ply == 0
    await played(town)
    assert (await town.match()).ply == 1
    assert f"<@{town.ada.id}>" not in town.board().content, "the board shows it"
    assert callbacks(town)[before:] == [ACKNOWLEDGED]


async def test_a_command_that_has_to_wait_is_acknowledged_and_then_answered(declared: Town) -> None:
    town = declared
    with locked(town):
        typed = await town.ada.slash(town.tavern, "tiny fold")
        assert private(typed).content == ONE_MOMENT
    await played(town)
    assert "You chose: " in private(typed).content
    assert (await town.match()).ply == 1


@pytest.mark.parametrize("patience", [0.1])
async def test_a_press_that_waits_too_long_is_refused_kindly(declared: Town) -> None:
    """Nothing changes, and the button works later."""
    town = declared
    with structlog.testing.capture_logs() as lines, locked(town):
        pressed = await town.ada.click(town.board(), label="Fold")

        async def is_answered() -> bool:
            return bool(pressed.followups)

        await until(is_answered)
    await town.env.settle()
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["the database failed"]
    assert "Try again" in private(pressed).content
    assert (await town.match()).ply == 0
    await town.ada.click(town.board(), label="Fold")
    await played(town)
    assert (await town.match()).ply == 1


async def test_nothing_is_offered_rather_than_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.commands.games.SOON", 0.0)
    assert await in_time(asyncio.sleep(60, [Choice("bid", "Bid", "")]), "") == []
    monkeypatch.setattr("cogs.commands.games.SOON", PATIENT)
    assert [choice.value for choice in await in_time(asyncio.sleep(0, [Choice("bid", "Bid", "")]), "")] == ["bid"]
