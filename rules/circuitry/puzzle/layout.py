"""The board as the solver sees it: numbers for cards, nodes and ways, and neighbours that are looked up once.

A card is its place in the order of laying, its slot; a node is `slot * COLOURS + colour`; a way of lying is its place
in `Way`, so that `way ^ ROTATED` is turned and `way ^ FLIPPED` turned over. What it says is what `Board` says (a test
compares the two).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.circuitry.board import FACING, NodeId, Way, colour_of, names, number_of
from rules.circuitry.board import Lying as LyingCard
from rules.circuitry.cards import PORTS, CircuitCard, Colour
from rules.circuitry.grid import Cell, beyond, places, slides
from rules.circuitry.puzzle.ground import Ground

Node = int
NOWHERE: Final = -1
COLOUR: Final = tuple(Colour)
COLOURS: Final = len(COLOUR)
INDEX: Final = {colour: index for index, colour in enumerate(COLOUR)}
WAY: Final = tuple(Way)
ROTATED: Final = 1
FLIPPED: Final = 2
Seen = tuple[dict[Node, int], int]
"""The nodes adjacent to one with the traces of the pathways there, and the trace of all its pathways."""
_NODE: Final = len(PORTS)
"""From here on the end of a pathway is a node of its card; below, it is a port."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card lying one way."""

    ways: tuple[tuple[int, ...], ...]
    """By colour: the ends that its node's pathways lead to; () where there is no such node."""
    ends: tuple[int, ...]
    """By port."""
    nodes: tuple[int, ...]
    """The colours of its nodes."""
    portals: tuple[Node, ...]
    """Its nodes with a portal."""
    by_charge: tuple[Node, ...]
    """Its nodes that touch its charge point."""


def _end(end: NodeId | int | None) -> int:
    if end is None:
        return NOWHERE
    return end if isinstance(end, int) else _NODE + INDEX[colour_of(end)]


def _lying(card: CircuitCard, way: Way, slot: int) -> _Lying:
    seen, face, known = LyingCard.of(card, way), card.faces[way.side], names(card.number)
    first = slot * COLOURS
    return _Lying(
        ways=tuple(tuple(map(_end, seen.ways.get(known[colour], ()))) for colour in COLOUR),
        ends=tuple(map(_end, seen.ends)),
        nodes=tuple(INDEX[node.colour] for node in face.nodes),
        portals=tuple(first + INDEX[colour] for colour in face.portals),
        by_charge=tuple(sorted(first + INDEX[colour] for colour in face.by_charge)),
    )


class Shape:
    """Where cards lie, by slot."""

    __slots__ = ("_places", "_slides", "around", "cells", "gaps", "ground", "order")

    def __init__(self, order: int, cells: tuple[Cell, ...], ground: Ground) -> None:
        self.order = order
        self.cells = cells
        self.ground = ground
        slots = {cell: slot for slot, cell in enumerate(cells)}
        around = beyond(frozenset(cells))
        self.around = [tuple(slots[near] for near in around[cell]) for cell in cells]
        self.gaps = [ground.gaps(cell, around[cell]) for cell in cells]
        """By slot and edge: the bits of the empty places that lie between it and the next card there."""
        self._slides: tuple[tuple[int, Cell], ...] | None = None
        self._places: tuple[Cell, ...] | None = None

    @property
    def slides(self) -> tuple[tuple[int, Cell], ...]:
        """8.4 Which slots can slide where."""
        if self._slides is None:
            found = slides(frozenset(self.cells))
            self._slides = tuple(
                (slot, to) for slot, cell in enumerate(self.cells) if slot and cell in found for to in found[cell]
            )
        return self._slides

    @property
    def places(self) -> tuple[Cell, ...]:
        """4.7 Where a card can be laid."""
        if self._places is None:
            self._places = places(frozenset(self.cells))
        return self._places


