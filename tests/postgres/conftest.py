"""A database of its own for each test."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hidden-hand.sqlite3"
