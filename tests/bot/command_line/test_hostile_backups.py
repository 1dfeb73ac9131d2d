"""Backups that another hand has made or altered: `hidden-hand restore` puts one back, or refuses it in one line with
exit code 74. Then the database is as it was.
"""

import asyncio
import json
import random
import sqlite3
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from bot.backup.archive import DATABASE, LARGEST_MANIFEST, MANIFEST, manifest_of
from bot.backup.manifest import Manifest
from bot.process import exit_codes
from tests.bot.backup_helpers import altered, back_up, database_in, fill
from tests.examples import TIMES, thorough

pytestmark = pytest.mark.sqlite

Program = Callable[..., tuple[int, str, str]]
ANYTHING: Final[list[Any]] = [
    *(None, True, -1, 0, 5, 10**18, 1e308, "", "\x1b]0;title\x07", "x" * 100_000, "\ud800"),
    *([], {}, [["x"]], [["x", "y", "z"]], {"live": "two"}, {"\x1b[31m": 1}, [[[[[]]]]]),
]
HARMLESS: Final = [("made_at", 0), ("made_at", 5), ("matches", {}), ("digests", {}), ("digests", {"live": "two"})]
"""Other values with which a backup is put back: it is old, or its description says less."""
MANIFEST_BYTES: Final = {
    "nothing": b"",
    "no JSON": b"\xff\xfe",
    "no object": b"5",
    "no fields": b"{}",
    "deep": b"[" * 200_000,
    "a later format by a program without a name": b'{"format": 2}',
    "a later format by a program whose name moves the cursor": b'{"format": 2, "program": "\\u001b[2J"}',
    "format 0": b'{"format": 0, "program": "1"}',
    "digits": b'{"format": ' + b"9" * 5000 + b', "program": "1"}',
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Path]:
    """Return the bytes of a database, and a backup of it."""
    folder = tmp_path_factory.mktemp("hostile-backups")
    asyncio.run(fill(folder / "matches.sqlite3"))
    return (folder / "matches.sqlite3").read_bytes(), back_up(folder / "matches.sqlite3", folder / "backups")


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepared: tuple[bytes, Path]) -> Path:
    path = tmp_path / "data" / "matches.sqlite3"
    path.parent.mkdir()
    path.write_bytes(prepared[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(path))
    return path


@pytest.fixture
def backup(prepared: tuple[bytes, Path]) -> Path:
    return prepared[1]


Refused = Callable[[Path], str]


@pytest.fixture
def refused(hidden_hand: Program, database: Path, prepared: tuple[bytes, Path]) -> Refused:
    """Return a function that tries to restore a file, checks that it is refused as promised, and returns the line.

    or_put_back: whether the file may be put back instead, which returns "".
    """

    def restore(file: Path, *, or_put_back: bool = False) -> str:
        code, out, err = hidden_hand("restore", str(file))
        assert (out + err).replace("\n", "").isprintable()
        if or_put_back and code == 0:
            assert err == ""
            return ""
        assert (code, out, err.count("\n")) == (exit_codes.DATABASE, "", 1)
        assert len(err) < 1000
        assert database.read_bytes() == prepared[0]
        assert {each.name for each in database.parent.iterdir()} <= {database.name, f"{database.name}.lock"}
        return err

    return restore


def with_manifest(backup: Path, to: Path, **fields: Any) -> Path:
    """Write a backup with other fields in its manifest."""
    manifest = {**asdict(manifest_of(backup)), **fields}
    return altered(backup, to, manifest=json.dumps(manifest).encode("utf-8", "surrogatepass"))


def with_database(backup: Path, to: Path, content: bytes, **fields: Any) -> Path:
    """Write a backup of another database, with a manifest that fits it."""
    described = {"size": len(content), "sha256": sha256(content).hexdigest(), **fields}
    with_manifest(backup, to, **described)
    with zipfile.ZipFile(to) as read:
        manifest = read.read(MANIFEST)
    return altered(backup, to, manifest=manifest, database=content)


def after_sql(backup: Path, folder: Path, *statements: str) -> bytes:
    """Return the database of a backup after these statements."""
    path = folder / "altered.sqlite3"
    path.write_bytes(database_in(backup))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)
        connection.execute("VACUUM")
    return path.read_bytes()


