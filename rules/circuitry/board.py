"""The board: circuit cards on a grid, how they may be laid and moved, and which nodes are adjacent.

A board never changes: every action makes another one. What is worked out of it is worked out once, when it is first
asked for.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import Final

from rules.circuitry.cards import PORTS, CircuitCard, Colour, Face, Node
from rules.circuitry.grid import Cell, beyond, places, shared, slides, upright
from rules.core.facts import Fact

NodeId = str
"""A node by the number of its card and its colour: “12-light-blue”."""

HUB: Final = 1
"""The number of the card that every match begins with."""

_NUMBERS: Final = 64
"""More than any card's number."""

_NOT_LAID: Final = 255

FACING: Final = (5, 4, 7, 6, 1, 0, 3, 2)
"""2.2 By port of a card: the port of its neighbour that it meets."""


class Way(Enum):
    """2.1 How a circuit card lies: the side that is up, and by how many degrees it is turned."""

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
        """From a port of the face to where it lies."""

    __hash__ = object.__hash__  # each is one object

    @property
    def rotated(self) -> "Way":
        """Turned by 180 degrees."""
        return _WAYS[self.side, not self.turned]

    @property
    def flipped(self) -> "Way":
        """Turned over about the long axis."""
        return _WAYS[1 - self.side, self.turned]


_WAYS: Final = {(way.side, way.turned): way for way in Way}


