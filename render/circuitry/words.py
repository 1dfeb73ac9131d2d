"""Boards, cards and pawns of Circuitry in words, briefly: colours by their first letters."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from render.circuitry.tracks import ends
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import CircuitCard, Colour, Face
from rules.circuitry.words import node_words

LETTERS: Final = {
    Colour.LIGHT_BLUE: "L",
    Colour.DARK_BLUE: "D",
    Colour.GREEN: "G",
    Colour.ORANGE: "O",
    Colour.PURPLE: "P",
    Colour.RED: "R",
}
KEY: Final = (
    "L light blue, D dark blue, G green, O orange, P purple, R red, * passing point, @ portal, ~ by wrap-around; "
    "each node with those next to it"
)
PORTS: Final = (
    *("top left", "top right", "right above", "right below"),
    *("bottom right", "bottom left", "left below", "left above"),
)
"""By port: where it is on an upright card."""


def code(node: NodeId) -> str:
    """“12R”."""
    return f"{number_of(node)}{LETTERS[colour_of(node)]}"


def beside(board: Board, node: NodeId) -> dict[NodeId, bool]:
    """The nodes next to one, and whether only wrap-around leads there."""
    if board.node(node) is None:
        return {}
    found: dict[NodeId, bool] = {}
    for end, wraps in ends(board, node):
        found[end] = wraps and found.get(end, True)
    return found


def next_to(board: Board, node: NodeId) -> str:
    """“next to 12 dark blue, 1 orange by wrap-around”."""
    found = [f"{node_words(end)}{' by wrap-around' if wraps else ''}" for end, wraps in beside(board, node).items()]
    return f"next to {', '.join(found)}" if found else "no node is next to it"


def rows(board: Board, cards: Iterable[Placed] | None = None) -> Iterator[str]:
    """A line for each card, or each of some, from the top, each row from the left: how it lies, and its nodes."""
    there = board.placed if cards is None else cards
    known = _known_rows(board)  # once: to find it, all of the board is looked at
    for card in sorted(there, key=lambda p: (p.cell.row, p.cell.column)):
        yield f"  {_row(board, card, known)}"


def row(board: Board, there: Placed) -> str:
    """A card of the board: where and how it lies, and its nodes with those next to them."""
    return _row(board, there, _known_rows(board))


def _row(board: Board, there: Placed, known: dict[int, str]) -> str:
    number = there.card.number
    if number not in known:
        known[number] = f"{there.cell} card {number} {there.way.value}: {_nodes(board, there)}"
    return known[number]


@lru_cache(maxsize=16)
def _known_rows(board: Board) -> dict[int, str]:  # noqa: ARG001 - what they are found by
    """Those that were written of this board, by card: whoever looks at a table reads the same ones."""
    return {}


def _nodes(board: Board, there: Placed) -> str:
    said = []
    for node in there.face.nodes:
        name = f"{there.card.number}-{node.colour}"
        ends = " ".join(f"{code(end)}{'~' if wraps else ''}" for end, wraps in beside(board, name).items())
        mark = "@" if node.portal else "*" if node.passing else ""
        said.append(f"{LETTERS[node.colour]}{mark} {ends or '-'}")
    special = _special(there.face, there.card.charge)
    return "; ".join([*said, *special])


def _special(face: Face, charge: Colour | None) -> list[str]:
    """The charge point or the master node, and what leads there."""
    if charge is not None:
        by = " ".join(LETTERS[colour] for colour in face.ways if colour in face.by_charge)
        return [f"{charge.words} charge point by {by}"]
    return ["master node by every node"] if face.master is not None else []


@lru_cache(maxsize=256)
def both(card: CircuitCard) -> tuple[str, str]:
    """Both sides of a card that is not laid."""
    front, back = (face_words(face, card.charge) for face in card.faces)
    return front, back


def face_words(face: Face, charge: Colour | None) -> str:
    """A side of a card that is not laid: its nodes, pathways and ports."""
    nodes = ", ".join(
        f"{node.colour.words}{' (portal)' if node.portal else ' (passing point)' if node.passing else ''}"
        for node in face.nodes
    )
    inside, outside = [], []
    for pathway in face.pathways:
        first, second = pathway.ends
        if isinstance(first, Colour) and isinstance(second, Colour):
            inside.append(f"{LETTERS[first]}{LETTERS[second]}")
    for port, end in enumerate(face.ports):
        if isinstance(end, Colour):
            outside.append(f"{PORTS[port]} {LETTERS[end]}")
        elif end is not None and port < end:
            outside.append(f"{PORTS[port]} to {PORTS[end]}")
    parts = [nodes, f"joined {' '.join(inside)}" if inside else "", *_special(face, charge), ", ".join(outside)]
    return "; ".join(filter(None, parts))