@pytest.mark.parametrize("content", MANIFEST_BYTES.values(), ids=MANIFEST_BYTES)
def test_a_malformed_manifest_is_refused(refused: Refused, backup: Path, tmp_path: Path, content: bytes) -> None:
    refused(altered(backup, tmp_path / "other.zip", manifest=content))


def test_a_manifest_with_any_other_value_in_a_field_is_refused(refused: Refused, backup: Path, tmp_path: Path) -> None:
    manifest = asdict(manifest_of(backup))
    for field in manifest:
        for value in ANYTHING:
            try:
                Manifest.read(json.dumps({**manifest, field: value}).encode())
            except ValueError:
                continue
            if (field, value) not in HARMLESS:
                refused(with_manifest(backup, tmp_path / "other.zip", **{field: value}))


def test_a_manifest_with_a_further_field_or_without_one_is_refused(
    refused: Refused, backup: Path, tmp_path: Path
) -> None:
    refused(with_manifest(backup, tmp_path / "other.zip", owner="somebody"))
    for field in asdict(manifest_of(backup)):
        fewer = {name: value for name, value in asdict(manifest_of(backup)).items() if name != field}
        with pytest.raises(ValueError, match=field):
            Manifest.read(json.dumps(fewer).encode())


def test_a_backup_from_the_future_is_refused_since_deletions_after_it_are_unknown(
    refused: Refused, backup: Path, tmp_path: Path
) -> None:
    made_at = manifest_of(backup).made_at
    assert "in the future" in refused(with_manifest(backup, tmp_path / "other.zip", made_at=made_at + 100_000))


FOREIGN: Final = {
    "trigger": ["CREATE TRIGGER t AFTER INSERT ON plies BEGIN DELETE FROM ratings; END"],
    "view": ["CREATE VIEW v AS SELECT load_extension('x')"],
    "table": ['CREATE TABLE "\x1b[2J" (x)'],
    "index": ["CREATE INDEX i ON plies (digest)"],
    "changed table": ["ALTER TABLE matches ADD COLUMN owner TEXT"],
    "lost table": ["DROP TABLE watchers"],
    "lost migration": ["DELETE FROM migrations"],
    "other migration": ["UPDATE migrations SET checksum = 'f' || substr(checksum, 2)"],
    "name of SQLite's": [
        "CREATE VIEW v AS SELECT 1",
        "UPDATE sqlite_schema SET name = 'sqlite_stat1', sql = 'CREATE VIEW sqlite_stat1 AS SELECT 1' WHERE name = 'v'",
    ],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_a_database_with_other_parts_than_its_migrations_make_is_refused(
    refused: Refused, backup: Path, tmp_path: Path, statements: list[str]
) -> None:
    refused(with_database(backup, tmp_path / "other.zip", after_sql(backup, tmp_path, *statements)))


def test_a_database_without_tables_is_refused(refused: Refused, backup: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "bare.sqlite3")) as connection:
        connection.execute("VACUUM")
    for content in (b"", b"x" * 4096, (tmp_path / "bare.sqlite3").read_bytes()):
        refused(with_database(backup, tmp_path / "other.zip", content))
        refused(with_database(backup, tmp_path / "other.zip", content, schema=[]))


def test_what_an_operator_does_with_analyze_is_put_back(
    hidden_hand: Program, database: Path, backup: Path, tmp_path: Path
) -> None:
    content = after_sql(backup, tmp_path, "ANALYZE")
    assert b"sqlite_stat1" in content
    assert hidden_hand("restore", str(with_database(backup, tmp_path / "other.zip", content)))[0] == 0
    assert database.read_bytes() != content, "its matches are shown again"


