"""The memory of a process: that of modules, and the C library's allocator, tuned for large pictures."""

import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""Parameters of glibc's `mallopt` (its manual page, mallopt(3))."""

MIB: Final = 1 << 20


@contextmanager
def loading() -> Iterator[None]:
    """Load modules within this context without a search for garbage, and exempt what they made from all later ones.

    Modules stay until the process ends, so a search among them frees nothing. It costs a tenth of the processor time
    of the bot's imports, and later a tenth of a second each time that Python goes through everything.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def settle() -> None:
    """Let glibc keep few heaps and reuse one picture's memory for the next; call it before any thread starts.

    By default glibc opens a heap for each thread, and returns a picture's pages only to request them again: that costs
    some 20 MiB and a tenth of the time of a picture. Without glibc this does nothing.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "gnu_get_libc_version"):
        for parameter, value in ((_ARENA_MAX, 2), (_MMAP_THRESHOLD, 4 * MIB), (_TRIM_THRESHOLD, 16 * MIB)):
            library.mallopt(parameter, value)
