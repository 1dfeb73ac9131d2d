"""Files that differ from those this program wrote: damaged, cut off, or of an older schema on a full disk.

The program must refuse such a file in one line and leave every byte as it is, or open it and find everything in it
unchanged or report it as damaged.
"""

import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import structlog

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.model.refusals import Refusal
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.migrations import Migration, known_migrations, migrate
from tests.bot.table_helpers import BEN, CHANNEL, SEED, TINY, begin, open_lobby, play_on
from tests.chaos.tally import Tally

PAGE: Final = 4096
MATCHES: Final = 12
ROOM: Final = 40
"""Free pages that are enough to migrate a file of an older schema."""
LIBRARY: Final = Library.of({TINY.key: TINY})
REAL: Final = len(known_migrations())
KNOWN: Final = (
    *known_migrations(),
    Migration(
        REAL + 1,
        "made_up_remarks.sql",
        "CREATE TABLE remarks (id INTEGER PRIMARY KEY, remark TEXT NOT NULL) STRICT;"
        "INSERT INTO remarks (id, remark) SELECT id, hex(zeroblob(200)) FROM interactions;",
    ),
    Migration(
        REAL + 2,
        "made_up_options.sql",
        "CREATE TABLE new_options (match_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, "
        "remark TEXT NOT NULL, PRIMARY KEY (match_id, name)) STRICT, WITHOUT ROWID;"
        "INSERT INTO new_options SELECT match_id, name, value, hex(zeroblob(300)) FROM match_options;"
        "DROP TABLE match_options; ALTER TABLE new_options RENAME TO match_options;",
    ),
)
"""The migrations of this program, and invented later ones that fill a table and replace one."""
SCHEMAS: Final = range(REAL, len(KNOWN) + 1)
"""The schemas of files: this program's, and those after each invented migration."""


def _clock() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


async def damaged(files: int, seed: int) -> Tally:
    """Damage this many copies of a file, each in another way, and open them."""
    tally, random = Tally(), Random(seed)  # noqa: S311 # the same trial for the same seed
    with TemporaryDirectory() as folder, structlog.testing.capture_logs():
        whole, copy = Path(folder) / "whole.sqlite3", Path(folder) / "copy.sqlite3"
        await _fill(whole)
        refused = 0
        for number in range(files):
            content, what = _damage(whole.read_bytes(), random)
            copy.write_bytes(content)
            faults = await _faults(copy, tally)
            if tally.done["refused"] > refused and copy.read_bytes() != content:
                faults.append("it is refused, and was changed")
            refused = tally.done["refused"]
            tally.faults += [f"{number}: {what}: {fault}" for fault in faults]
            tally.done[f"damage: {what.split(' at ')[0]}"] += 1
            _remove(copy)
    return tally


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)


async def _fill(path: Path) -> None:
    database = await Database.open(path)
    app = Application(database, LIBRARY, seeds=lambda: SEED)
    for number in range(MATCHES):
        await play_on(app, await begin(app, BEN, channel=CHANNEL + number), number or None)
    await open_lobby(app, channel=CHANNEL + MATCHES)
    await database.close()


