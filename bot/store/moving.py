"""Copies a whole database of a stopped bot into an empty one, of the same engine or the other."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any

from bot.clock import Clock, system_clock
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.copied_tables import Source, Table, TableDigest, Target, all_tables
from bot.store.engines import driver
from bot.store.errors import StoreError
from bot.store.file_copies import file_source, file_target


def move(source: DatabaseAddress, target: DatabaseAddress, clock: Clock = system_clock) -> list[TableDigest]:
    """Copy everything into a new database, compare all of it, and return the digest of each table. The source is not
    changed.

    Raises:
        StoreError: the source is in use or not of this version, the target is not empty, or the copy differs from it.
            In each case no new database is left behind.
    """
    tables = all_tables()
    with _source(source) as old, _target(target, clock) as new:
        digests = []
        for table in tables:
            seen = _Counted(table, old.rows(table))
            new.insert(table, iter(seen))
            digests.append(seen.digest())
        numbers = old.last_numbers(tables)
        for table in tables:
            if table.name in numbers:
                new.set_last_number(table, numbers[table.name])
        for table, digest in zip(tables, digests, strict=True):
            if _digest(table, new.rows(table)) != digest:
                raise StoreError(f"The copy of the table {table.name} differs. Nothing was moved.")
        if new.last_numbers(tables) != numbers:
            raise StoreError("The copy would number new rows differently. Nothing was moved.")
        return digests


def digests(address: DatabaseAddress) -> list[TableDigest]:
    """Return the digest of each table of a stopped bot's database; raise StoreError as `move` does."""
    with _source(address) as database:
        return [_digest(table, database.rows(table)) for table in all_tables()]


def _source(address: DatabaseAddress) -> AbstractContextManager[Source]:
    if isinstance(address, ServerAddress):
        return driver("copies").server_source(address)  # type: ignore[no-any-return]
    return file_source(address)


def _target(address: DatabaseAddress, clock: Clock) -> AbstractContextManager[Target]:
    if isinstance(address, ServerAddress):
        return driver("copies").server_target(address, clock)  # type: ignore[no-any-return]
    return file_target(address, clock)


def _digest(table: Table, rows: Iterator[Sequence[Any]]) -> TableDigest:
    counted = _Counted(table, rows)
    for _ in counted:
        pass
    return counted.digest()


class _Counted:
    """Rows that are counted and hashed while they are read."""

    def __init__(self, table: Table, rows: Iterator[Sequence[Any]]) -> None:
        self._table, self._rows = table, rows
        self._count, self._hashed = 0, sha256()

    def __iter__(self) -> Iterator[Sequence[Any]]:
        for row in self._rows:
            self._count += 1
            self._hashed.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
            yield row

    def digest(self) -> TableDigest:
        return TableDigest(self._table.name, self._count, self._hashed.hexdigest())