def peak_memory(work: Callable[[], object]) -> int:
    """Return the most bytes that some work held in memory at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", [MANIFEST, DATABASE])
@pytest.mark.parametrize("is_told", [True, False], ids=["told", "not told"])
def test_an_entry_that_grows_when_it_is_unpacked_takes_neither_memory_nor_room(
    refused: Refused, backup: Path, tmp_path: Path, name: str, is_told: bool
) -> None:
    file, size = tmp_path / "other.zip", 4 * LARGEST_MANIFEST
    with zipfile.ZipFile(backup) as read, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for other in {MANIFEST, DATABASE} - {name}:
            out.writestr(other, read.read(other))
        with out.open(name, "w") as entry:
            for _ in range(size // 1_000_000):
                entry.write(b" " * 1_000_000)
    if not is_told:
        content, told = file.read_bytes(), size.to_bytes(4, "little")
        assert content.count(told) >= 1
        file.write_bytes(content.replace(told, (1000).to_bytes(4, "little")))
    assert peak_memory(lambda: refused(file)) < LARGEST_MANIFEST


def test_an_archive_with_a_large_directory_takes_no_memory(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "other.zip"
    with zipfile.ZipFile(file, "w") as out:
        for number in range(50_000):
            out.writestr(f"{number}", b"")
    assert peak_memory(lambda: refused(file)) < file.stat().st_size


def test_an_entry_that_needs_a_password_or_another_program_is_refused(
    refused: Refused, backup: Path, tmp_path: Path
) -> None:
    file = tmp_path / "other.zip"
    with zipfile.ZipFile(backup) as read, zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as out:
        for name in (MANIFEST, DATABASE):
            out.writestr(name, read.read(name))
    refused(file)
    content = bytearray(backup.read_bytes())
    content[content.rindex(b"PK\1\2") + 8] |= 1
    content[content.index(b"PK\1\2") + 8] |= 1
    file.write_bytes(content)
    refused(file)


VALUES: Final = [None, 0, -1, 2**63 - 1, "", "x", "{}", "[]", "null", "[[1]]", "\x1b[2J", 0.5, b"\xff", "9" * 50]


def _other_bytes(rng: random.Random, content: bytes, count: int) -> bytes:
    altered_bytes = bytearray(content)
    for _ in range(rng.randint(1, count)):
        altered_bytes[rng.randrange(len(content))] = rng.choice([rng.randrange(256), *b'[]{}",:0-9\x1b'])
    return bytes(altered_bytes)


def _archive(rng: random.Random, backup: Path, to: Path) -> Path:
    to.write_bytes(_other_bytes(rng, backup.read_bytes(), 5)[: rng.choice([None, rng.randrange(10_000)])])
    return to


def _pages(rng: random.Random, backup: Path, to: Path) -> Path:
    return with_database(backup, to, _other_bytes(rng, database_in(backup), 20))


def _description(rng: random.Random, backup: Path, to: Path) -> Path:
    with zipfile.ZipFile(backup) as read:
        return altered(backup, to, manifest=_other_bytes(rng, read.read(MANIFEST), 3))


def _rows(rng: random.Random, backup: Path, to: Path) -> Path:
    """Write a backup in which some values are others. The tables' own constraints refuse many of them."""
    path = to.with_suffix(".sqlite3")
    path.write_bytes(database_in(backup))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        columns = [
            (table, column)
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            for (column,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
            if table not in {"migrations", "sqlite_sequence"}
            and connection.execute(f"SELECT 1 FROM {table}").fetchone()  # noqa: S608 # our own tables
        ]
        for table, column in rng.choices(columns, k=4):
            with suppress(sqlite3.Error):
                update = f"UPDATE {table} SET {column} = ? WHERE rowid % 2 = ?"  # noqa: S608 # as above
                connection.execute(update, (rng.choice(VALUES), rng.randrange(2)))
    return with_database(backup, to, path.read_bytes())


@pytest.mark.parametrize("alter", [_archive, _pages, _description, _rows])
@pytest.mark.parametrize("seed", [*range(2), *thorough(*range(2, 100 * TIMES))])
def test_whatever_is_altered_a_backup_is_put_back_or_refused(
    refused: Any, backup: Path, tmp_path: Path, alter: Any, seed: int
) -> None:
    refused(alter(random.Random(seed), backup, tmp_path / "other.zip"), or_put_back=True)  # noqa: S311 # no secret