class Layout:
    """Cards lying somehow. Two of one `Pieces` are equal only if they are one object."""

    __slots__ = (
        *("_portals", "_seen", "after", "changed", "far", "lying", "nodes", "order"),
        *("origin", "pieces", "shape", "turned_over", "ways"),
    )

    def __init__(self, pieces: "Pieces", shape: Shape, ways: tuple[int, ...]) -> None:
        self.order = pieces.looked_at
        self.pieces = pieces
        self.shape = shape
        self.ways = ways
        self.turned_over = ways[0] >= FLIPPED
        """6.1 Whether #1 shows the master node."""
        self.lying = [pieces.lying[slot][way] for slot, way in enumerate(ways)]
        self.nodes = COLOURS * len(ways)
        """Above the numbers of all its nodes."""
        self._seen: dict[Node, Seen] = {}
        self._portals: tuple[Node, ...] | None = None
        self.origin: Layout | None = None
        """What it was made of by one change, if that is known."""
        self.changed = 0
        """The bits of traces that may be others there."""
        self.far: dict[object, tuple[dict[Node, int], int]] = {}
        """What the solver has measured on it."""
        self.after: dict[object, Layout] = {}
        """What the solver has made of it, by how."""

    def comes_of(self, origin: "Layout", bits: int) -> "Layout":
        """Itself; pathways whose trace has none of these bits are as they were on another layout."""
        if self.origin is None and origin.order < self.order:
            self.origin, self.changed = origin, bits
        return self

    def near(self, node: Node) -> dict[Node, int]:
        """5.2 The nodes adjacent to one, each with the trace of the pathways there (`ground`)."""
        return self.seen(node)[0]

    def trace(self, node: Node) -> int:
        """The trace of all pathways of a node, dead ends too."""
        return self.seen(node)[1]

    def seen(self, node: Node) -> Seen:
        """What `near` says, and what `trace` says."""
        found = self._seen.get(node)
        if found is None:
            origin = self.origin
            if origin is not None and node < origin.nodes:
                found = origin.seen(node)
            if found is None or found[1] & self.changed:
                found = self._find(node)
            self._seen[node] = found
        return found

    def _find(self, node: Node) -> Seen:
        slot, colour = divmod(node, COLOURS)
        traces = own = 1 << slot
        found: dict[Node, int] = {}
        for end in self.lying[slot].ways[colour]:
            if end >= _NODE:
                to, trace = slot * COLOURS + end - _NODE, own
            else:
                to, trace = self.follow(slot, end)
                trace |= own
                traces |= trace
            if to not in (NOWHERE, node):
                found[to] = found.get(to, 0) | trace
        return found, traces

    def follow(self, slot: int, port: int) -> tuple[Node, int]:
        """5.3 Where the pathway leads that leaves this slot by a port, or `NOWHERE`; and its trace."""
        shape, lying = self.shape, self.lying
        trace = 0
        for _ in range(len(PORTS) * len(lying)):
            edge = port >> 1
            trace |= shape.gaps[slot][edge]
            slot, port = shape.around[slot][edge], FACING[port]
            trace |= 1 << slot
            end = lying[slot].ends[port]
            if end >= _NODE:
                return slot * COLOURS + end - _NODE, trace
            if end == NOWHERE:
                break
            port = end
        return NOWHERE, trace

    def exits(self, node: Node) -> list[tuple[Node, int]]:
        """The ends of a node's pathways on its own card: nodes, and as `NOWHERE` with their number, ports."""
        slot, colour = divmod(node, COLOURS)
        return [
            (slot * COLOURS + end - _NODE, NOWHERE) if end >= _NODE else (NOWHERE, end)
            for end in self.lying[slot].ways[colour]
        ]

    @property
    def portals(self) -> tuple[Node, ...]:
        """2.6 Every node with a portal."""
        if self._portals is None:
            self._portals = tuple(node for lying in self.lying for node in lying.portals)
        return self._portals

    @property
    def portal_cards(self) -> tuple[int, ...]:
        """2.6 The slots of all nodes with a portal."""
        return tuple(node // COLOURS for node in self.portals)

    def charge_nodes(self, slot: int) -> tuple[Node, ...]:
        """2.7 The nodes of this slot that touch its charge point; () while it is not laid."""
        return self.lying[slot].by_charge if slot < len(self.ways) else ()

    # Changes

    def with_way(self, slot: int, way: int) -> "Layout":
        """With a card lying another way."""
        ways = self.ways
        return self.pieces.layout(self.shape, (*ways[:slot], way, *ways[slot + 1 :]))

    def with_cell(self, slot: int, cell: Cell) -> "Layout":
        """With a card in another place."""
        cells = self.shape.cells
        return self.pieces.layout(self.pieces.shape((*cells[:slot], cell, *cells[slot + 1 :])), self.ways)

    def swapped(self, first: int, second: int) -> "Layout":
        """With two cards in each other's places."""
        cells = list(self.shape.cells)
        cells[first], cells[second] = cells[second], cells[first]
        return self.pieces.layout(self.pieces.shape(tuple(cells)), self.ways)

    def laid(self, cell: Cell, way: int) -> "Layout":
        """This layout with the next card of the puzzle laid in this cell."""
        return self.pieces.layout(self.pieces.shape((*self.shape.cells, cell)), (*self.ways, way))

    def without_last(self) -> "Layout":
        """Before the last card was laid."""
        return self.pieces.layout(self.pieces.shape(self.shape.cells[:-1]), self.ways[:-1])


class Pieces:
    """The cards of one puzzle by slot, and every layout of them that was looked at."""

    def __init__(self, cards: Sequence[CircuitCard]) -> None:
        self.cards = tuple(cards)
        self.ground = Ground(len(cards))
        self.lying = [tuple(_lying(card, way, slot) for way in WAY) for slot, card in enumerate(cards)]
        self._slots = {card.number: slot for slot, card in enumerate(cards)}
        self._shapes: dict[tuple[Cell, ...], Shape] = {}
        self._layouts: dict[tuple[int, tuple[int, ...]], Layout] = {}

    def shape(self, cells: tuple[Cell, ...]) -> Shape:
        """The one shape of these places."""
        found = self._shapes.get(cells)
        if found is None:
            found = self._shapes[cells] = Shape(len(self._shapes), cells, self.ground)
        return found

    def layout(self, shape: Shape, ways: tuple[int, ...]) -> Layout:
        """The layout of cards that lie in this shape, each in its way: the same object each time."""
        key = (shape.order, ways)
        found = self._layouts.get(key)
        if found is None:
            found = self._layouts[key] = Layout(self, shape, ways)
        return found

    @property
    def looked_at(self) -> int:
        """How many layouts there are."""
        return len(self._layouts)

    def node(self, name: NodeId) -> Node:
        """A node by its name; `NOWHERE` for ""."""
        return self._slots[number_of(name)] * COLOURS + INDEX[colour_of(name)] if name else NOWHERE

    def name(self, node: Node) -> NodeId:
        """The name of a node."""
        slot, colour = divmod(node, COLOURS)
        return names(self.cards[slot].number)[COLOUR[colour]]

    def number(self, slot: int) -> int:
        """The number of the card in this slot."""
        return self.cards[slot].number
