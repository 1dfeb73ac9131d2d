"""The board: circuit cards on a grid, how they may be laid and moved, and which nodes are adjacent.

A board is immutable: every action makes another one. Derived values are computed once, on first use.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import Final

from rules.circuitry.cards import PORTS, CircuitCard, Colour, Face, Node
from rules.circuitry.grid import Cell, beyond, places, shared, slides, upright
from rules.core.tags import Tagged

NodeId = str
"""A node, written as the number of its card and its colour: “12-light-blue”."""

HUB: Final = 1
"""The number of the card with which every match begins."""

_NUMBERS: Final = 64
"""A number above that of any card."""

_NOT_LAID: Final = 255

FACING: Final = (5, 4, 7, 6, 1, 0, 3, 2)
"""2.2 For each port of a card: the port opposite to it on the next card."""


class Way(Enum):
    """2.1 The way in which a circuit card lies: the side that is up, and the degrees by which it is turned."""

    A0 = "a0"
    A180 = "a180"
    B0 = "b0"
    B180 = "b180"

    def __init__(self, word: str) -> None:
        self.word = word
        self.side = "ab".index(word[0])
        """0 for side a, 1 for side b."""
        self.turned = word[1:] == "180"
        self.shift = 4 if self.turned else 0
        """The difference between a port's number on the board and its number on the face."""

    __hash__ = object.__hash__  # each member is one object

    @property
    def rotated(self) -> "Way":
        """The same side up, turned by a further 180 degrees."""
        return _WAYS[self.side, not self.turned]

    @property
    def flipped(self) -> "Way":
        """The other side up, turned over about the long axis."""
        return _WAYS[1 - self.side, self.turned]


_WAYS: Final = {(way.side, way.turned): way for way in Way}


class Axis(Enum):
    """An axis for turning #1 over."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Placed(Tagged, tag="Placed"):
    """A circuit card on the board."""

    card: CircuitCard
    cell: Cell
    way: Way

    @property
    def face(self) -> Face:
        """The face of the side that is up."""
        return self.card.faces[self.way.side]


_placed: Final = lru_cache(maxsize=4096)(Placed)


@cache
def names(number: int) -> Mapping[Colour, NodeId]:
    """Return the ids of all nodes that a circuit card can have, by colour."""
    return {colour: f"{number}-{colour}" for colour in Colour}


@lru_cache(maxsize=1024)
def number_of(node: NodeId) -> int:
    """Return the number of the node's card."""
    return int(node[: node.index("-")])


_COLOURS: Final = {colour.value: colour for colour in Colour}


@lru_cache(maxsize=1024)
def colour_of(node: NodeId) -> Colour:
    """Return the colour of a node."""
    return _COLOURS[node[node.index("-") + 1 :]]


@dataclass(frozen=True, slots=True)
class Lying:
    """2.3 The pathways of a circuit card on the board. Its ports are numbered as they lie, not as on the face."""

    ways: Mapping[NodeId, tuple[NodeId | int, ...]]
    """For each node: the nodes and ports at the other ends of its pathways."""
    ends: tuple[NodeId | int | None, ...]
    """For each port: the node or port at the other end of its pathway; None for a blank port."""

    @classmethod
    def of(cls, card: CircuitCard, way: Way) -> "Lying":
        """Return the pathways of a card that lies in this way."""
        face, node_ids = card.faces[way.side], names(card.number)

        def on_board(end: Colour | int) -> NodeId | int:
            return (end + way.shift) % len(PORTS) if isinstance(end, int) else node_ids[end]

        ends = [None if end is None else on_board(end) for end in face.ports]
        return cls(
            {node_ids[colour]: tuple(map(on_board, ways)) for colour, ways in face.ways.items()},
            tuple(ends[way.shift :] + ends[: way.shift]),
        )


@cache
def _lyings(card: CircuitCard) -> Mapping[str, Lying]:
    """Return the pathways of a card for each way in which it can lie, by the word of the way."""
    return {way.word: Lying.of(card, way) for way in Way}


Around = Mapping[Cell, tuple[Cell, ...]]
"""5.4 For the cell of each card: the cells of the next cards above, right, below and left of it."""


def _follow(lying: Mapping[Cell, Lying], around: Around, cell: Cell, port: int) -> NodeId | None:
    """Follow a pathway like `Board.way`, but return only its end: a node, or None."""
    for _ in range(len(PORTS) * len(lying)):
        cell, port = around[cell][port >> 1], FACING[port]
        to = lying[cell].ends[port]
        if not isinstance(to, int):
            return to
        port = to
    return None