class Axis(Enum):
    """An axis about which #1 is turned over."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Placed(Fact, fact="Placed"):
    """A circuit card on the board."""

    card: CircuitCard
    cell: Cell
    way: Way

    @property
    def face(self) -> Face:
        """The side that is up."""
        return self.card.faces[self.way.side]


_placed: Final = lru_cache(maxsize=4096)(Placed)


@cache
def names(number: int) -> Mapping[Colour, NodeId]:
    """The nodes that a circuit card can have."""
    return {colour: f"{number}-{colour}" for colour in Colour}


@lru_cache(maxsize=1024)
def number_of(node: NodeId) -> int:
    """The card that a node is on."""
    return int(node[: node.index("-")])


_COLOURS: Final = {colour.value: colour for colour in Colour}


@lru_cache(maxsize=1024)
def colour_of(node: NodeId) -> Colour:
    """The colour of a node."""
    return _COLOURS[node[node.index("-") + 1 :]]


@dataclass(frozen=True, slots=True)
class Lying:
    """2.3 The pathways of a circuit card as it lies, its ports counted on the board."""

    ways: Mapping[NodeId, tuple[NodeId | int, ...]]
    """By node: the nodes and ports that its pathways lead to."""
    ends: tuple[NodeId | int | None, ...]
    """By port: the node or the other port that its pathway leads to; None for a blank port."""

    @classmethod
    def of(cls, card: CircuitCard, way: Way) -> "Lying":
        """A card lying one way."""
        face, known = card.faces[way.side], names(card.number)

        def there(end: Colour | int) -> NodeId | int:
            return (end + way.shift) % len(PORTS) if isinstance(end, int) else known[end]

        ends = [None if end is None else there(end) for end in face.ports]
        return cls(
            {known[colour]: tuple(map(there, ways)) for colour, ways in face.ways.items()},
            tuple(ends[way.shift :] + ends[: way.shift]),
        )


@cache
def _lyings(card: CircuitCard) -> Mapping[str, Lying]:
    """By the word of each way."""
    return {way.word: Lying.of(card, way) for way in Way}


Around = Mapping[Cell, tuple[Cell, ...]]
"""5.4 By place of a card: the places that are met above, right, below and left of it."""


def _follow(lying: Mapping[Cell, Lying], around: Around, cell: Cell, port: int) -> NodeId | None:
    """The end of `Board.way`, found without writing the way down."""
    for _ in range(len(PORTS) * len(lying)):
        cell, port = around[cell][port >> 1], FACING[port]
        to = lying[cell].ends[port]
        if not isinstance(to, int):
            return to
        port = to
    return None


class _Adjacency(dict[NodeId, tuple[NodeId, ...]]):
    """The neighbours of each node (5.2)."""

    def __init__(self, placed: Sequence[Placed], order: bytes, lying: Mapping[Cell, Lying], around: Around) -> None:
        """order: by number of a card, which one it is among those that are placed."""
        super().__init__()
        self._placed, self._order, self._lying, self._around = placed, order, lying, around

    def __missing__(self, node: NodeId) -> tuple[NodeId, ...]:
        cell = self._placed[self._order[number_of(node)]].cell
        found: dict[NodeId, None] = {}
        for to in self._lying[cell].ways[node]:
            end = _follow(self._lying, self._around, cell, to) if isinstance(to, int) else to
            if end is not None and end != node:
                found[end] = None
        self[node] = ends = tuple(found)
        return ends


@dataclass(frozen=True)
class Board(Fact, fact="Board"):
    """All circuit cards that have been laid: always one connected whole. Two are equal if their cards lie alike."""

    placed: tuple[Placed, ...]
    """In the order in which they were laid, #1 first."""

    @cached_property
    def _order(self) -> bytes:
        """By number of a card: which one it is among `placed`. It takes a tenth of the room of a dict."""
        found = bytearray([_NOT_LAID]) * _NUMBERS
        for order, there in enumerate(self.placed):
            found[there.card.number] = order
        return bytes(found)

    def at(self, number: int) -> Placed:
        """The card of this number, which has been laid."""
        return self.placed[self._order[number]]

    @property
    def by_number(self) -> Mapping[int, Placed]:
        """All of them by their numbers, made anew each time."""
        return {there.card.number: there for there in self.placed}

    @cached_property
    def by_cell(self) -> Mapping[Cell, Placed]:
        return {there.cell: there for there in self.placed}

    @property
    def hub(self) -> Placed:
        """Card #1."""
        return self.placed[0]

    @property
    def turned_over(self) -> bool:
        """6.1 Whether #1 shows the master node."""
        return self.placed[0].way.side == 1

    def node(self, node: NodeId) -> Node | None:
        """The node of this name, if its card lies with it up."""
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
        """2.7 The nodes that touch a charge point: () if it is not on the board."""
        for there in self.placed:
            if there.card.charge is colour:
                return tuple(names(there.card.number)[node] for node in there.face.by_charge)
        return ()

    # Adjacency (chapter 4)

    def neighbours(self, node: NodeId) -> tuple[NodeId, ...]:
        """5.2 The nodes adjacent to this one, each once, in the order of its pathways; never itself."""
        return self.adjacency[node]

    @cached_property
    def adjacency(self) -> Mapping[NodeId, tuple[NodeId, ...]]:
        """By node, its neighbours: for whoever asks for many. Each node's are worked out when they are asked for."""
        return _Adjacency(self.placed, self._order, self.lying, self._around)

    @cached_property
    def lying(self) -> Mapping[Cell, Lying]:
        """By place: the pathways of the card there."""
        return {there.cell: _lyings(there.card)[there.way.word] for there in self.placed}

    def follow(self, number: int, port: int) -> NodeId | None:
        """5.2, 5.3 Where the pathway leads that leaves this card by this port, counted on the board; None: nowhere."""
        return _follow(self.lying, self._around, self.at(number).cell, port)

    def way(self, number: int, port: int) -> list[tuple[Cell, int]]:
        """5.3, 5.4 The places and ports by which the pathway comes onto cards that leaves this card by this port: up to
        a node, a blank port, or where it would go round in a loop.
        """
        return self._way(self.at(number).cell, port)

    def _way(self, cell: Cell, port: int) -> list[tuple[Cell, int]]:
        lying, around = self.lying, self._around
        found = []
        for _ in range(len(PORTS) * len(lying)):  # after so many it goes round in a loop
            cell, port = around[cell][port >> 1], FACING[port]
            found.append((cell, port))
            to = lying[cell].ends[port]
            if not isinstance(to, int):
                break
            port = to
        return found

    @cached_property
    def _around(self) -> Around:
        return beyond(self.cells)  # looked up once: to find it there, all places are compared

    @cached_property
    def beyond(self) -> Mapping[int, tuple[int, ...]]:
        """5.4 By card: the cards that are met above, right, below and left of it (`grid.beyond`)."""
        around, there = self._around, self.by_cell
        return {p.card.number: tuple(there[cell].card.number for cell in around[p.cell]) for p in self.placed}

    def arrivals(self, port: int) -> Mapping[Axis, NodeId]:
        """6.2 Where a pawn arrives that leaves #1 by this port as the last one, by the axis about which #1 is turned
        over meanwhile; without an axis by which it arrives nowhere.
        """
        found = {}
        for axis in Axis:
            end = self.over(axis).follow(HUB, port)
            if end is not None:
                found[axis] = end
        return found

    def over(self, axis: Axis) -> "Board":
        """The board with #1 turned over."""
        return self._over[axis]

    @cached_property
    def _over(self) -> Mapping[Axis, "Board"]:
        way = self.hub.way.flipped
        return {Axis.LONG: self.with_way(HUB, way), Axis.SHORT: self.with_way(HUB, way.rotated)}

    @cached_property
    def ways(self) -> dict[Hashable, Mapping[NodeId, int]]:
        """Ways that were worked out already (`rules.circuitry.plan.steps_to`)."""
        return {}

    def distances(self, start: NodeId) -> Mapping[NodeId, int]:
        """How many steps away each node is that can be reached, pawns aside."""
        found, edge, steps = {start: 0}, [start], 0
        while edge:
            steps += 1
            edge = list(dict.fromkeys(to for node in edge for to in self.adjacency[node] if to not in found))
            found.update(dict.fromkeys(edge, steps))
        return found

    # Changes

    def laid(self, card: CircuitCard, cell: Cell, way: Way) -> "Board":
        """With one card more."""
        return _board((*self.placed, _placed(card, cell, way)))

    def with_way(self, number: int, way: Way) -> "Board":
        """With a card lying another way."""
        return _board(tuple([_placed(p.card, p.cell, way) if p.card.number == number else p for p in self.placed]))

    def swapped(self, first: int, second: int) -> "Board":
        """With two cards in each other's places, both lying as they lay."""
        cells = {first: self.at(second).cell, second: self.at(first).cell}
        return self._moved(cells)

    def slid(self, number: int, cell: Cell) -> "Board":
        """With a card in another place."""
        return self._moved({number: cell})

    def _moved(self, cells: Mapping[int, Cell]) -> "Board":
        return _board(
            tuple([_placed(p.card, cells[p.card.number], p.way) if p.card.number in cells else p for p in self.placed])
        )

    # Places

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """Where cards lie."""
        return shared(frozenset([there.cell for there in self.placed]))

    @property
    def upright(self) -> bool:
        """Whether it is shown upright, and not turned a quarter to the left (`grid.upright`)."""
        return upright(self.cells)

    @property
    def places(self) -> tuple[Cell, ...]:
        """4.7 Where a card can be laid, in the order of `grid.places`."""
        return places(self.cells)

    @cached_property
    def slides(self) -> Mapping[int, tuple[Cell, ...]]:
        """8.4 By card that can slide: where to, in the order of `grid.places`."""
        cells = slides(self.cells)
        return {p.card.number: cells[p.cell] for p in self.placed[1:] if p.cell in cells}


@lru_cache(maxsize=64)
def _board(placed: tuple[Placed, ...]) -> Board:
    """One object for boards that are alike, with all that was worked out of it: what is tried is often played then, and
    tried again on other tables that are imagined.
    """
    return Board(placed)
