"""What a late search demands of what comes next.

Two things that are done one after the other and do not need each other can change their order. Of all orders of one
solution, a late search looks for one in which each change of the board and each Force is as late as it can be:

- a change is followed by a step that goes by it, or by a Force whose way does, or by a change that needs it;
- a Force is followed by a step of one's own that it made room for, or by a change that it made possible.

Of a change and a Force that need nothing of each other, the Force comes first. Any solution can be brought into such an
order: whatever has to move is moved past what does not need it. Only a Swap changes when it is moved: where a card that
it swaps is slid, or swapped again, the other card takes its part. So of solutions that differ in this a late search
finds one, from which `solution.alike` tells the steps of the others.
"""

from collections.abc import Iterable
from typing import Final

from rules.circuitry.puzzle.changes import Change
from rules.circuitry.puzzle.layout import Node

ANY: Final = -1
"""The bits of whatever there is."""


class Late:
    """Two of one `Lateness` are equal only if they are one object."""

    __slots__ = ("changes", "forced", "nodes", "owed", "touched")

    def __init__(self, changes: frozenset[Change], owed: Change | None, forced: int, nodes: int, touched: int) -> None:
        self.changes = changes
        """Changes of the board since the latest step: the next step has to go by all of them."""
        self.owed = owed
        """One of them that no step can go by yet: another one that depends on it has to come next."""
        self.forced = forced
        """Whom a Force has led since the latest step of one's own, as bits."""
        self.nodes = nodes
        """The nodes, as bits, that a step of one's own could not come to before: `ANY` if it may be any; 0: none was
        led."""
        self.touched = touched
        """The trace of that Force: a change that shares no bit with it could have come before it."""

    def spares(self, change: Change) -> bool:
        """Whether fewer cards would have led to the board that comes of this change: it is played twice, or a card that
        was just laid is moved, turned or turned over.
        """
        changes = self.changes
        return bool(changes) and (change in changes or any(first.is_laid_before(change) for first in changes))

    def goes_by(self, trace: int) -> bool:
        """Whether a step by this pathway needs all changes."""
        for change in self.changes:  # noqa: SIM110 - all() takes three times as long, and this is asked most of all
            if not change.undone & trace:
                return False
        return True

    def comes_to(self, node: Node, *, turns: bool = False) -> bool:
        """Whether a step of one's own to this node needs what was forced; turns: it turns #1 over (6.1)."""
        return not self.nodes or bool(self.nodes >> node & 1) or (turns and bool(self.touched & 1))

    @property
    def lets_stay(self) -> bool:
        """Whether what is done on the spot, like charging, may come next."""
        return not self.changes and self.nodes in (0, ANY)


_NOTHING: Final = (frozenset[Change](), None, 0, 0, 0)
NOT_LATE: Final = Late(*_NOTHING)


class Lateness:
    """Every demand that was made."""

    def __init__(self) -> None:
        self._known: dict[object, Late] = {_NOTHING: NOT_LATE}

    def after_change(self, late: Late, change: Change, owed: Change | None) -> Late:
        """What is demanded once this change of the board was made too."""
        before = (each for each in late.changes if not (change.places and each.places))  # what it may need
        forced = (0, 0, 0) if change.bits & late.touched else (late.forced, late.nodes, late.touched)
        return self._the_one(frozenset((*before, change)), owed, *forced)

    def after_force(self, late: Late, other: int, start: Node, trace: int, *, hub: bool) -> Late:
        """After a step that another pawn was forced to take from a node; hub: #1, whose front is up, has to do with
        it (6.1).
        """
        forced = late.forced | 1 << other
        if hub:
            return self._the_one((), None, forced, ANY, ANY)
        left = [change for change in late.changes if not change.undone & trace]
        return self._the_one(left, None, forced, late.nodes | 1 << start, late.touched | trace)

    def _the_one(self, changes: Iterable[Change], owed: Change | None, forced: int, nodes: int, touched: int) -> Late:
        key = (frozenset(changes), owed, forced, nodes, touched)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Late(*key)
        return found
