"""A town for each test, in which only expected errors may occur."""

import logging
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import simcord
import structlog

from bot.application.time import uptime
from bot.content.seeds import load_games
from bot.model.pace import DAY, NO_CLOCK
from bot.store.database import Database
from cogs.messages.picture_cache import Drawn
from render.canvas import Canvas
from render.palette import GROUND
from render.renderer import CloseUp, Names, Renderer, renderer
from rules.catalog import GAMES
from rules.core.game import Game
from tests.cogs.town import Games, Server, Town, Wall, build
from tests.fresh_database import already_checked
from tests.heist_game import Heist
from tests.patience import PATIENT
from tests.pennies_game import Pennies
from tests.tiny_game import Tiny


def blank(*_: object) -> Canvas:
    """Draw next to nothing."""
    return Canvas(8, 8, GROUND)


def part_of_heist(_game: Game, view: Any, word: str, names: Names) -> list[str]:
    """Return the lines about the pot, or about a thief's coins."""
    if word == "pot":
        return [f"{view.pot} coins are left."]
    seat = int(word.removeprefix("seat-"))
    return [f"{names[seat]} has {view.coins[seat]} coins."]


RENDERERS = {
    Tiny.key: Renderer(
        table=blank,
        hand=blank,
        table_lines=lambda _, view, __: [f"Round {view.turn}: {view.points}"],
        hand_lines=lambda _, view, __: [f"Hand: {', '.join(view.hand)}; bid: {', '.join(view.bid)}"],
    ),
    Heist.key: Renderer(
        table=blank,
        hand=blank,
        table_lines=lambda _, view, __: [f"Pot: {view.pot}; coins: {view.coins}"],
        hand_lines=lambda _, view, __: [f"Hand: {', '.join(view.hand)}"],
        closeup=CloseUp(
            parts=lambda _, view: [
                ("pot", "The pot"),
                *((f"seat-{seat}", f"Thief {seat + 1}") for seat in range(len(view.coins))),
            ],
            draw=blank,
            lines=part_of_heist,
        ),
    ),
    Pennies.key: Renderer(
        table=blank,
        hand=blank,
        table_lines=lambda _, view, __: [f"Won: {view.won}"],
        hand_lines=lambda _, view, __: [f"Won: {view.won}"],
    ),
}
"""Renderers that draw next to nothing. The pot of a heist and the coins of each thief are parts to zoom in on."""


@pytest.fixture
def our_renderers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the tests' own games be drawn."""
    for key, drawn in RENDERERS.items():
        module = ModuleType(f"render.{key}")
        module.RENDERER = drawn  # type: ignore[attr-defined] # what `renderer` looks for
        monkeypatch.setitem(sys.modules, module.__name__, module)
    yield
    renderer.cache_clear()


def plain(drawn: Renderer) -> Renderer:
    """Return a renderer with the same words that draws next to nothing."""
    choice, closeup = drawn.choice, drawn.closeup
    return replace(
        drawn,
        table=blank,
        hand=blank,
        phone=None,
        choice=choice and replace(choice, draw=blank),
        closeup=closeup and replace(closeup, draw=blank),
    )


@pytest.fixture
def renderers(our_renderers: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the renderers: those of the catalog draw next to nothing unless the test is marked `drawn`. Drawing would
    take most of the time, and most tests here only read text.
    """
    if request.node.get_closest_marker("drawn") is None:
        for key in GAMES:
            module = import_module(f"render.{key}")
            monkeypatch.setattr(module, "RENDERER", plain(module.RENDERER))
    renderer.cache_clear()
    monkeypatch.setattr("cogs.messages.hand.HANDS", Drawn())
    yield
    renderer.cache_clear()


@pytest.fixture(autouse=True)
def no_default_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches have no clock unless a test names one."""
    monkeypatch.setattr("bot.people.settings.RATED", NO_CLOCK)


@pytest.fixture(autouse=True)
def rare_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a week pass without its 40,000 looks at the clock, which tests/bot tries."""
    for name, seconds in (("LOOK", DAY / 4), ("BEAT", DAY / 4), ("STOOD_STILL", 365 * DAY)):
        monkeypatch.setattr(uptime, name, seconds)


@pytest.fixture
def games(renderers: None) -> Games:
    """The games of the catalog and the tests' own games."""
    return {**load_games(), Tiny.key: Tiny(), Heist.key: Heist()}


@pytest.fixture
def nothing_unforeseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if the bot or discord.py logs an error."""
    with structlog.testing.capture_logs() as lines:
        yield
    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
def wall() -> Wall:
    """Return the clock from which the bot reads the time."""
    return Wall()


@pytest.fixture
async def house(tmp_path: Path, games: Games, wall: Wall, nothing_stored: bytes) -> AsyncIterator[list[Any]]:
    """The open database and the bot on it. A restart replaces both."""
    path = tmp_path / "hidden-hand.sqlite3"
    path.write_bytes(nothing_stored)
    with already_checked():
        opened: list[Any] = list(await build(path, games, wall))
    yield opened
    database: Database = opened[0]
    await database.close()


@pytest.fixture
async def env(house: list[Any], wall: Wall) -> AsyncIterator[simcord.Env]:
    """A simulated Discord with the bot in it. simcord's plugin sets its clock for a test that asks for it."""
    wall.env = opened = Server(house[1], settle_timeout=PATIENT)
    await opened.start()
    yield opened
    await opened.shutdown()
    opened.raise_errors()


@pytest.fixture
async def town(
    *, env: simcord.Env, house: list[Any], games: Games, wall: Wall, tmp_path: Path, nothing_unforeseen: None
) -> Town:
    """The server and its people."""
    return Town(env, tmp_path / "hidden-hand.sqlite3", games, house, wall)
