"""Long work that a user or a service manager may stop."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """Let SIGTERM stop the work in the same way as Ctrl-C: by a KeyboardInterrupt."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
