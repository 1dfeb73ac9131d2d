"""How the C library keeps memory that Python's threads have given back: for a process that draws large pictures."""

import ctypes
import sys
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""Parameters of glibc's `mallopt` (its manual page, mallopt(3))."""

MIB: Final = 1 << 20


def settle() -> None:
    """Have few heaps, in which a picture's memory serves the next one; call it before any thread begins.

    Left to itself glibc opens a heap for each thread, and gives a picture's pages back to take them again: that costs
    some 20 MiB and a tenth of a picture. Where there is no glibc, nothing happens.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "gnu_get_libc_version"):
        for parameter, value in ((_ARENA_MAX, 2), (_MMAP_THRESHOLD, 4 * MIB), (_TRIM_THRESHOLD, 16 * MIB)):
            library.mallopt(parameter, value)
