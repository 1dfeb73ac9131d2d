"""A mutant among the tests: caught if one of them fails."""

import difflib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from tests.mutation.areas import Area
from tests.mutation.mutants import Mutant

_PYTEST: Final = ("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=no")


class Outcome(Enum):
    """What became of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    """The tests could not even be collected: it says nothing about them, and is not counted."""


@dataclass(frozen=True)
class Copy:
    """A copy of the checkout, in which files may be changed."""

    root: Path

    def passes(self, tests: tuple[str, ...], seconds: float | None) -> int | None:
        """Pytest's exit code; None if it took longer than this."""
        environment = os.environ | {"CI": "1", "PYTHONPATH": str(self.root)}
        try:
            done = subprocess.run(
                [sys.executable, *_PYTEST, *tests],
                cwd=self.root,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        return done.returncode

    @contextmanager
    def holding(self, mutant: Mutant) -> Iterator[list[str]]:
        """With the mutant in place of the original, and the lines in which they differ."""
        path = self.root / mutant.path
        source = path.read_text("utf-8")
        changed = mutant.changed(source)
        try:
            self._write(path, changed)
            told = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
            yield [line for line in told if line[0] in "+-" and line[:3] not in {"+++", "---"}]
        finally:
            self._write(path, source)

    @staticmethod
    def _write(path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # Python takes what it compiled for a file of the same second and length.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()


@contextmanager
def copied(checkout: Path) -> Iterator[Copy]:
    """A copy of what git knows of a checkout, gone afterwards."""
    git = shutil.which("git") or "git"
    listed = subprocess.run([git, "ls-files", "-z"], cwd=checkout, capture_output=True, check=True)
    with TemporaryDirectory(prefix="hidden-hand-mutants-") as folder:
        for name in listed.stdout.decode().split("\0"):
            if name and (checkout / name).is_file():
                to = Path(folder, name)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(checkout / name, to)
        yield Copy(Path(folder))


def outcome(copy: Copy, area: Area, seconds: float) -> Outcome:
    """What the area's tests say of the copy as it is. What takes longer than this is caught: it would hang."""
    for tests in area.tests:
        match copy.passes(tests, seconds):
            case pytest.ExitCode.OK:
                pass
            case None | pytest.ExitCode.TESTS_FAILED:
                return Outcome.CAUGHT
            case _:
                return Outcome.STILLBORN
    return Outcome.SURVIVED
