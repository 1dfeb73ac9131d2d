"""Colours, mini cards, and circuit cards with their faces."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final, NamedTuple

from rules.core.cards import Card
from rules.core.content import MOST_COPIES, one_of, whole


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
        """The same as `value`, but faster to read."""
        self.words = word.replace("-", " ")
        """The colour in sentences: “light blue”."""

    __hash__ = object.__hash__  # one object each; hashing an enum by its name is slower

    def __str__(self) -> str:
        return self.word


BLACK: Final = "black"
"""The word of a black movement card."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MiniCard(Card):
    """1.5 A mini card. All copies are one object. The id of a movement card is its colour; the id of an action card is
    its name.
    """

    green: Annotated[bool, "back", one_of({"gold": False, "green": True})]
    """Whether the card's back is green. All other backs are gold."""
    movement: Annotated[bool, "kind", one_of({"action": False, "movement": True})]
    """Whether the card is a movement card, black or of a colour."""
    copies: Annotated[int, whole(1, MOST_COPIES)]
    text: str

    @property
    def printed(self) -> str:
        return f"{'Green' if self.green else 'Gold'} back, {self.copies} copies. {self.text}".rstrip()

    __repr__ = Card.__repr__


WIDTH: Final = 8
HEIGHT: Final = 14
"""2.1 The width and height of a circuit card, in steps of its lattice."""


class Point(NamedTuple):
    """A point on the lattice of an upright face, counted from the upper left corner."""

    x: int
    y: int


PORTS: Final = tuple(Point(x, y) for x, y in ((2, 0), (6, 0), (8, 4), (8, 10), (6, 14), (2, 14), (0, 10), (0, 4)))
"""2.2 The points where pathways leave a card: two on each edge, clockwise from the upper left one."""

CHARGE: Final = "charge"
MASTER: Final = "master"
"""The master node as an end of a pathway; `CHARGE` is the charge point."""

End = Colour | int | str
"""An end of a pathway: the node of a colour, a port by its number, `CHARGE` or `MASTER`."""


@dataclass(frozen=True, slots=True)
class Node:
    """2.4 A node of a face. No face has two nodes of one colour, so the card's number and a colour identify a node."""

    colour: Colour
    at: Point
    passing: bool = False
    """2.5 Whether the node is a passing point, which lies beside a pathway and not on it."""
    portal: bool = False
    """2.6 Whether the node has a portal. Only passing points have one."""


@dataclass(frozen=True, slots=True)
class Pathway:
    """2.3 A pathway between two ends."""

    ends: tuple[End, End]
    points: tuple[Point, ...]
    """The points of the pathway's line: one end, the bends, the other end."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """2.1 One side of a circuit card, upright."""

    nodes: tuple[Node, ...]
    pathways: tuple[Pathway, ...]
    charge: Point | None = None
    """2.7 The point at which the charge point lies; None if the face has none."""
    master: Point | None = None
    """2.8 The point at which the master node lies; None if the face has none."""
    ways: Mapping[Colour, tuple[Colour | int, ...]] = field(init=False, repr=False)
    """For each node: the nodes and ports at the other ends of its pathways, in order."""
    ports: tuple[Colour | int | None, ...] = field(init=False, repr=False)
    """For each port: the node or port at the other end of its pathway; None for a blank port, which has no pathway."""
    by_charge: frozenset[Colour] = field(init=False, repr=False)
    """The colours of the nodes that touch the charge point."""
    portals: tuple[Colour, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ways: dict[Colour, list[Colour | int]] = {node.colour: [] for node in self.nodes}
        ports: list[Colour | int | None] = [None] * len(PORTS)
        by_charge = set()
        for pathway in self.pathways:
            for end, other_end in (pathway.ends, pathway.ends[::-1]):
                match end, other_end:
                    case Colour(), "charge":
                        by_charge.add(end)
                    case Colour(), Colour() | int() if other_end not in ways[end]:
                        ways[end].append(other_end)
                    case int(), Colour() | int():
                        ports[end] = other_end
        derived = {
            "ways": {colour: tuple(other_ends) for colour, other_ends in ways.items()},
            "ports": tuple(ports),
            "by_charge": frozenset(by_charge),
            "portals": tuple(node.colour for node in self.nodes if node.portal),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def node(self, colour: Colour) -> Node | None:
        """Return the node of this colour, or None if the face has none."""
        return next((node for node in self.nodes if node.colour is colour), None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CircuitCard(Card):
    """1.4 A circuit card. Its number is also its id."""

    number: int
    charge: Colour | None
    """2.7 The colour of the card's charge point, the same on both faces; None for #1 and from #8 on."""
    faces: tuple[Face, Face]
    """Side a, which shows the number, and side b."""

    @property
    def printed(self) -> str:
        charge = f"The charge point of {self.charge.words}. " if self.charge else ""
        sides = [", ".join(node.colour.words for node in face.nodes) for face in self.faces]
        return f"{charge}Nodes on side a: {sides[0]}. On side b: {sides[1]}."

    __repr__ = Card.__repr__
