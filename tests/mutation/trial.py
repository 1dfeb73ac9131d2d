"""The trial of a mutant: it is caught if a test fails."""

import difflib
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

import pytest

from tests.mutation.areas import Area
from tests.mutation.forks import AFRESH, CAUGHT, SURVIVED
from tests.mutation.mutants import Mutant

_PYTEST: Final = ("-q", "-x", "-s", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=no")

_PATIENCE: Final = 20
"""Tests in a new process count as hanging after this many times their limit without a mutant."""


class Outcome(Enum):
    """The outcome of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    """The tests could not even be collected; this says nothing about them, and does not count."""


class FailingError(Exception):
    """The error for tests that fail to run even without a mutant."""


@dataclass(frozen=True)
class Copy:
    """A copy of the checkout, in which files may change."""

    root: Path

    @contextmanager
    def holding(self, mutant: Mutant) -> Iterator[list[str]]:
        """Put a mutant in place of the original until the context ends; yield the lines that differ."""
        path = self.root / mutant.path
        source = path.read_text("utf-8")
        changed = mutant.changed(source)
        try:
            self._write(path, changed)
            difference = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
            yield [line for line in difference if line[0] in "+-" and line[:3] not in {"+++", "---"}]
        finally:
            self._write(path, source)

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment variables for the copy's tests."""
        return os.environ | {"CI": "1", "PYTHONPATH": str(self.root)}

    @staticmethod
    def _write(path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # Otherwise Python uses old bytecode for a file of the same second and length.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()


@contextmanager
def copied(checkout: Path) -> Iterator[Copy]:
    """Copy the tracked files of a checkout, and remove the copy afterwards."""
    git = shutil.which("git") or "git"
    listed = subprocess.run([git, "ls-files", "-z"], cwd=checkout, capture_output=True, check=True)
    with TemporaryDirectory(prefix="hidden-hand-mutants-") as folder:
        for name in listed.stdout.decode().split("\0"):
            if name and (checkout / name).is_file():
                to = Path(folder, name)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(checkout / name, to)
        yield Copy(Path(folder))


class Trial:
    """Tests of an area, collected once and run on each mutant in turn. Close it after use."""

    def __init__(self, copy: Copy, folders: Sequence[str], tests: Sequence[str], seconds: float) -> None:
        self._copy, self._seconds = copy, seconds
        self._control, theirs = socket.socketpair()
        self._answers = self._control.makefile("r", encoding="utf-8")
        arguments = ["--control", str(theirs.fileno()), "--folders", json.dumps(folders), "--seconds", str(seconds)]
        kept = ["--basetemp", str(copy.root / "kept"), "-o", "tmp_path_retention_policy=none"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutation.forks", *arguments, *_PYTEST, *kept, *tests],
            cwd=copy.root,
            env=copy.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        began = self._answers.readline()
        if not began:
            self.close()
            raise FailingError(f"{' '.join(tests)} cannot be collected")
        for failing in json.loads(began):
            sys.stdout.write(f"{failing} fails without any mutant, and is left out\n")

    def close(self) -> None:
        """Let the process end."""
        self._answers.close()
        self._control.close()
        self._process.wait()

    def outcome(self, mutant: Mutant) -> Outcome:
        """Return the outcome of the mutant in the copy by these tests."""
        asked = (str(self._copy.root / mutant.path), mutant.line, mutant.column)
        self._control.sendall(json.dumps(asked).encode())
        code, tests = json.loads(self._answers.readline())
        if code == AFRESH:
            return self._afresh(tests)
        return {SURVIVED: Outcome.SURVIVED, CAUGHT: Outcome.CAUGHT}[code]

    def _afresh(self, tests: Sequence[str]) -> Outcome:
        """Return the outcome in a new process, for a mutant that takes effect at the import."""
        if not tests:
            return Outcome.SURVIVED
        names = self._copy.root / "tests.txt"
        names.write_text("\n".join(tests), "utf-8")
        command = [sys.executable, "-m", "pytest", *_PYTEST, f"@{names}"]
        try:
            run = subprocess.run(
                command,
                cwd=self._copy.root,
                env=self._copy.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE * self._seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome.CAUGHT
        match run.returncode:
            case pytest.ExitCode.OK:
                return Outcome.SURVIVED
            case pytest.ExitCode.TESTS_FAILED:
                return Outcome.CAUGHT
            case _:
                return Outcome.STILLBORN


class Trials:
    """The tests of some areas; tests that several areas share are collected once."""

    def __init__(self, copy: Copy, areas: Sequence[Area], seconds: float) -> None:
        self._copy, self._areas, self._seconds = copy, areas, seconds
        self._begun: dict[tuple[str, ...], Trial] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for trial in self._begun.values():
            trial.close()

    def begin(self, area: Area) -> None:
        """Collect the area's tests while the copy has no mutant."""
        for tests in area.tests:
            if tests not in self._begun:
                folders = [each.folder for each in self._areas if tests in each.tests]
                self._begun[tests] = Trial(self._copy, folders, tests, self._seconds)

    def outcome(self, area: Area, mutant: Mutant) -> Outcome:
        """Return the outcome of the mutant in the copy by the area's tests; those nearest to the code run first."""
        for tests in area.tests:
            became = self._begun[tests].outcome(mutant)
            if became is not Outcome.SURVIVED:
                return became
        return Outcome.SURVIVED
