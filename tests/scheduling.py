"""The distribution of tests to processes: tests that share something run one after the other in the same process.

Each process makes its own copy of shared things: matches for several laws, pieces of pictures, a town's commands. So
the tests of a file run together, the laws of one game run together, and a process stays in one folder as long as there
are tests left. Those that take longest start first, so that no process still runs one at the end while the others are
idle: `python -m pytest --measure` writes how long they take to `tests/seconds.json`.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

MEASURED: Final = Path(__file__).with_name("seconds.json")
"""Whole seconds by scope; scopes that take less are left out."""

_OF_A_GAME: Final = re.compile(r"(tests/laws/).*\[(\w+)\]")
_ALONE: Final = re.compile(r"tests/(cogs/test_whole_match|golden/)")
"""Tests that share nothing, and would take long if they ran together."""


class Together(LoadScopeScheduling):
    """A scheduler for xdist that keeps tests with shared things together, and starts with the longest."""

    def __init__(self, config: pytest.Config, log: Any, seconds: Mapping[str, int]) -> None:
        """seconds: how long the tests of each scope take; other scopes come last."""
        super().__init__(config, log)
        self.seconds = seconds

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        at = {other: _folder(next(reversed(units), "")) for other, units in self.assigned_work.items()}
        own = at.pop(node, "")
        left = Counter[str]()
        for scope in self.workqueue:
            left[_folder(scope)] += self.seconds.get(scope, 0)

        def order(scope: str) -> tuple[bool, bool, int, str, int]:
            folder = _folder(scope)
            return folder != own, folder in at.values(), -left[folder], folder, -self.seconds.get(scope, 0)

        self.workqueue.move_to_end(min(self.workqueue, key=order), last=False)
        super()._assign_work_unit(node)


def scope_of(nodeid: str) -> str:
    """Return the name that a test has in common with all those that run together with it."""
    if found := _OF_A_GAME.fullmatch(nodeid):
        return found[1] + found[2]
    return nodeid if _ALONE.match(nodeid) else nodeid.partition("::")[0]


def _folder(scope: str) -> str:
    return scope.partition("::")[0].rpartition("/")[0]


class Measuring:
    """A plugin that adds up how long the tests of each scope take, and writes it at the end."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[scope_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        known = {**measured(), **{scope: round(seconds) for scope, seconds in self.seconds.items()}}
        kept = {scope: seconds for scope, seconds in sorted(known.items()) if seconds}
        MEASURED.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def measured() -> dict[str, int]:
    """Return the seconds that the tests of each scope took when they were measured."""
    seconds: dict[str, int] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return seconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measure", action="store_true", help=f"write how long the tests take to tests/{MEASURED.name}")
    parser.addoption("--recount", action="store_true", help="write what a ply costs to tests/cogs/counts.json")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measuring())


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Return one process more than there are processors, since some tests wait: for a bot, a browser, or a pause that
    Discord asks for.
    """
    return (yield) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    """Return the scheduler for any number of processes that share the tests."""
    return Together(config, log, measured())
