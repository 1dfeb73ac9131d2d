"""Claims about all games together also hold for the shipped games alone: the full run has one more in the catalog."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MARK = "pytest.mark.catalog"
FILES = [str(file) for file in (ROOT / "tests").rglob("test_*.py") if MARK in file.read_text(encoding="utf-8")]


@pytest.mark.skipif(os.environ.get("CATALOG") == "shipped", reason="this is that run")
def test_the_games_that_are_shipped_alone_keep_what_is_said_of_a_catalog() -> None:
    command = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses=0", "-m", "catalog", *FILES]
    ran = subprocess.run(  # noqa: S603 # our own words
        command, cwd=ROOT, env={**os.environ, "CATALOG": "shipped"}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"try it: CATALOG=shipped python -m pytest -n0 -m catalog tests\n{ran.stdout}"