def _damage(content: bytes, random: Random) -> tuple[bytes, str]:
    place = random.randrange(len(content))
    size = random.choice([1, 16, 512, PAGE, 3 * PAGE])
    start = place // PAGE * PAGE
    match random.choice(["cut off", "garbage", "zeros", "a bit", "a page twice", "a page gone", "pages exchanged"]):
        case "cut off":
            return content[:place], f"cut off at {place}"
        case "garbage":
            return content[:place] + random.randbytes(size) + content[place + size :], f"garbage at {place}, {size}"
        case "zeros":
            return content[:place] + bytes(size) + content[place + size :], f"zeros at {place}, {size}"
        case "a bit":
            flipped = content[place] ^ 1 << random.randrange(8)
            return content[:place] + bytes([flipped]) + content[place + 1 :], f"a bit at {place}"
        case "a page twice":
            return content[: start + PAGE] + content[start:], f"a page twice at {start}"
        case "a page gone":
            return content[:start] + content[start + PAGE :], f"a page gone at {start}"
        case _:
            other = random.randrange(len(content)) // PAGE * PAGE
            pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
            pages[start // PAGE], pages[other // PAGE] = pages[other // PAGE], pages[start // PAGE]
            return b"".join(pages), f"pages exchanged at {start} and {other}"


async def _faults(path: Path, tally: Tally) -> list[str]:
    try:
        database = await Database.open(path)
    except StoreError as error:
        tally.done["refused"] += 1
        return [] if len(str(error).splitlines()) == 1 else [f"it is refused in several lines: {error}"]
    except Exception as error:  # noqa: BLE001 # that is what is looked for
        return [f"it is not refused: {error!r}"]
    tally.done["opened"] += 1
    try:
        return [fault async for fault in _looks(database, tally)]
    finally:
        await database.close()


async def _looks(database: Database, tally: Tally) -> AsyncIterator[str]:
    app = Application(database, LIBRARY)
    for number in range(1, MATCHES + 2):
        try:
            position = await app.positions.get(MatchId(number))
            tally.done[f"matches: {position.match.status}"] += 1
        except Refusal:
            tally.done["matches: refused"] += 1
        except Exception as error:  # noqa: BLE001 # that is what is looked for
            yield f"match {number}: {error!r}"


async def migrated() -> Tally:
    """Migrate files of all older schemas with every amount of free disk space; expect their matches to go on."""
    tally = Tally()
    with TemporaryDirectory() as name, structlog.testing.capture_logs():
        folder = Path(name)
        files = [folder / f"{version}.sqlite3" for version in SCHEMAS]
        await _fill(files[0])
        before = await _matches(files[0], KNOWN[:REAL])
        for version, old in enumerate(files[1:], start=REAL + 1):
            shutil.copy(files[0], old)
            _migrate(old, version, None)
        stages = [_dump(old) for old in files]
        for number, (version, old) in enumerate(zip(SCHEMAS, files, strict=True), start=1):
            room = 0
            while tally.done["migrations on a disk with room"] < number and room < ROOM:
                shutil.copy(old, cramped := folder / "cramped.sqlite3")
                faults = _cramped(cramped, room, stages, tally)
                tally.faults += [f"schema {version} with room for {room} pages: {fault}" for fault in faults]
                room += 1
            tally.done["schemas"] += 1
            tally.expect(await _matches(old, KNOWN) == before, f"the matches of schema {version} have changed")
            tally.expect(_dump(old) == stages[-1], f"schema {version} becomes something else than schema {REAL} does")
    return tally


async def _matches(path: Path, migrations: Sequence[Migration]) -> list[tuple[Status, int]]:
    """Open a file and return the status and the number of plies of each match."""
    database = await Database.open(path, migrations=migrations)
    try:
        positions = Application(database, LIBRARY).positions
        reached = [(await positions.get(MatchId(number))).match for number in range(1, MATCHES + 2)]
        return [(match.status, match.ply) for match in reached]
    finally:
        await database.close()


def _cramped(path: Path, room: int, stages: Sequence[str], tally: Tally) -> Iterator[str]:
    """Yield the faults of migrating a file with this many free pages at first.

    stages: the contents of a file of each schema.
    """
    refused = _migrate(path, len(KNOWN), room)
    with closing(sqlite3.connect(path)) as db:
        [(reached,)] = db.execute("SELECT count(*) FROM migrations").fetchall()
        [(sound,)] = db.execute("PRAGMA quick_check(1)").fetchall()
    tally.done[f"migrations on a {'full disk' if refused else 'disk with room'}"] += 1
    if sound != "ok":
        yield f"it is damaged: {sound}"
    if refused != (reached < len(KNOWN)):
        yield f"it has become {reached}, and was {'' if refused else 'not '}refused"
    if _dump(path) != stages[SCHEMAS.index(reached)]:
        yield f"it is something else than a file of schema {reached}"
    if room == 0:  # with more room the result is the same, as checked above
        _migrate(path, len(KNOWN), None)
        if _dump(path) != stages[-1]:
            yield "later it becomes something else"


def _migrate(path: Path, version: int, room: int | None) -> bool:
    """Migrate a file with this many free pages; return whether it was refused."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")  # as the program does
        db.execute("PRAGMA synchronous = OFF")  # no power fails here, and thousands of steps need not wait for the disk
        if room is not None:
            [(pages,)] = db.execute("PRAGMA page_count").fetchall()
            db.execute(f"PRAGMA max_page_count = {pages + room}")
        try:
            migrate(db, KNOWN[:version], _clock)
        except StoreError:
            return True
        return False


def _dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE migrations SET applied_at = 0")
        return "\n".join(db.iterdump())
