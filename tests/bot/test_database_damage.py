"""Damaged database files are refused in one clear line and left unchanged."""

import os
import shutil
from collections.abc import Callable
from hashlib import shake_256
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.errors import StoreError
from tests.bot.store_helpers import CATS, add, cats, opened
from tests.patience import PATIENT

pytestmark = pytest.mark.sqlite

PAGE = 4096
CATS_STORED = 3_000


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def cut_within_a_page(content: bytes) -> bytes:
    return content[: len(content) - PAGE // 2]


def garbage(content: bytes, first: int, size: int) -> bytes:
    return content[:first] + shake_256().digest(size) + content[first + size :]


def garbage_in_the_middle(content: bytes) -> bytes:
    return garbage(content, len(content) // 2 // PAGE * PAGE, 3 * PAGE)


def zeros_in_the_middle(content: bytes) -> bytes:
    middle = len(content) // 2 // PAGE * PAGE
    return content[:middle] + bytes(2 * PAGE) + content[middle + 2 * PAGE :]


def garbage_in_the_header(content: bytes) -> bytes:
    return garbage(content, 0, 64)


def garbage_in_the_schema(content: bytes) -> bytes:
    return garbage(content, 100, PAGE - 100)


DAMAGES = [
    truncated,
    cut_within_a_page,
    garbage_in_the_middle,
    zeros_in_the_middle,
    garbage_in_the_header,
    garbage_in_the_schema,
]


def files(path: Path) -> list[bytes]:
    """Return the bytes of the database and, if it exists, its write-ahead log."""
    return [found.read_bytes() for ending in ("", "-wal") if (found := Path(f"{path}{ending}")).exists()]


def damage_file(path: Path, damage: Callable[[bytes], bytes]) -> None:
    damaged = damage(path.read_bytes())
    with path.open("r+b") as file:
        file.write(damaged)
        file.truncate()


async def full(path: Path) -> None:
    async with opened(path) as database:
        await database.write(add(*(f"a cat with the number {number:05}" for number in range(CATS_STORED))))


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_refused_in_one_line_and_left_unchanged(
    path: Path, damage: Callable[[bytes], bytes]
) -> None:
    await full(path)
    damage_file(path, damage)
    damaged = files(path)[0]
    for _ in range(2):  # the lock is released too
        with pytest.raises(StoreError, match="backup back") as caught:
            await Database.open(path, migrations=[CATS])
        assert len(str(caught.value).splitlines()) == 1
        assert files(path)[0] == damaged


@pytest.mark.parametrize("words", [b"CREATE TAB\xbfE cats", b'CREATE TABLE "\nts'])
async def test_damage_in_the_text_of_the_schema_is_reported_in_one_line(path: Path, words: bytes) -> None:
    await full(path)
    damage_file(path, lambda content: content.replace(b"CREATE TABLE cats", words))
    damaged = files(path)[0]
    with pytest.raises(StoreError, match="backup back") as caught:
        await Database.open(path, migrations=[CATS])
    assert len(str(caught.value).splitlines()) == 1
    assert files(path)[0] == damaged


async def test_a_damaged_file_of_a_killed_program_is_refused_and_left_unchanged(path: Path, tmp_path: Path) -> None:
    await full(path)
    killed = tmp_path / "killed.sqlite3"
    async with opened(path) as database:
        await database.write(add("Tom"))
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{killed}{ending}")
    damage_file(killed, garbage_in_the_middle)
    before = files(killed)
    assert len(before) == 2
    with pytest.raises(StoreError, match="damaged"):
        await Database.open(killed, migrations=[CATS])
    assert files(killed) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody write to a file that is open")
async def test_damage_discovered_while_running_fails_only_the_request_that_meets_it(path: Path) -> None:
    await full(path)
    async with opened(path, patience=PATIENT) as database:
        damage_file(path, garbage_in_the_middle)
        with pytest.raises(StoreError, match="damaged"):
            await database.read(cats)
        with pytest.raises(StoreError, match="damaged"):
            await database.write(cats)
        assert await database.read(lambda db: db.rows("SELECT count(*) FROM migrations")) == [(1,)]
        assert await database.write(lambda db: db.rows("SELECT count(*) FROM migrations")) == [(1,)]
