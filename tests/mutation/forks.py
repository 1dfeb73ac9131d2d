"""A process that collects tests once, and forks for each mutant to run only the tests that reach it.

Only `tests.mutation.trial` starts `python -m tests.mutation.forks`. It needs fork.
"""

import argparse
import builtins
import gc
import json
import os
import pickle
import resource
import signal
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import grimp
import pytest

from tests.mutation.statements import REACHED, Marked, marked

PACKAGES: Final = ("bot", "cogs", "render", "rules")

SURVIVED: Final = 0
CAUGHT: Final = 1
AFRESH: Final = 3
"""Exit codes of a fork; the last one means that this mutant only takes effect in a new process."""

_EACH: Final = 1_000_000
"""The factor of a module's number in a mark's number; the number of the statement is added."""

_PATIENCE: Final = 10
"""Limit on the processor time of a test: this many seconds, plus this many times its time without a mutant."""

_HANGING: Final = 120
"""Seconds after which a waiting test counts as hanging."""

_MEMORY: Final = 6 << 30
"""The most bytes of memory for a fork, because some mutants allocate without end."""


class Modules:
    """The project's modules, imported with marks."""

    def __init__(self, root: Path, folders: Sequence[str]) -> None:
        self.reached: set[int] = set()
        self._root, self._near = root, [root / folder for folder in folders]
        self._files = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
        self._first = {str(path): number * _EACH for number, path in enumerate(self._files)}
        self._plain = {str(path): self.marked(str(path)) for path in self._files if self._is_near(path)}
        """The modules of the areas without any mutant."""
        self._imports = grimp.build_graph(*PACKAGES)

    def install(self) -> None:
        """Give marks to all later imports, even of modules that are already compiled."""
        original = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            return self.marked(loader.path).code if loader.path in self._first else original(loader, name)

        SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign] # otherwise it reads the cache
        setattr(builtins, REACHED, self.reached.add)

    def marked(self, path: str) -> Marked:
        """Return the present module with marks: at all statements, or only at function entries outside the areas."""
        entries = not self._is_near(Path(path))
        return marked(Path(path).read_text("utf-8"), path, self._first[path], entries=entries)

    def mark(self, path: str, line: int, column: int) -> int | None:
        """Return the mark at this place; None if the import itself runs the statement."""
        return self._plain[path].at(line, column)

    def near(self, path: str) -> set[int]:
        """Return the numbers of a module and of its importers, which use its constants and classes."""
        name = self._name(Path(path))
        names = {name, *self._imports.find_modules_that_directly_import(name)}
        return {number for number, file in enumerate(self._files) if self._name(file) in names}

    def _is_near(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self._near)

    def _name(self, path: Path) -> str:
        return ".".join(path.relative_to(self._root).with_suffix("").parts).removesuffix(".__init__")


