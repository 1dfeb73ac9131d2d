"""Fixtures and settings for the tests of every folder."""

import gc
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from bot.content.seeds import load_game, load_games
from bot.store.migrations import known_migrations
from bot.store.opening import prepare
from rules.catalog import GAMES
from rules.core.game import Game
from tests.examples import examples
from tests.heist_game import PatientHeist
from tests.one_more_game import SHIPPED, enter_catalog, leave_catalog
from tests.pennies_game import Pennies

# Compile every imported module once: each worker, and each program that a test starts, would take long to do it again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

MEMORY = Path("/dev/shm")  # noqa: S108 # each run makes a folder of its own there
ENOUGH = 2 * 1024**3
"""The most bytes that the files of a run need."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell lets what it starts in the background ignore Ctrl-C, and programs that tests start would ignore it, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ENOUGH:
    # Tests make hundreds of databases, each with a hundred waits for the disk: in memory a run takes half the time.
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

pytest_plugins = ["tests.postgres.option", "tests.query_plans", "tests.scheduling", "tests.tiers"]

NAMED = 40
"""The most characters of a text in the name of a test case."""

gc.disable()  # collected modules and tests stay: see below

enter_catalog()

OURS: dict[str, type[Game]] = {PatientHeist.key: PatientHeist, Pennies.key: Pennies}

# CI tries the same examples every time; at home every run tries others. Machines differ: no deadlines.
settings.register_profile("ci", examples(15), deadline=None, derandomize=True)
settings.register_profile("home", examples(15), deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Return the beginning of a text, in ASCII, as the name of its test case: reports show it, and `-k`
    selects by it.
    """
    return ascii(val)[1:-1][:NAMED] if isinstance(val, str) else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that says something of all games twice: with the tests' own game, and without it."""
    if metafunc.definition.get_closest_marker("catalog"):
        metafunc.fixturenames.append("catalog")
        metafunc.parametrize("catalog", ["one more", "shipped"], indirect=True)


def pytest_collection_finish() -> None:
    """Exclude all modules and tests from garbage collection, because they stay to the end, and collect more rarely than
    Python by default: a tenth of the processor's time was spent on that. The objects of one collection fit the
    processor's cache; at 50,000 objects it took twice as long, a fifth of the time of a test that starts a bot.
    """
    gc.set_threshold(10_000, 60, 100)
    gc.enable()
    gc.freeze()


@pytest.fixture(scope="session")
def nothing_stored(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of an empty database: making one takes five times as long as copying it."""
    path = tmp_path_factory.mktemp("nothing-stored") / "hidden-hand.sqlite3"
    prepare(path, known_migrations(), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    return path.read_bytes()


@pytest.fixture(scope="session", params=[*GAMES, *OURS])
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game of the catalog, and the tests' own ones."""
    return OURS[request.param]({}) if request.param in OURS else load_game(request.param)


@pytest.fixture
def booklet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Game, int], None]:
    """Return a function that adds to the catalog's booklet puzzles of one game, this many of each level."""
    seeds = files("seeds")
    for key in SHIPPED:
        (tmp_path / key).symlink_to(str(seeds.joinpath(key)))
    monkeypatch.setattr("bot.puzzles.booklet.files", lambda _: tmp_path)

    def ship(game: Game, count: int) -> None:
        assert game.puzzles is not None
        folder = tmp_path / game.key / "puzzles"
        folder.mkdir(parents=True)
        for level in game.puzzles.levels:
            entries = [
                {
                    "level": level.number,
                    "least": made.solution.least,
                    "solution": list(made.solution.actions),
                    "puzzle": game.puzzles.written(made.puzzle),
                }
                for made in islice(game.puzzles.generate(level.number, 1), count)
            ]
            (folder / f"level_{level.number}.json").write_text(json.dumps(entries), encoding="utf-8")

    return ship


@pytest.fixture(scope="session", params=GAMES)
def catalog_game(request: pytest.FixtureRequest) -> Game:
    """Return each game of the catalog."""
    return load_game(request.param)


@pytest.fixture
def catalog(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have the tests' own game in the catalog, or the shipped games alone."""
    if request.param == "shipped":
        leave_catalog()
        load_games.cache_clear()
    yield
    if request.param == "shipped":
        enter_catalog()
        load_games.cache_clear()
