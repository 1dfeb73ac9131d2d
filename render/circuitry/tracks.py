"""Find the pathways of which a step from one node to the next consists, and whether it wraps around the board."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.circuitry.board import Board, NodeId, colour_of, number_of
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.grid import Cell


class Stretch(NamedTuple):
    """A pathway on a card."""

    number: int
    """The number of the card."""
    place: int
    """The index of the pathway on the card's face."""


class Exit(NamedTuple):
    """A way from a node to the next one."""

    end: NodeId
    stretches: tuple[Stretch, ...]


def exits(board: Board, node: NodeId) -> Iterator[Exit]:
    """Yield every way from this node to a next one, in the order of the node's pathways."""
    number = number_of(node)
    colour = colour_of(node)
    placed = board.by_number[number]
    for place, pathway in enumerate(placed.face.pathways):
        if colour not in pathway.ends:
            continue
        start = Stretch(number, place)
        end = pathway.ends[1] if pathway.ends[0] is colour else pathway.ends[0]
        if isinstance(end, Colour):
            yield Exit(f"{number}-{end}", (start,))
        elif isinstance(end, int):
            continued = _followed(board, number, (end + placed.way.shift) % 8)
            if continued is not None and continued.end != node:
                yield continued._replace(stretches=(start, *continued.stretches))


def ends(board: Board, node: NodeId) -> Iterator[tuple[NodeId, bool]]:
    """Yield the node at the end of each way from this node, in the order of `exits`, and whether the way wraps around
    the board.
    """
    number = number_of(node)
    lying = board.lying
    start = board.by_number[number].cell
    for to in lying[start].ways[node]:
        if not isinstance(to, int):
            yield to, False
            continue
        way = board.way(number, to)
        cell, port = way[-1]
        end = lying[cell].ends[port]
        if end is not None and not isinstance(end, int) and end != node:
            yield end, _wraps(start, way)


def _wraps(start: Cell, way: Iterable[tuple[Cell, int]]) -> bool:
    """Return whether a way that begins in this cell jumps anywhere between cells that are not side by side."""
    before = start
    for cell, entry in way:
        if cell.beside(entry // 2) != before:
            return True
        before = cell
    return False


def _followed(board: Board, number: int, port: int) -> Exit | None:
    """Follow the pathway that leaves a card by a port; None if it leads nowhere.

    port: the port's number on the board, not on the card.
    """
    end = board.follow(number, port)
    if end is None:
        return None
    stretches: list[Stretch] = []
    for cell, entry in board.way(number, port):
        placed = board.by_cell[cell]
        face_port = (entry + placed.way.shift) % len(PORTS)
        place = next(place for place, pathway in enumerate(placed.face.pathways) if face_port in pathway.ends)
        stretches.append(Stretch(placed.card.number, place))
    return Exit(end, tuple(stretches))


def step(board: Board, start: NodeId, end: NodeId) -> tuple[Stretch, ...]:
    """Return the pathways of a step between two nodes; () if the step is impossible on this board."""
    if board.node(start) is None:
        return ()
    return next((way.stretches for way in exits(board, start) if way.end == end), ())
