"""Folders for unfinished work. A folder is deleted after its work; one that a killed process left is deleted before the
next work.
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
    """Give one process at a time an empty subfolder `<name>.unfinished`, and delete the subfolder on exit.

    If a killed process left such a subfolder, it is deleted first.

    Raises:
        BackupError: another process uses the folder, or something else has the subfolder's name.
    """
    place = folder / f"{name}.unfinished"
    try:
        lock = ProcessLock(folder / name)
    except StoreError:
        raise BackupError(f"Another process is at work in {place}. Try again when it is finished.") from None
    try:
        shutil.rmtree(place, ignore_errors=True)
        if place.is_symlink() or place.exists():
            raise BackupError(f"{place} is in the way: it is no folder of this program. Delete it.")
        place.mkdir(mode=0o700)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.release()
