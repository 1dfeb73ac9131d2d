"""Folders for unfinished work. They are deleted after the work; leftovers of a killed process are deleted before the
next.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.backup.errors import BackupError
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock


@contextmanager
def workplace(folder: Path, name: str) -> Iterator[Path]:
    """Lend an empty folder `<name>.unfinished` in a folder, to one process at a time, and delete it afterwards.

    Leftovers of a process that was killed are deleted first.

    Raises:
        BackupError: another process uses it.
    """
    place = folder / f"{name}.unfinished"
    try:
        lock = ProcessLock(folder / name)
    except StoreError:
        raise BackupError(f"Another process is at work in {place}. Try again when it is finished.") from None
    try:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o700)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.release()