class Collected:
    """Plugin of pytest that takes mutants and reports their outcomes, instead of running all collected tests."""

    def __init__(self, modules: Modules, control: socket.socket, seconds: float) -> None:
        self._modules, self._control, self._seconds = modules, control, seconds
        self._durations: list[float] = []
        self._sound: set[int] = set()
        """The tests that pass without any mutant, by number."""
        self._reaching: defaultdict[int, set[int]] = defaultdict(set)
        """The tests that reach a mark, by number."""
        self._functions: defaultdict[str, list[FunctionType]] = defaultdict(list)
        self._imported: frozenset[int] = frozenset()
        """Marks reached during the import: a mutant there would come too late."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure the tests, then serve requests until the socket closes."""
        self._imported = frozenset(self._modules.reached)
        gc.unfreeze()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self._functions[thing.__code__.co_filename].append(thing)
        self._say(self._measured(session))
        gc.freeze()
        while asked := self._control.recv(1 << 16):
            path, line, column = json.loads(asked)
            self._say(self._tried(session, path, line, column))
        return True

    def _say(self, what: Any) -> None:
        self._control.sendall(json.dumps(what).encode() + b"\n")

    def _measured(self, session: pytest.Session) -> list[str]:
        """Record the time and the marks of each test; return the names of those that fail without a mutant."""
        read, write = os.pipe()

        def measuring() -> int:
            measured = []
            for item, following in _paired(session.items):
                self._modules.reached.clear()
                began = time.process_time()  # the wall clock would count other programs
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                marks = frozenset() if session.testsfailed else frozenset(self._modules.reached)
                measured.append((time.process_time() - began, marks, session.testsfailed))
                session.testsfailed = 0
            with os.fdopen(write, "wb") as file:
                pickle.dump(measured, file)
            return SURVIVED

        pid = _forked(measuring)
        os.close(write)
        with os.fdopen(read, "rb") as file:
            measured: list[tuple[float, frozenset[int], int]] = pickle.load(file)  # noqa: S301 # it comes from a fork of ours
        _became(pid)
        for number, (seconds, marks, failed) in enumerate(measured):
            self._durations.append(seconds)
            if not failed:
                self._sound.add(number)
            for mark in marks:
                self._reaching[mark].add(number)
        return [item.nodeid for item, (_, _, failed) in zip(session.items, measured, strict=True) if failed]

    def _tried(self, session: pytest.Session, path: str, line: int, column: int) -> tuple[int, list[str]]:
        """Return the outcome of the mutant now in a file, and the tests to run in a new process if necessary."""
        mark = self._modules.mark(path, line, column)
        if mark is None or mark in self._imported:
            modules = self._modules.near(path)
            near = {number for reached, by in self._reaching.items() if reached // _EACH in modules for number in by}
            others = self._sound - near  # they may read a constant although no code of its module runs
            tests = [*self._quickest(near), *self._quickest(others)]
            return AFRESH, [session.items[number].nodeid for number in tests]
        tests = self._quickest(self._reaching[mark])

        def trying() -> int:
            if not self._swapped(path):
                return AFRESH
            for item, following in _paired([session.items[number] for number in tests]):
                signal.setitimer(signal.ITIMER_PROF, _PATIENCE * (1 + self._durations[session.items.index(item)]))
                signal.setitimer(signal.ITIMER_REAL, _HANGING)
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return CAUGHT
            return SURVIVED

        return _became(_forked(trying)), [session.items[number].nodeid for number in tests]

    def _quickest(self, tests: Iterable[int]) -> list[int]:
        """Return the quickest tests, as many as fit into the time."""
        left = self._seconds
        chosen = []
        for number in sorted(tests, key=lambda number: self._durations[number]):
            left -= self._durations[number]
            if left < 0:
                break
            chosen.append(number)
        return chosen

    def _swapped(self, path: str) -> bool:
        """Replace all imported functions of a file by its present ones; return whether that was possible."""
        written: dict[tuple[str, int], list[CodeType]] = {}
        for code in _codes(compile(Path(path).read_text("utf-8"), path, "exec")):
            written.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
        for function in self._functions[path]:
            old = function.__code__
            match written.get((old.co_qualname, old.co_firstlineno)):
                case [code] if code.co_freevars == old.co_freevars:
                    function.__code__ = code
                case _:
                    return False
        return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _paired(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Yield each test with the next one, for which pytest keeps shared fixtures."""
    return zip_longest(items, items[1:])


def _forked(work: Callable[[], int]) -> int:
    """Do the work in a fork; return its process id."""
    pid = os.fork()
    if pid:
        return pid
    code = AFRESH  # the exit code after any exception
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        for late in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(late, lambda *_: os._exit(CAUGHT))
        code = work()
    finally:
        os._exit(code)


def _became(pid: int) -> int:
    """Wait for a fork, end its children, and return its exit code."""
    _, status = os.waitpid(pid, 0)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    return CAUGHT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Collect tests, and serve requests on a socket."""
    parser = argparse.ArgumentParser(prog="tests.mutation.forks")
    parser.add_argument("--control", type=int, required=True)
    parser.add_argument("--folders", required=True)
    parser.add_argument("--seconds", type=float, required=True)
    options, words = parser.parse_known_args(arguments)
    modules = Modules(Path.cwd(), json.loads(options.folders))
    modules.install()
    with socket.socket(fileno=options.control) as control:
        return pytest.main(words, [Collected(modules, control, options.seconds)])


if __name__ == "__main__":
    sys.exit(main())
