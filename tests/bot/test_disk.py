"""The free space beside a database."""

from pathlib import Path

import pytest

from bot.store.disk import LEAST_FREE, Disk, disk_of

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("free", "database", "is_nearly_full"),
    [
        (LEAST_FREE - 1, 1, True),
        (LEAST_FREE, 1, False),
        (2 * 500 * MB - 1, 500 * MB, True),
        (2 * 500 * MB, 500 * MB, False),
    ],
)
def test_a_disk_is_nearly_full_with_less_room_than_twice_the_database_or_the_least(
    free: int, database: int, is_nearly_full: bool
) -> None:
    assert Disk(free, database).is_nearly_full is is_nearly_full


def test_the_log_belongs_to_the_size_of_a_database(tmp_path: Path) -> None:
    database = tmp_path / "matches.sqlite3"
    database.write_bytes(b"x" * 10)
    database.with_name("matches.sqlite3-wal").write_bytes(b"x" * 5)
    assert disk_of(database).database == 15
