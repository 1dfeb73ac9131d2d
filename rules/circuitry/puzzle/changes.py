"""The changes that one card can make to the board (4.7, 8.1 to 8.5), and the pathways that each change may affect.

A pathway has a trace (`Layout.near`): bits for the cards that it touches, and for the empty places that it skips. A
change that shares no bit with the trace of a pathway leaves that pathway as it is.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rules.circuitry.grid import Cell
from rules.circuitry.puzzle import hand as kinds
from rules.circuitry.puzzle.ground import CARD_BITS
from rules.circuitry.puzzle.layout import FLIPPED, ROTATED, WAY, Layout

Step = tuple[object, ...]
"""One step of a solution: a word, then the slots, nodes and cells that it concerns."""

WORDS: Final = ("rotate", "flip", "swap", "slide", "place")
"""The first words of those steps that change only the board."""
_FREE_CARDS: Final = ("flip", "swap", "place")
"""The changes that are impossible while a pawn stands on the card."""


class Change:
    """One way to play one card on the board. Equal changes of the same `Changes` are the same object."""

    __slots__ = ("bits", "cards", "order", "places", "start", "step", "undone")

    def __init__(self, step: Step, bits: int, undone: int, places: bool, start: Cell | None = None) -> None:
        self.step = step
        self.bits = bits
        """The bits of the traces that the change may affect."""
        self.undone = undone
        """On the board after the change: the bits of the traces that the change may have affected."""
        self.places = places
        """Whether the change moves cards, or lays one. The order of two such changes may matter."""
        self.start = start
        """The cell from which a card slides; None for all other changes."""
        self.cards = undone & CARD_BITS
        """The cards that the change concerns, as bits."""
        self.order = 0
        """The index of the change among those of the same `Changes`."""

    def is_closed(self, cards: int) -> bool:
        """Return whether pawns on these cards would prevent the change."""
        return self.step[0] in _FREE_CARDS and bool(cards & self.undone)

    def is_laid_before(self, then: "Change") -> bool:
        """Return whether this change lays a card that the next change only moves, turns or flips."""
        return self.step[0] == "place" and then.cards == self.cards

    @property
    def opens(self) -> bool:
        """Whether a pawn on a card of the change would prevent it."""
        return self.step[0] in _FREE_CARDS


class Changes:
    """All changes found so far, each as one object."""

    def __init__(self) -> None:
        self._known: dict[tuple[Step, Cell | None], Change] = {}
        self._listed: dict[tuple[object, int, int], Sequence[Change]] = {}

    def of(self, layout: Layout, kind: int, bearing: int) -> Sequence[Change]:
        """Return all changes that a card of this kind can make, like `changes`."""
        key = (layout.shape, kind, 0) if kind in kinds.WHERE else (len(layout.ways), kind, bearing)
        listed = self._listed.get(key)
        if listed is None:
            listed = self._listed[key] = [self._the_one(change) for change in changes(layout, kind, bearing)]
        return listed

    def _the_one(self, change: Change) -> Change:
        change.order = len(self._known)
        return self._known.setdefault((change.step, change.start), change)

    @staticmethod
    def after(layout: Layout, change: Change) -> Layout:
        """Return the board after one of these changes, like `changed`."""
        layout_after = layout.after.get(change)
        if layout_after is None:
            layout_after = layout.after[change] = changed(layout, change).comes_of(layout, change.bits)
        return layout_after


def changes(layout: Layout, kind: int, bearing: int) -> Iterator[Change]:
    """Yield all changes that a card of this kind can make. bearing: the cards with pawns, as bits."""
    slots = range(1, len(layout.ways))
    free = [slot for slot in slots if not bearing >> slot & 1]  # 8.2, 8.3
    ground = layout.shape.ground
    match kind:
        case kinds.ROTATE:
            for slot in slots:
                yield Change(("rotate", slot), 1 << slot, 1 << slot, False)
        case kinds.FLIP:
            for slot in free:
                yield Change(("flip", slot), 1 << slot, 1 << slot, False)
        case kinds.SWAP:
            for first, second in combinations(free, 2):
                bits = 1 << first | 1 << second
                yield Change(("swap", first, second), bits, bits, True)
        case kinds.SLIDE:
            for slot, cell in layout.shape.slides:
                start = layout.shape.cells[slot]
                after, before = 1 << slot | ground.bit(cell), 1 << slot | ground.bit(start)
                yield Change(("slide", slot, cell), after, before, True, start)
        case _:
            new = 1 << len(layout.ways)
            for cell in layout.shape.places:
                for way in range(len(WAY)):
                    yield Change(("place", cell, way), new | ground.bit(cell), new, True)


def changed(layout: Layout, change: Change) -> Layout:
    """Return the board after the change."""
    match change.step:
        case ("rotate", int(slot)):
            return layout.with_way(slot, layout.ways[slot] ^ ROTATED)
        case ("flip", int(slot)):
            return layout.with_way(slot, layout.ways[slot] ^ FLIPPED)
        case ("swap", int(first), int(second)):
            return layout.swapped(first, second)
        case ("slide", int(slot), Cell() as cell):
            return layout.with_cell(slot, cell)
        case ("place", Cell() as cell, int(way)):
            return layout.laid(cell, way)
    raise AssertionError(f"no change: {change.step}")


def depends(layout: Layout, first: Change, second: Change) -> bool:
    """Return whether two changes that move cards have to keep their order. The layout is the board after the first.

    A Swap and a change of one of its cards can be reordered, if the other card then takes its part.
    """
    if first.step[0] == "swap" or second.step[0] == "swap":
        return first.step[0] == "place" and bool(first.cards & second.cards)
    if first.cards & second.cards:
        return True
    before = _undone(layout, first)
    return not (_can(before, second) and _can(changed(before, second), first))


def _undone(layout: Layout, change: Change) -> Layout:
    """Return the board before this Slide, or before this card was laid."""
    if change.start is None:
        return layout.without_last()
    slot = change.step[1]
    assert isinstance(slot, int)
    return layout.with_cell(slot, change.start)


def _can(layout: Layout, change: Change) -> bool:
    """Return whether the change is possible: its card can be laid on the cell, or can slide there."""
    shape = layout.shape
    return change.step[1] in shape.places if change.start is None else change.step[1:] in shape.slides
