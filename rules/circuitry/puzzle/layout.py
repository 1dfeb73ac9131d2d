"""The solver's board. Cards, nodes and orientations are integers, and each layout remembers the neighbours of its
nodes.

The number of a card is its slot: the index of the card in the order in which cards were laid. The number of a node is
`slot * COLOURS + colour`. An orientation `way` is an index in `Way`: `way ^ ROTATED` is the same card turned, and `way
^ FLIPPED` is the same card flipped. A test compares this board with `Board`.
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
"""For a node: the adjacent nodes, each with the trace of the pathways to it; and the trace of all the node's
pathways.
"""
_NODE: Final = len(PORTS)
"""As an end of a pathway, a number from this one up stands for a node of the card, and a lower one for a port."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card that lies in one of its ways."""

    ways: tuple[tuple[int, ...], ...]
    """For each colour: the other ends of the pathways of that node; () if there is no such node."""
    ends: tuple[int, ...]
    """For each port: the other end of its pathway; `NOWHERE` for a blank port."""
    nodes: tuple[int, ...]
    """The colours of the card's nodes."""
    portals: tuple[Node, ...]
    """The nodes that have a portal."""
    by_charge: tuple[Node, ...]
    """The nodes that touch the charge point."""


def _end(end: NodeId | int | None) -> int:
    if end is None:
        return NOWHERE
    return end if isinstance(end, int) else _NODE + INDEX[colour_of(end)]


def _lying(card: CircuitCard, way: Way, slot: int) -> _Lying:
    lying, face, node_ids = LyingCard.of(card, way), card.faces[way.side], names(card.number)
    first = slot * COLOURS
    return _Lying(
        ways=tuple(tuple(map(_end, lying.ways.get(node_ids[colour], ()))) for colour in COLOUR),
        ends=tuple(map(_end, lying.ends)),
        nodes=tuple(INDEX[node.colour] for node in face.nodes),
        portals=tuple(first + INDEX[colour] for colour in face.portals),
        by_charge=tuple(sorted(first + INDEX[colour] for colour in face.by_charge)),
    )


class Shape:
    """The cells of all cards, by slot."""

    __slots__ = ("_places", "_slides", "around", "cells", "gaps", "ground", "order")

    def __init__(self, order: int, cells: tuple[Cell, ...], ground: Ground) -> None:
        self.order = order
        self.cells = cells
        self.ground = ground
        slots = {cell: slot for slot, cell in enumerate(cells)}
        around = beyond(frozenset(cells))
        self.around = [tuple(slots[near] for near in around[cell]) for cell in cells]
        self.gaps = [ground.gaps(cell, around[cell]) for cell in cells]
        """By slot and edge: the bits of the empty cells between the card and the next one."""
        self._slides: tuple[tuple[int, Cell], ...] | None = None
        self._places: tuple[Cell, ...] | None = None

    @property
    def slides(self) -> tuple[tuple[int, Cell], ...]:
        """8.4 Every possible slide: a slot and the cell to which its card can slide."""
        if self._slides is None:
            ends_by_cell = slides(frozenset(self.cells))
            self._slides = tuple(
                (slot, to)
                for slot, cell in enumerate(self.cells)
                if slot and cell in ends_by_cell
                for to in ends_by_cell[cell]
            )
        return self._slides

    @property
    def places(self) -> tuple[Cell, ...]:
        """4.7 The cells where a card can be laid."""
        if self._places is None:
            self._places = places(frozenset(self.cells))
        return self._places


