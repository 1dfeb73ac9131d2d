"""The free space on the disk that holds the database."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LEAST_FREE: Final = 128 * 1024 * 1024
"""Bytes below which a disk counts as nearly full, however small the database is."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The size of the database and the free space on its disk, in bytes."""

    free: int
    database: int

    @property
    def is_nearly_full(self) -> bool:
        """Whether less than twice the size of the database is free: a backup or a compaction may need that much."""
        return self.free < max(LEAST_FREE, 2 * self.database)


def disk_of(database: Path) -> Disk:
    """Return the free space on the disk of a database file, and the size of the file with its log.

    Raises:
        OSError: the folder cannot be read.
    """
    files = [path for suffix in ("", "-wal") if (path := database.with_name(database.name + suffix)).exists()]
    return Disk(shutil.disk_usage(database.parent).free, sum(path.stat().st_size for path in files))
