"""Describe boards, cards and pawns of Circuitry briefly, with a letter for each colour."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from render.circuitry.tracks import ends
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import CircuitCard, Colour, Face
from rules.circuitry.words import node_words
from rules.core.words import together

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
    "each node with its neighbours"
)
PORTS: Final = (
    *("top left", "top right", "right above", "right below"),
    *("bottom right", "bottom left", "left below", "left above"),
)
"""Names of the ports by their place on an upright card."""


def code(node: NodeId) -> str:
    """Return a node's short name: “12R”."""
    return f"{number_of(node)}{LETTERS[colour_of(node)]}"


def beside(board: Board, node: NodeId) -> dict[NodeId, bool]:
    """Return the nodes next to this one, each with whether only a way around the board leads there."""
    if board.node(node) is None:
        return {}
    wraps_only: dict[NodeId, bool] = {}
    for end, wraps in ends(board, node):
        wraps_only[end] = wraps and wraps_only.get(end, True)
    return wraps_only


def next_to(board: Board, node: NodeId) -> str:
    """Describe a node's neighbours: “next to 12 dark blue, 1 orange by wrap-around”."""
    listed = [f"{node_words(end)}{' by wrap-around' if wraps else ''}" for end, wraps in beside(board, node).items()]
    return f"next to {', '.join(listed)}" if listed else "no node is next to it"


def rows(board: Board, cards: Iterable[Placed] | None = None) -> Iterator[str]:
    """Yield a line for each of these cards (by default all cards on the board), in reading order; see `row`."""
    placed = board.placed if cards is None else cards
    cached_rows = _known_rows(board)  # looked up once, since that hashes the whole board
    for card in sorted(placed, key=lambda p: (p.cell.row, p.cell.column)):
        yield f"  {_row(board, card, cached_rows)}"


def row(board: Board, placed: Placed) -> str:
    """Return a line about a card on the board: its cell and orientation, and its nodes with their neighbours."""
    return _row(board, placed, _known_rows(board))


def _row(board: Board, placed: Placed, cached_rows: dict[int, str]) -> str:
    number = placed.card.number
    if number not in cached_rows:
        cached_rows[number] = f"{placed.cell} card {number} {placed.way.value}: {_nodes(board, placed)}"
    return cached_rows[number]


@lru_cache(maxsize=16)
def _known_rows(board: Board) -> dict[int, str]:  # noqa: ARG001 - the cache's key
    """Return the lines already written for this board, by card. All viewers of a table share them."""
    return {}


def _nodes(board: Board, placed: Placed) -> str:
    described = []
    for node in placed.face.nodes:
        name = f"{placed.card.number}-{node.colour}"
        ends = " ".join(f"{code(end)}{'~' if wraps else ''}" for end, wraps in beside(board, name).items())
        suffix = "@" if node.portal else "*" if node.passing else ""
        described.append(f"{LETTERS[node.colour]}{suffix} {ends or '-'}")
    special = _special(placed.face, placed.card.charge)
    return "; ".join([*described, *special])


def _special(face: Face, charge: Colour | None) -> list[str]:
    """Describe a face's charge point or master node, and the nodes that lead to it; [] if it has neither."""
    if charge is not None:
        entries = " ".join(LETTERS[colour] for colour in face.ways if colour in face.by_charge)
        return [f"{charge.words} charge point by {entries}"]
    return ["master node by every node"] if face.master is not None else []


@lru_cache(maxsize=256)
def both_sides(card: CircuitCard) -> tuple[str, str]:
    """Describe both sides of a card that is not on the board."""
    front, back = (face_words(face, card.charge) for face in card.faces)
    return front, back


def face_told(face: Face, charge: Colour | None) -> str:
    """Describe a side of a card that is not on the board, without abbreviations."""
    told = []
    for node in face.nodes:
        kind = " (portal)" if node.portal else " (passing point)" if node.passing else ""
        ends = [PORTS[end] if isinstance(end, int) else end.words for end in face.ways[node.colour]]
        told.append(f"{node.colour.words}{kind} leads to {together(ends)}" if ends else f"{node.colour.words}{kind}")
    for port, end in enumerate(face.ports):
        if isinstance(end, int) and port < end:
            told.append(f"{PORTS[port]} leads straight to {PORTS[end]}")
    if charge is not None and face.by_charge:
        told.append(f"{charge.words} charge point beside {together(sorted(entry.words for entry in face.by_charge))}")
    return "; ".join(told)


def face_words(face: Face, charge: Colour | None) -> str:
    """Describe a side of a card that is not on the board: its nodes, pathways and ports."""
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