class Layout:
    """The board with all cards lying in a certain way. Equal layouts of the same `Pieces` are the same object."""

    __slots__ = (
        *("_portals", "_seen", "after", "changed", "far", "lying", "nodes", "order"),
        *("origin", "pieces", "shape", "turned_over", "ways"),
    )

    def __init__(self, pieces: "Pieces", shape: Shape, ways: tuple[int, ...]) -> None:
        self.order = pieces.layout_count
        self.pieces = pieces
        self.shape = shape
        self.ways = ways
        self.turned_over = ways[0] >= FLIPPED
        """6.1 Whether #1 shows the master node."""
        self.lying = [pieces.lying[slot][way] for slot, way in enumerate(ways)]
        self.nodes = COLOURS * len(ways)
        """One more than the highest number of a node on this board."""
        self._seen: dict[Node, Seen] = {}
        self._portals: tuple[Node, ...] | None = None
        self.origin: Layout | None = None
        """A layout from which a single change leads to this one; None if no such layout is known."""
        self.changed = 0
        """The bits of the traces that may differ from those on the origin."""
        self.far: dict[object, tuple[dict[Node, int], int]] = {}
        """A cache of the solver's distances."""
        self.after: dict[object, Layout] = {}
        """A cache of the layouts after each change of this one."""

    def comes_of(self, origin: "Layout", bits: int) -> "Layout":
        """Record that this layout was made from `origin`, and return this layout.

        Pathways whose traces have none of these bits are the same on both layouts.
        """
        if self.origin is None and origin.order < self.order:
            self.origin, self.changed = origin, bits
        return self

    def near(self, node: Node) -> dict[Node, int]:
        """5.2 Return the nodes adjacent to one, each with the trace of the pathways between them (`ground`)."""
        return self.seen(node)[0]

    def trace(self, node: Node) -> int:
        """Return, as bits, the slots and gaps that a node's pathways touch, including pathways that are dead ends."""
        return self.seen(node)[1]

    def seen(self, node: Node) -> Seen:
        """Return the results of `near` and `trace` together."""
        neighbourhood = self._seen.get(node)
        if neighbourhood is None:
            origin = self.origin
            if origin is not None and node < origin.nodes:
                neighbourhood = origin.seen(node)
            if neighbourhood is None or neighbourhood[1] & self.changed:
                neighbourhood = self._find(node)
            self._seen[node] = neighbourhood
        return neighbourhood

    def _find(self, node: Node) -> Seen:
        slot, colour = divmod(node, COLOURS)
        traces = own_trace = 1 << slot
        neighbours: dict[Node, int] = {}
        for end in self.lying[slot].ways[colour]:
            if end >= _NODE:
                to, trace = slot * COLOURS + end - _NODE, own_trace
            else:
                to, trace = self.follow(slot, end)
                trace |= own_trace
                traces |= trace
            if to not in (NOWHERE, node):
                neighbours[to] = neighbours.get(to, 0) | trace
        return neighbours, traces

    def follow(self, slot: int, port: int) -> tuple[Node, int]:
        """5.3 Follow the pathway that leaves this slot by a port. Return the node at its end, or `NOWHERE`, and its
        trace.
        """
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
        """Return the ends of a node's pathways on its own card: pairs of a node and `NOWHERE`, or of `NOWHERE` and a
        port.
        """
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
        """2.7 Return the nodes of this slot that touch its charge point; () if its card is not laid yet."""
        return self.lying[slot].by_charge if slot < len(self.ways) else ()

    # Changes

    def with_way(self, slot: int, way: int) -> "Layout":
        """Return the layout with a card in another orientation."""
        ways = self.ways
        return self.pieces.layout(self.shape, (*ways[:slot], way, *ways[slot + 1 :]))

    def with_cell(self, slot: int, cell: Cell) -> "Layout":
        """Return the layout with a card on another cell."""
        cells = self.shape.cells
        return self.pieces.layout(self.pieces.shape((*cells[:slot], cell, *cells[slot + 1 :])), self.ways)

    def swapped(self, first: int, second: int) -> "Layout":
        """Return the layout with two cards exchanged."""
        cells = list(self.shape.cells)
        cells[first], cells[second] = cells[second], cells[first]
        return self.pieces.layout(self.pieces.shape(tuple(cells)), self.ways)

    def laid(self, cell: Cell, way: int) -> "Layout":
        """Return the layout with the next card of the puzzle laid on this cell."""
        return self.pieces.layout(self.pieces.shape((*self.shape.cells, cell)), (*self.ways, way))

    def without_last(self) -> "Layout":
        """Return the layout without the card that was laid last."""
        return self.pieces.layout(self.pieces.shape(self.shape.cells[:-1]), self.ways[:-1])


class Pieces:
    """The cards of one puzzle by slot, with all layouts of them found so far."""

    def __init__(self, cards: Sequence[CircuitCard]) -> None:
        self.cards = tuple(cards)
        self.ground = Ground(len(cards))
        self.lying = [tuple(_lying(card, way, slot) for way in WAY) for slot, card in enumerate(cards)]
        self._slots = {card.number: slot for slot, card in enumerate(cards)}
        self._shapes: dict[tuple[Cell, ...], Shape] = {}
        self._layouts: dict[tuple[int, tuple[int, ...]], Layout] = {}

    def shape(self, cells: tuple[Cell, ...]) -> Shape:
        """Return the one object for a shape with these cells."""
        known_shape = self._shapes.get(cells)
        if known_shape is None:
            known_shape = self._shapes[cells] = Shape(len(self._shapes), cells, self.ground)
        return known_shape

    def layout(self, shape: Shape, ways: tuple[int, ...]) -> Layout:
        """Return the one object for a layout with this shape, whose cards lie in these ways."""
        key = (shape.order, ways)
        known_layout = self._layouts.get(key)
        if known_layout is None:
            known_layout = self._layouts[key] = Layout(self, shape, ways)
        return known_layout

    @property
    def layout_count(self) -> int:
        """The number of layouts found so far."""
        return len(self._layouts)

    def node(self, name: NodeId) -> Node:
        """Return a node by its id; `NOWHERE` for ""."""
        return self._slots[number_of(name)] * COLOURS + INDEX[colour_of(name)] if name else NOWHERE

    def name(self, node: Node) -> NodeId:
        """Return the id of a node."""
        slot, colour = divmod(node, COLOURS)
        return names(self.cards[slot].number)[COLOUR[colour]]

    def number(self, slot: int) -> int:
        """Return the number of the card in this slot."""
        return self.cards[slot].number
