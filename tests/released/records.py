"""Records of releases: for each a backup with matches of every game, and the digests of its migrations.

A record is written once, by `.ci/release`, and nothing writes it again: neither `python -m tests.golden.write` nor
anybody who wants a test to pass.
"""

import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from packaging.version import Version

from bot.application.application import Application
from bot.backup.archive import extract
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.backup.replays import Replayed
from bot.backup.upgrade import try_upgrade
from bot.content.library import Library
from bot.store.database import Database
from bot.store.migrations import Migration, known_migrations
from bot.store.postgres.opening import migrations_here
from rules.core.game import Game
from tests.released.matches import SEED, play_all

FOLDER: Final = Path(__file__).parent
_MANY: Final = 10_000
"""More finished matches than a record has."""


def migrations_by_engine() -> dict[str, Sequence[Migration]]:
    """Return the migrations of this program, in the words of each engine."""
    return {"sqlite": known_migrations(), "postgres": migrations_here()}


@dataclass(frozen=True)
class Record:
    """The record of a release: a folder named after its version."""

    folder: Path

    @property
    def version(self) -> str:
        """The version of the release."""
        return self.folder.name

    @property
    def backup(self) -> Path:
        """A backup of a database with matches of every game."""
        return self.folder / "backup.zip"

    @cached_property
    def _contents(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "record.toml").read_text(encoding="utf-8"))

    @property
    def games(self) -> list[str]:
        """The games of the release."""
        return list(self._contents["rules"])

    @property
    def migrations(self) -> dict[str, dict[str, str]]:
        """The digest of each migration, by engine and name, in order."""
        return {engine: self._contents[engine] for engine in migrations_by_engine()}

    def altered(self, known: Mapping[str, Sequence[Migration]]) -> list[tuple[str, str]]:
        """Return the engine and the name of each migration of the release that these, by engine, do not have as it was.
        A database of the release is then refused.
        """
        digests = {engine: {each.name: each.checksum for each in migrations} for engine, migrations in known.items()}
        return [
            (engine, name)
            for engine, released in self.migrations.items()
            for name, digest in released.items()
            if digests[engine].get(name) != digest
        ]

    def matches(self, library: Library) -> list[Replayed]:
        """Return all matches, replayed after an upgrade to this program."""
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "hidden-hand.sqlite3"
            extract(self.backup, database)
            tried = try_upgrade(database, library, finished=_MANY)
        return [*tried.unfinished, *tried.finished]


def records(folder: Path = FOLDER) -> list[Record]:
    """Return the records of all releases, oldest first."""
    found = [Record(path.parent) for path in folder.glob("*/record.toml")]
    return sorted(found, key=lambda record: Version(record.version))


async def write(version: str, games: Sequence[Game], library: Library, folder: Path = FOLDER) -> Record:
    """Record a version: let it play its games, make a backup of the database, and note the digests of its migrations.

    Raises:
        FileExistsError: the version has a record.
    """
    record = Record(folder / version)
    record.folder.mkdir()
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "hidden-hand.sqlite3"
        await play(database, games, library)
        make_backup(database, Path(place), Reason.MANUAL).file.replace(record.backup)
    (record.folder / "record.toml").write_text("".join(_lines(games)), encoding="utf-8")
    return record


async def play(path: Path, games: Sequence[Game], library: Library) -> None:
    """Play the matches of a record in a new database."""
    database = await Database.open(path)
    try:
        app = Application(database, library, seeds=lambda: SEED)
        for game in games:
            await play_all(app, game)
    finally:
        await database.close()


def _lines(games: Sequence[Game]) -> Iterator[str]:
    yield "[rules]\n"
    yield from (f"{game.key} = {game.version}\n" for game in games)
    for engine, migrations in migrations_by_engine().items():
        yield f"\n[{engine}]\n"
        yield from (f'"{migration.name}" = "{migration.checksum}"\n' for migration in migrations)
