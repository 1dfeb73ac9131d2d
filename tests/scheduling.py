"""The distribution of tests to processes: tests that share something run one after the other in the same process.

Each process makes its own copy of shared things: matches for several laws, pieces of pictures, a town's commands. So
the tests of a file run together, the laws of one game run together, and a process stays in one folder as long as there
are tests left.
"""

import re
from typing import Final

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

_OF_A_GAME: Final = re.compile(r"(tests/laws/).*\[(\w+)\]")
_ALONE: Final = re.compile(r"tests/(cogs/test_whole_match|golden/)")
"""Tests that share nothing, and would take long if they ran together."""
_FIRST: Final = "tests/chaos", "tests/sandbox", "tests/wire", "tests/cogs", "tests/render", "tests/laws"
"""Folders that take longest, or have single slow tests that wait for programs and a browser. They start first, so that
no process still runs one of them at the end while the others are idle."""


class Together(LoadScopeScheduling):
    """A scheduler for xdist that keeps tests with shared things together."""

    def _split_scope(self, nodeid: str) -> str:
        if found := _OF_A_GAME.fullmatch(nodeid):
            return found[1] + found[2]
        return nodeid if _ALONE.match(nodeid) else nodeid.partition("::")[0]

    def _assign_work_unit(self, node: WorkerController) -> None:
        at = {other: _folder(next(reversed(units), "")) for other, units in self.assigned_work.items()}
        own = at.pop(node, "")

        def order(scope: str) -> tuple[bool, bool, int]:
            folder = _folder(scope)
            return folder != own, folder in at.values(), [*_FIRST, folder].index(folder)

        self.workqueue.move_to_end(min(self.workqueue, key=order), last=False)
        super()._assign_work_unit(node)


def _folder(scope: str) -> str:
    return scope.partition("::")[0].rpartition("/")[0]
