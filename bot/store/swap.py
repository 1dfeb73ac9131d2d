"""The exchange of a database file for another one, which a crash at any moment leaves undone or completes.

SQLite's log lies beside the file under the file's name, and nothing in it tells which file it belongs to: the log of
the old file, left beside the new one, would flow into it. So the new file is first given a name of its own, in one
step; from then on every start completes the exchange before it opens anything.
"""

import os
from pathlib import Path
from typing import Final

_RESTORED: Final = ".restored-"
_REPLACED: Final = ".replaced-"
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database."""


def swap(path: Path, new: Path, stamp: str) -> Path | None:
    """Put a closed database in the place of another one, with the lock of `path` held; return the name under which the
    old one is kept, with its log, or None if there was none.

    new: in the same folder. stamp: distinguishes this exchange from others.

    Raises:
        OSError: it is not carried out, or the next start completes it.
    """
    flush(new)
    kept = path.with_name(f"{path.name}{_REPLACED}{stamp}")
    new.replace(path.with_name(f"{path.name}{_RESTORED}{stamp}"))
    flush(path.parent)
    finish_swap(path)
    return kept if kept.exists() else None


def finish_swap(path: Path) -> None:
    """Complete an exchange that was begun, if one was, with the lock of `path` held.

    Raises:
        OSError: a file cannot be renamed; the next call goes on.
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
    """Bring a file, or the names in a folder, to the disk, where the system can do that for this one."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
