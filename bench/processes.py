"""What another process has used, and whether it does anything now: as Linux tells it."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

_SCHEDULED: Final = 2
"""Of the clocks of a process: the one that counts the time on a processor to the nanosecond."""

_LOOK_EVERY: Final = 0.01
_LOOKS: Final = 3
"""How often in a row it must be found idle."""


def processor(pid: int) -> float:
    """Seconds that a process has been on a processor until now, in all its threads, those that have ended included."""
    return time.clock_gettime(~pid << 3 | _SCHEDULED)  # clock_getcpuclockid(3)


def memory(pid: int) -> float:
    """MiB of memory that a process has now."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    [resident] = [line for line in lines if line.startswith("VmRSS:")]
    return int(resident.split()[1]) / 1024


async def idle(pid: int, waits: Callable[[], bool]) -> None:
    """Wait until a process has nothing to do any more: it waits for nobody, and all its threads sleep.

    waits: whether it waits for something that goes on elsewhere.
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
        return "S"  # it has just ended
