"""What one card can do with the board (4.7, 8.1 to 8.5), and which pathways that may change.

A pathway has a trace (`Layout.near`): bits for the cards that it touches, and for the rows and columns in which it goes
from card to card. A change that shares no bit with a trace leaves that pathway as it is.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from rules.circuitry.grid import Cell
from rules.circuitry.puzzle import hand as kinds
from rules.circuitry.puzzle.layout import CARD_BITS, COLOURS, FLIPPED, ROTATED, WAY, Layout, Node, column_bit, row_bit

Step = tuple[object, ...]
"""What is done at once: its word, and what it is done with, by slots and nodes."""

WORDS: Final = ("rotate", "flip", "swap", "slide", "place")
"""The steps that change the board alone."""


class Change(NamedTuple):
    """One way to play one card on the board."""

    step: Step
    bits: int
    """Of the traces that it may change."""
    undone: int
    """Of the traces that would change if it had not been played, once it was."""
    places: bool
    """Whether it changes where cards lie: two such changes may need their order."""
    start: Cell | None = None
    """Of a Slide: where the card lay."""


def changes(layout: Layout, kind: int, pawns: tuple[Node, ...]) -> Iterator[Change]:
    """Everything that a card of this kind can do."""
    slots = range(1, len(layout.ways))
    match kind:
        case kinds.ROTATE:
            for slot in slots:
                yield Change(("rotate", slot), 1 << slot, 1 << slot, False)
        case kinds.FLIP:
            for slot in _free(slots, pawns):
                yield Change(("flip", slot), 1 << slot, 1 << slot, False)
        case kinds.SWAP:
            for first, second in combinations(_free(slots, pawns), 2):
                bits = 1 << first | 1 << second
                yield Change(("swap", first, second), bits, bits, True)
        case kinds.SLIDE:
            for slot, cell in layout.shape.slides:
                start = layout.shape.cells[slot]
                after, before = row_bit(cell) | column_bit(cell), row_bit(start) | column_bit(start)
                yield Change(("slide", slot, cell), 1 << slot | after, 1 << slot | before, True, start)
        case _:
            new = 1 << len(layout.ways)
            for cell in layout.shape.places:
                for way in range(len(WAY)):
                    yield Change(("place", cell, way), new | row_bit(cell) | column_bit(cell), new, True)


def _free(slots: range, pawns: tuple[Node, ...]) -> list[int]:
    """8.2, 8.3 The cards without pawns."""
    occupied = {node // COLOURS for node in pawns}
    return [slot for slot in slots if slot not in occupied]


def changed(layout: Layout, step: Step) -> Layout:
    """The board after it."""
    match step:
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
    raise AssertionError(f"no change: {step}")


def depends(layout: Layout, first: Change, second: Change) -> bool:
    """Whether two changes that move cards, the first of which led to this board, could not change their order."""
    if first.step[0] == "swap" or second.step[0] == "swap":
        return bool(_cards(first) & _cards(second))
    before = _undone(layout, first)
    if _cards(first) & _cards(second) or not _can(before, second):
        return True
    return not _can(changed(before, second.step), first)


def _cards(change: Change) -> int:
    """The cards that a change moves, as bits."""
    return change.undone & CARD_BITS


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
