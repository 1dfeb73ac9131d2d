"""Processor time, memory and activity of another process, read from Linux."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

_SCHEDULED: Final = 2
"""The number of the clock that counts a process's processor time in nanoseconds."""

_LOOK_EVERY: Final = 0.01
_LOOKS: Final = 3
"""The number of checks in a row that must find the process idle."""


def processor(pid: int) -> float:
    """Return the processor time of a process in seconds, over all its threads, including those that have ended."""
    return time.clock_gettime(~pid << 3 | _SCHEDULED)  # clock_getcpuclockid(3)


def memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    [resident] = [line for line in lines if line.startswith("VmRSS:")]
    return int(resident.split()[1]) / 1024


async def idle(pid: int, waits: Callable[[], bool]) -> None:
    """Wait until a process is idle: all its threads sleep, and it awaits no answer.

    waits: returns whether the process awaits an answer from elsewhere.
    """
    looks, before = 0, -1.0
    while looks < _LOOKS:
        await asyncio.sleep(_LOOK_EVERY)
        now = processor(pid)
        looks = looks + 1 if now == before and not waits() and _sleeps(pid) else 0
        before = now


def _sleeps(pid: int) -> bool:
    return all(_state(task) == "S" for task in Path(f"/proc/{pid}/task").iterdir())


def _state(task: Path) -> str:
    try:
        return (task / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "S"  # the thread has just ended