class _Adjacency(dict[NodeId, tuple[NodeId, ...]]):
    """5.2 The neighbours of each node, each computed on first use."""

    def __init__(self, placed: Sequence[Placed], order: bytes, lying: Mapping[Cell, Lying], around: Around) -> None:
        """Keep the parts of a board from which neighbours are computed. order: by the number of a card, its index in
        `placed`.
        """
        super().__init__()
        self._placed, self._order, self._lying, self._around = placed, order, lying, around

    def __missing__(self, node: NodeId) -> tuple[NodeId, ...]:
        cell = self._placed[self._order[number_of(node)]].cell
        neighbours: dict[NodeId, None] = {}
        for to in self._lying[cell].ways[node]:
            end = _follow(self._lying, self._around, cell, to) if isinstance(to, int) else to
            if end is not None and end != node:
                neighbours[end] = None
        self[node] = ends = tuple(neighbours)
        return ends


@dataclass(frozen=True)
class Board(Tagged, tag="Board"):
    """All circuit cards on the board, which are always connected. Boards are equal if the same cards lie alike."""

    placed: tuple[Placed, ...]
    """The circuit cards in the order in which they were laid, #1 first."""

    @cached_property
    def _order(self) -> bytes:
        """By the number of a card: its index in `placed`. These bytes take a tenth of the memory of a dict."""
        indices = bytearray([_NOT_LAID]) * _NUMBERS
        for index, placed in enumerate(self.placed):
            indices[placed.card.number] = index
        return bytes(indices)

    def at(self, number: int) -> Placed:
        """Return the card of this number, which must be on the board."""
        return self.placed[self._order[number]]

    @property
    def by_number(self) -> Mapping[int, Placed]:
        """All circuit cards by number. The dict is built on each call."""
        return {placed.card.number: placed for placed in self.placed}

    @cached_property
    def by_cell(self) -> Mapping[Cell, Placed]:
        return {placed.cell: placed for placed in self.placed}

    @property
    def hub(self) -> Placed:
        """Card #1."""
        return self.placed[0]

    @property
    def turned_over(self) -> bool:
        """6.1 Whether #1 shows the master node."""
        return self.placed[0].way.side == 1

    def node(self, node: NodeId) -> Node | None:
        """Return the node of this id, or None if it is not on a visible face."""
        number = number_of(node)
        return self.at(number).face.node(colour_of(node)) if self._order[number] != _NOT_LAID else None

    @cached_property
    def nodes(self) -> tuple[NodeId, ...]:
        """Every node of the board."""
        return tuple(names(p.card.number)[node.colour] for p in self.placed for node in p.face.nodes)

    @cached_property
    def portals(self) -> tuple[NodeId, ...]:
        """2.6 Every node with a portal."""
        return tuple(names(p.card.number)[colour] for p in self.placed for colour in p.face.portals)

    def charge_nodes(self, colour: Colour) -> tuple[NodeId, ...]:
        """2.7 Return the nodes that touch the charge point of this colour; () if the charge point is not on the
        board.
        """
        for placed in self.placed:
            if placed.card.charge is colour:
                return tuple(names(placed.card.number)[node] for node in placed.face.by_charge)
        return ()

    # Adjacency (chapter 4)

    def neighbours(self, node: NodeId) -> tuple[NodeId, ...]:
        """5.2 Return the nodes adjacent to a node, each once, in the order of its pathways. The node itself is never
        among them.
        """
        return self.adjacency[node]

    @cached_property
    def adjacency(self) -> Mapping[NodeId, tuple[NodeId, ...]]:
        """The neighbours of every node, each computed on first use."""
        return _Adjacency(self.placed, self._order, self.lying, self._around)

    @cached_property
    def lying(self) -> Mapping[Cell, Lying]:
        """The pathways of the card on each cell."""
        return {placed.cell: _lyings(placed.card)[placed.way.word] for placed in self.placed}

    def follow(self, number: int, port: int) -> NodeId | None:
        """5.2, 5.3 Follow the pathway that leaves this card by this port. Return the node at its end, or None if it
        ends at none.
        """
        return _follow(self.lying, self._around, self.at(number).cell, port)

    def way(self, number: int, port: int) -> list[tuple[Cell, int]]:
        """5.3, 5.4 Follow the pathway that leaves this card by this port. Return the cell and the port of each entry
        into a further card.

        The pathway ends at a node or a blank port. A loop is followed until it would repeat itself.
        """
        return self._way(self.at(number).cell, port)

    def _way(self, cell: Cell, port: int) -> list[tuple[Cell, int]]:
        lying, around = self.lying, self._around
        entries = []
        for _ in range(len(PORTS) * len(lying)):  # after this many entries the pathway is a loop
            cell, port = around[cell][port >> 1], FACING[port]
            entries.append((cell, port))
            to = lying[cell].ends[port]
            if not isinstance(to, int):
                break
            port = to
        return entries

    @cached_property
    def _around(self) -> Around:
        return beyond(self.cells)  # cached here, since the cache of `beyond` compares whole sets

    @cached_property
    def beyond(self) -> Mapping[int, tuple[int, ...]]:
        """5.4 For each card: the next cards above, right, below and left of it (`grid.beyond`)."""
        around, placed_at = self._around, self.by_cell
        return {p.card.number: tuple(placed_at[cell].card.number for cell in around[p.cell]) for p in self.placed}

    def arrivals(self, port: int) -> Mapping[Axis, NodeId]:
        """6.2 Return the node where the last pawn on #1 arrives if it leaves by this port, for each axis about which #1
        can be turned over. An axis is missing if the pawn would arrive at no node.
        """
        ends = {}
        for axis in Axis:
            end = self.over(axis).follow(HUB, port)
            if end is not None:
                ends[axis] = end
        return ends

    def over(self, axis: Axis) -> "Board":
        """Return the board with #1 turned over about this axis."""
        return self._over[axis]

    @cached_property
    def _over(self) -> Mapping[Axis, "Board"]:
        way = self.hub.way.flipped
        return {Axis.LONG: self.with_way(HUB, way), Axis.SHORT: self.with_way(HUB, way.rotated)}

    @cached_property
    def ways(self) -> dict[Hashable, Mapping[NodeId, int]]:
        """A cache of numbers of steps (`rules.circuitry.plan.steps_to`)."""
        return {}

    def distances(self, start: NodeId) -> Mapping[NodeId, int]:
        """Return the number of steps from the start to every node that can be reached, if no pawn were in the way."""
        steps_by_node, edge, steps = {start: 0}, [start], 0
        while edge:
            steps += 1
            edge = list(dict.fromkeys(to for node in edge for to in self.adjacency[node] if to not in steps_by_node))
            steps_by_node.update(dict.fromkeys(edge, steps))
        return steps_by_node

    # Changes

    def laid(self, card: CircuitCard, cell: Cell, way: Way) -> "Board":
        """Return the board with one more card, laid on this cell in this way."""
        return _board((*self.placed, _placed(card, cell, way)))

    def with_way(self, number: int, way: Way) -> "Board":
        """Return the board with a card in another orientation."""
        return _board(tuple([_placed(p.card, p.cell, way) if p.card.number == number else p for p in self.placed]))

    def swapped(self, first: int, second: int) -> "Board":
        """Return the board with two cards exchanged. Each takes the cell of the other, but lies as before."""
        cells = {first: self.at(second).cell, second: self.at(first).cell}
        return self._moved(cells)

    def slid(self, number: int, cell: Cell) -> "Board":
        """Return the board with a card on another cell."""
        return self._moved({number: cell})

    def _moved(self, cells: Mapping[int, Cell]) -> "Board":
        return _board(
            tuple([_placed(p.card, cells[p.card.number], p.way) if p.card.number in cells else p for p in self.placed])
        )

    # Places

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The cells that have a card."""
        return shared(frozenset([placed.cell for placed in self.placed]))

    @property
    def upright(self) -> bool:
        """Whether pictures show the board upright, not turned a quarter to the left (`grid.upright`)."""
        return upright(self.cells)

    @property
    def places(self) -> tuple[Cell, ...]:
        """4.7 The cells where a card can be laid, in the order of `grid.places`."""
        return places(self.cells)

    @cached_property
    def slides(self) -> Mapping[int, tuple[Cell, ...]]:
        """8.4 For the cell of each card that can slide: the cells to which it can slide, in the order of
        `grid.places`.
        """
        cells = slides(self.cells)
        return {p.card.number: cells[p.cell] for p in self.placed[1:] if p.cell in cells}


@lru_cache(maxsize=64)
def _board(placed: tuple[Placed, ...]) -> Board:
    """Return one object for all equal boards, so that they share everything that was computed. A board that was tried
    is often played next, and searches try the same board in many sampled states.
    """
    return Board(placed)
