"""The demands of a late search on the next step.

Two steps in a row can be exchanged if neither needs the other. So a solution has many orders. A late search looks for
one in which each change of the board and each Force comes as late as possible:

- a change is followed by a step that uses it, or by a Force that uses it, or by a change that needs it;
- a Force is followed by a step of the player's pawn that it made room for, or by a change that it made possible.

If a change and a Force do not need each other, the Force comes first. Every solution can be brought into such an order,
since any step can be moved past another one that does not need it. Only a Swap differs after it is moved: if a swapped
card is slid, or swapped again, the other card takes its part. Of solutions that differ only in this, a late search
finds one, and `solution.alike` adds the steps of the others.
"""

from collections.abc import Iterable
from typing import Final

from rules.circuitry.puzzle.changes import Change
from rules.circuitry.puzzle.layout import Node

ANY: Final = -1
"""All bits of traces or of nodes, so that any trace or node fits."""


class Late:
    """The demands on the next step. Equal demands of the same `Lateness` are the same object."""

    __slots__ = ("changes", "forced", "nodes", "pending", "touched")

    def __init__(
        self, changes: frozenset[Change], pending: Change | None, forced: int, nodes: int, touched: int
    ) -> None:
        self.changes = changes
        """The changes of the board since the latest step. The next step has to use all of them."""
        self.pending = pending
        """The last of these changes, if nothing uses it yet: the next change must build on it. None: all are used."""
        self.forced = forced
        """The pawns that were forced since the latest step of the player's pawn, as bits."""
        self.nodes = nodes
        """The nodes that these forced pawns left free, as bits; `ANY` for every node; 0 if no pawn was forced."""
        self.touched = touched
        """The trace of the Force. A change that shares no bit with this trace could have come before the Force."""

    def is_wasteful(self, change: Change) -> bool:
        """Return whether fewer cards could lead to the board after this change: the change repeats another one, or it
        moves, turns or flips a card that was just laid.
        """
        changes = self.changes
        return bool(changes) and (change in changes or any(first.is_laid_before(change) for first in changes))

    def uses_changes(self, trace: int) -> bool:
        """Return whether a step along a pathway with this trace uses all changes."""
        for change in self.changes:  # noqa: SIM110 - all() takes three times as long, and this is the busiest function
            if not change.undone & trace:
                return False
        return True

    def uses_force(self, node: Node, *, turns: bool = False) -> bool:
        """Return whether a step of the player's pawn to this node uses the Force. turns: whether the step turns #1 over
        (6.1).
        """
        return not self.nodes or bool(self.nodes >> node & 1) or (turns and bool(self.touched & 1))

    @property
    def allows_staying(self) -> bool:
        """Whether the next step may leave the pawn on its node, as charging does."""
        return not self.changes and self.nodes in (0, ANY)


_NOTHING: Final = (frozenset[Change](), None, 0, 0, 0)
NOT_LATE: Final = Late(*_NOTHING)


class Lateness:
    """All sets of demands found so far, each as one object."""

    def __init__(self) -> None:
        self._known: dict[object, Late] = {_NOTHING: NOT_LATE}

    def after_change(self, late: Late, change: Change, pending: Change | None) -> Late:
        """Return the demands after one more change of the board."""
        independent = (
            each for each in late.changes if not (change.places and each.places)
        )  # the new change may need those that move cards
        forced = (0, 0, 0) if change.bits & late.touched else (late.forced, late.nodes, late.touched)
        return self._the_one(frozenset((*independent, change)), pending, *forced)

    def after_force(self, late: Late, other: int, start: Node, trace: int, *, hub: bool) -> Late:
        """Return the demands after another pawn was forced off the node `start`. hub: whether its step touches #1 while
        the front of #1 is up (6.1).
        """
        forced = late.forced | 1 << other
        if hub:
            return self._the_one((), None, forced, ANY, ANY)
        unused_changes = [change for change in late.changes if not change.undone & trace]
        return self._the_one(unused_changes, None, forced, late.nodes | 1 << start, late.touched | trace)

    def _the_one(
        self, changes: Iterable[Change], pending: Change | None, forced: int, nodes: int, touched: int
    ) -> Late:
        key = (frozenset(changes), pending, forced, nodes, touched)
        late = self._known.get(key)
        if late is None:
            late = self._known[key] = Late(*key)
        return late
