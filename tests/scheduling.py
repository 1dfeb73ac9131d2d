"""Which process runs which tests: those that have something in common come one after the other in the same one.

What many tests share, a match that several laws look at, pieces of pictures, a town's commands, is made once in each
process that runs any of them. So a file is run as a whole, the laws of one game are one piece of work, and a process
stays in its folder for as long as there is anything left in it.
"""

import re
from typing import Final

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

_OF_A_GAME: Final = re.compile(r"(tests/laws/).*\[(\w+)\]")
_ALONE: Final = re.compile(r"tests/(cogs/test_whole_match|golden/)")
"""These share nothing, and would take long as one piece."""
_FIRST: Final = "tests/chaos", "tests/sandbox", "tests/wire", "tests/cogs", "tests/render", "tests/laws"
"""The folders that take longest, and those with single tests that do, waiting for programs and a browser: each is begun
with, so that no process is left with one of them at the end while the others have nothing to do."""


class Together(LoadScopeScheduling):
    """A scheduler of xdist that keeps together what shares something."""

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
