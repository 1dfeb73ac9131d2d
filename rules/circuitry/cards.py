"""Colours, the mini cards, and the circuit cards with their faces."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final, NamedTuple

from rules.core.cards import Card
from rules.core.content import one_of, whole


class Colour(Enum):
    """1.3 The six colours of nodes, pawns and charge points."""

    LIGHT_BLUE = "light-blue"
    DARK_BLUE = "dark-blue"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"
    RED = "red"

    def __init__(self, word: str) -> None:
        self.word = word
        """As it is written; the same as `value`, which is slower to read."""
        self.words = word.replace("-", " ")
        """As it is said: “light blue”."""

    __hash__ = object.__hash__  # each is one object; an enum would hash its name, and much is found by colour

    def __str__(self) -> str:
        return self.word


BLACK: Final = "black"
"""The word of a black movement card."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MiniCard(Card):
    """1.5 A mini card, one object for all its copies. Its id is the colour of a movement card or the action's name."""

    green: Annotated[bool, "back", one_of({"gold": False, "green": True})]
    """Whether its back is green; the others are gold."""
    movement: Annotated[bool, "kind", one_of({"action": False, "movement": True})]
    """Whether it is a movement card, of a colour or black."""
    copies: Annotated[int, whole(1)]
    text: str

    __repr__ = Card.__repr__


WIDTH: Final = 8
HEIGHT: Final = 14
"""2.1 A circuit card is a lattice of so many steps."""


class Point(NamedTuple):
    """A point of the lattice of an upright face, from its upper left corner."""

    x: int
    y: int

    @property
    def opposite(self) -> "Point":
        """Where it lies when the card is turned by 180 degrees."""
        return Point(WIDTH - self.x, HEIGHT - self.y)


PORTS: Final = tuple(Point(x, y) for x, y in ((2, 0), (6, 0), (8, 4), (8, 10), (6, 14), (2, 14), (0, 10), (0, 4)))
"""2.2 Where pathways leave a card: two on each edge, clockwise from the upper left one."""

CHARGE: Final = "charge"
MASTER: Final = "master"
"""The words for the charge point and the master node as ends of a pathway."""

End = Colour | int | str
"""What a pathway ends at: the node of a colour, a port by its number, `CHARGE` or `MASTER`."""


@dataclass(frozen=True, slots=True)
class Node:
    """2.4 A node of a face. No face has two of one colour: card number and colour name a node."""

    colour: Colour
    at: Point
    passing: bool = False
    """2.5 A passing point lies beside the way, not on it."""
    portal: bool = False
    """2.6 Only passing points have portals."""


@dataclass(frozen=True, slots=True)
class Pathway:
    """2.3 A way between two ends."""

    ends: tuple[End, End]
    points: tuple[Point, ...]
    """Its line: where it begins, its bends, where it ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """2.1 One side of a circuit card, upright."""

    nodes: tuple[Node, ...]
    pathways: tuple[Pathway, ...]
    charge: Point | None = None
    """2.7 Where its charge point is."""
    master: Point | None = None
    """2.8 Where the master node is."""
    ways: Mapping[Colour, tuple[Colour | int, ...]] = field(init=False, repr=False)
    """By node: the nodes and ports that its pathways lead to, in their order."""
    ports: tuple[Colour | int | None, ...] = field(init=False, repr=False)
    """By port: what the pathway from there leads to; None for a blank port."""
    by_charge: frozenset[Colour] = field(init=False, repr=False)
    """The nodes next to its charge point."""
    portals: tuple[Colour, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ways: dict[Colour, list[Colour | int]] = {node.colour: [] for node in self.nodes}
        ports: list[Colour | int | None] = [None] * len(PORTS)
        by_charge = set()
        for pathway in self.pathways:
            for here, there in (pathway.ends, pathway.ends[::-1]):
                match here, there:
                    case Colour(), "charge":
                        by_charge.add(here)
                    case Colour(), Colour() | int() if there not in ways[here]:
                        ways[here].append(there)
                    case int(), Colour() | int():
                        ports[here] = there
        worked_out = {
            "ways": {colour: tuple(found) for colour, found in ways.items()},
            "ports": tuple(ports),
            "by_charge": frozenset(by_charge),
            "portals": tuple(node.colour for node in self.nodes if node.portal),
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def node(self, colour: Colour) -> Node | None:
        """The node of this colour, if there is one."""
        return next((node for node in self.nodes if node.colour is colour), None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CircuitCard(Card):
    """1.4 A circuit card. Its id is its number."""

    number: int
    charge: Colour | None
    """2.7 The colour of its charge point, which both its faces have; None for #1 and from #8 on."""
    faces: tuple[Face, Face]
    """Side a, with the number up, and side b."""

    __repr__ = Card.__repr__
