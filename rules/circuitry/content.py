"""Reading the content of seeds/circuitry.

A face of a circuit card looks like this, with points as `x,y` and ports as p0 to p7:

    [12.a]
    nodes = ["red 4,5", "green 6,9 passing portal"]
    pathways = ["p0 2,2 red", "red green", "red p7"]
    charge = "4,7"      # only on #2 to #7
    master = "4,7"      # only on the back of #1

A pathway has two ends, and its bends between them. Each of its lines is straight or at 45 degrees.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from rules.circuitry.cards import (
    BLACK,
    CHARGE,
    HEIGHT,
    MASTER,
    PORTS,
    WIDTH,
    CircuitCard,
    Colour,
    End,
    Face,
    MiniCard,
    Node,
    Pathway,
    Point,
)
from rules.core.cards import Card, CardId
from rules.core.content import card_list, naming, read_table, table

CIRCUITS: Final = 30
CHARGE_CARDS: Final = range(2, 8)
"""1.4 The numbers of the circuit cards with a charge point."""
MOVEMENT_CARDS: Final = (*(colour.word for colour in Colour), BLACK)
"""1.5 The ids of the movement cards."""
ACTION_CARDS: Final = ("inhibit", "free", "exchange", "rotate", "swap", "flip", "slide", "force", "portal")
"""1.5 The ids of the action cards: the rules know what these do, and no others."""
_POINT: Final = re.compile(r"(\d+),(\d+)")
_PORT: Final = re.compile(r"p([0-7])")


@dataclass(frozen=True, slots=True)
class Content:
    """All cards of the game."""

    cards: Mapping[CardId, Card]
    """Every card by id: circuit cards in the order of their numbers, then mini cards."""
    circuits: Mapping[int, CircuitCard]
    """The circuit cards by number."""
    minis: tuple[MiniCard, ...]
    """The mini cards in the order of the card list."""
    greens: tuple[MiniCard, ...] = field(init=False)
    """The mini cards with a green back."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "greens", tuple(card for card in self.minis if card.green))


def read(content: Mapping[str, Any]) -> Content:
    """Read and check the content.

    Raises:
        ValueError: a file is missing, or an entry is not a card; the message names it.
    """
    circuits = {}
    for id_, entry in table(content, "circuits").items():
        with naming(f"circuits.toml, {id_}"):
            circuits[int(id_)] = _circuit(int(id_), entry)
    if list(circuits) != list(range(1, CIRCUITS + 1)):
        raise ValueError(f"circuits.toml: the cards are numbered from 1 to {CIRCUITS}, in order")
    if {circuits[number].charge for number in CHARGE_CARDS} != set(Colour):
        raise ValueError("circuits.toml: #2 to #7 have a charge point of each colour")
    minis = read_table(content, "minis", MiniCard)
    for mini in minis.values():
        known, kind = (MOVEMENT_CARDS, "movement") if mini.movement else (ACTION_CARDS, "action")
        if mini.id not in known:
            raise ValueError(f"minis.toml, {mini.id}: there is no such {kind} card; there are {', '.join(known)}")
    cards: dict[CardId, Card] = card_list({card.id: card for card in circuits.values()}, minis)
    return Content(cards, circuits, tuple(minis.values()))


def _circuit(number: int, entry: Mapping[str, Any]) -> CircuitCard:
    charged = number in CHARGE_CARDS
    if set(entry) != {"a", "b"} | ({"charge"} if charged else set()):
        raise ValueError("a circuit card has the sides a and b, and #2 to #7 the colour of a charge point")
    faces = []
    for side in ("a", "b"):
        with naming(f"side {side}"):
            face = _face(entry[side])
            if (face.charge is not None) != charged or (face.master is not None) != (number == 1 and side == "b"):
                raise ValueError("a charge point or a master node is missing, or is on a side that must not have one")
        faces.append(face)
    front, back = faces
    id_, name = CardId(str(number)), f"Circuit card {number}"
    charge = Colour(entry["charge"]) if charged else None
    return CircuitCard(id=id_, order=number - 1, name=name, number=number, charge=charge, faces=(front, back))


def _face(table: Mapping[str, Any]) -> Face:
    if not {"nodes", "pathways"} <= set(table) <= {"nodes", "pathways", CHARGE, MASTER}:
        raise ValueError("it needs nodes and pathways")
    nodes = tuple(map(_node, table["nodes"]))
    places: dict[End, Point] = {node.colour: node.at for node in nodes}
    if len(places) != len(nodes):
        raise ValueError("two nodes have the same colour")
    places |= dict(enumerate(PORTS))
    places |= {name: _point(table[name]) for name in (CHARGE, MASTER) if name in table}
    pathways = tuple(_pathway(text, places) for text in table["pathways"])
    used = [end for pathway in pathways for end in pathway.ends if isinstance(end, int)]
    if len(set(used)) != len(used):
        raise ValueError("a port has one pathway at most")
    return Face(nodes, pathways, _place(places, CHARGE), _place(places, MASTER))


def _place(places: Mapping[End, Point], name: str) -> Point | None:
    return places.get(name)


def _node(text: str) -> Node:
    colour, point, *marks = text.split()
    if not set(marks) <= {"passing", "portal"} or ("portal" in marks and "passing" not in marks):
        raise ValueError(f"node {text}: after colour and place it may say passing, and then portal")
    return Node(Colour(colour), _point(point), "passing" in marks, "portal" in marks)


def _pathway(text: str, places: Mapping[End, Point]) -> Pathway:
    first, *bends, last = text.split()
    ends = (_end(first, places), _end(last, places))
    points = (places[ends[0]], *map(_point, bends), places[ends[1]])
    for start, end in pairwise(points):
        across, down = abs(start.x - end.x), abs(start.y - end.y)
        if start == end or (across and down and across != down):
            raise ValueError(f"pathway {text}: {start.x},{start.y} to {end.x},{end.y} is not a straight line")
    return Pathway(ends, points)


def _end(word: str, places: Iterable[End]) -> End:
    port = _PORT.fullmatch(word)
    end: End = int(port[1]) if port else word if word in {CHARGE, MASTER} else Colour(word)
    if end not in places:
        raise ValueError(f"there is no {word}")
    return end


def _point(text: str) -> Point:
    match = _POINT.fullmatch(text)
    if not match or not (int(match[1]) <= WIDTH and int(match[2]) <= HEIGHT):
        raise ValueError(f"{text} is not a valid point on a card face")
    return Point(int(match[1]), int(match[2]))
