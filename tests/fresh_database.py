"""An empty database for tests that are not about opening one: a copy of a file that was checked when it was made."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.store import sqlite_engine


@contextmanager
def already_checked() -> Iterator[None]:
    """Open files without checks and migrations, which take more than half the time of opening."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_engine, "prepare", lambda *_: None)
        yield
