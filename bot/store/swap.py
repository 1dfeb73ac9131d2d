"""Exchange a database file for another one. After a crash at any moment, the exchange is either completed or not begun.

SQLite keeps its log beside the file, under the file's name. The log does not say which file it belongs to, so if the
old file's log stayed beside the new file, it would be applied to the new file. Therefore the new file first gets a
special name, in one step. From then on, every start completes the exchange before it opens anything.
"""

import os
from pathlib import Path
from typing import Final

_RESTORED: Final = ".restored-"
_REPLACED: Final = ".replaced-"
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database."""


def swap(path: Path, new: Path, stamp: str) -> Path | None:
    """Put the closed database `new` in the place of the one at `path`, whose lock must be held. Return the path under
    which the old database is kept, with its log; None if there was none.

    new: a file in the same folder. stamp: distinguishes this exchange from others.

    Raises:
        OSError: the exchange was not begun, or the next start completes it.
    """
    flush(new)
    kept = path.with_name(f"{path.name}{_REPLACED}{stamp}")
    new.replace(path.with_name(f"{path.name}{_RESTORED}{stamp}"))
    flush(path.parent)
    finish_swap(path)
    return kept if kept.exists() else None


def finish_swap(path: Path) -> None:
    """Complete an exchange that was begun, if there is one. The lock of `path` must be held.

    Raises:
        OSError: a file cannot be renamed; the next call continues from there.
    """
    for new in sorted(path.parent.glob("*")):
        if not new.name.startswith(path.name + _RESTORED):
            continue
        kept = path.with_name(path.name + _REPLACED + new.name.removeprefix(path.name + _RESTORED))
        if path.exists() and not kept.exists():
            path.replace(kept)
        for ending in _BESIDE:
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.replace(kept.with_name(kept.name + ending))
        flush(path.parent)
        new.replace(path)
        flush(path.parent)


def flush(path: Path) -> None:
    """Make sure that a file, or the names in a folder, are on the disk, if the system supports that."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
