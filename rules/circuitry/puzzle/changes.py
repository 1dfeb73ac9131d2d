"""What one card can do with the board (4.7, 8.1 to 8.5), and which pathways that may change.

A pathway has a trace (`Layout.near`): bits for the cards that it touches, and for the empty places that it skips. A
change that shares no bit with a trace leaves that pathway as it is.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rules.circuitry.grid import Cell
from rules.circuitry.puzzle import hand as kinds
from rules.circuitry.puzzle.ground import CARD_BITS
from rules.circuitry.puzzle.layout import FLIPPED, ROTATED, WAY, Layout

Step = tuple[object, ...]
"""What is done at once: its word, and what it is done with, by slots and nodes."""

WORDS: Final = ("rotate", "flip", "swap", "slide", "place")
"""The steps that change the board alone."""
_FREE_CARDS: Final = ("flip", "swap", "place")
"""The changes that are not made with a card that bears a pawn."""


class Change:
    """One way to play one card on the board. Two of one `Changes` are equal only if they are one object."""

    __slots__ = ("bits", "cards", "order", "places", "start", "step", "undone")

    def __init__(self, step: Step, bits: int, undone: int, places: bool, start: Cell | None = None) -> None:
        self.step = step
        self.bits = bits
        """Of the traces that it may change."""
        self.undone = undone
        """Of the traces that would change if it had not been played, once it was."""
        self.places = places
        """Whether it changes where cards lie: two such changes may need their order."""
        self.start = start
        """Of a Slide: where the card lay."""
        self.cards = undone & CARD_BITS
        """The cards that it moves, as bits."""
        self.order = 0
        """Among those of one `Changes`."""

    def is_closed(self, cards: int) -> bool:
        """Whether it could not be made any more with pawns on these cards."""
        return self.step[0] in _FREE_CARDS and bool(cards & self.undone)

    def is_laid_before(self, then: "Change") -> bool:
        """Whether it lays a card that the other one, coming next, does nothing but move, turn or turn over."""
        return self.step[0] == "place" and then.cards == self.cards

    @property
    def opens(self) -> bool:
        """Whether it could not be made any more with a pawn on some card."""
        return self.step[0] in _FREE_CARDS


class Changes:
    """Every change that was looked at."""

    def __init__(self) -> None:
        self._known: dict[tuple[Step, Cell | None], Change] = {}
        self._listed: dict[tuple[object, int, int], Sequence[Change]] = {}

    def of(self, layout: Layout, kind: int, bearing: int) -> Sequence[Change]:
        """Everything that a card of this kind can do, as `changes` says."""
        key = (layout.shape, kind, 0) if kind in kinds.WHERE else (len(layout.ways), kind, bearing)
        found = self._listed.get(key)
        if found is None:
            found = self._listed[key] = [self._the_one(change) for change in changes(layout, kind, bearing)]
        return found

    def _the_one(self, change: Change) -> Change:
        change.order = len(self._known)
        return self._known.setdefault((change.step, change.start), change)

    @staticmethod
    def after(layout: Layout, change: Change) -> Layout:
        """The board after one of these, as `changed` says."""
        found = layout.after.get(change)
        if found is None:
            found = layout.after[change] = changed(layout, change).comes_of(layout, change.bits)
        return found


def changes(layout: Layout, kind: int, bearing: int) -> Iterator[Change]:
    """Everything that a card of this kind can do; bearing: the cards with pawns, as bits."""
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
    """The board after it."""
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
    """Whether two changes that move cards, the first of which led to this board, could not change their order. A Swap
    and what is done with one of its cards can: then the other card takes its part.
    """
    if first.step[0] == "swap" or second.step[0] == "swap":
        return first.step[0] == "place" and bool(first.cards & second.cards)
    if first.cards & second.cards:
        return True
    before = _undone(layout, first)
    return not (_can(before, second) and _can(changed(before, second), first))


def _undone(layout: Layout, change: Change) -> Layout:
    """The board before a Slide, or before a card was laid."""
    if change.start is None:
        return layout.without_last()
    slot = change.step[1]
    assert isinstance(slot, int)
    return layout.with_cell(slot, change.start)


def _can(layout: Layout, change: Change) -> bool:
    """Whether a Slide is possible, or a card can be laid there."""
    shape = layout.shape
    return change.step[1] in shape.places if change.start is None else change.step[1:] in shape.slides
