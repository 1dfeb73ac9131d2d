"""Which pathways a step goes along, and where it leaves the board and comes in again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.circuitry.board import Board, NodeId, colour_of, number_of
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.grid import Cell


class Stretch(NamedTuple):
    """A pathway of a card."""

    number: int
    """Of the card."""
    place: int
    """Of the pathway among those of its face."""


class Exit(NamedTuple):
    """A way out of a node that leads to another one."""

    end: NodeId
    stretches: tuple[Stretch, ...]


def exits(board: Board, node: NodeId) -> Iterator[Exit]:
    """Every way that leads from a node to another one, in the order of its pathways."""
    number = number_of(node)
    colour = colour_of(node)
    there = board.by_number[number]
    for place, pathway in enumerate(there.face.pathways):
        if colour not in pathway.ends:
            continue
        start = Stretch(number, place)
        end = pathway.ends[1] if pathway.ends[0] is colour else pathway.ends[0]
        if isinstance(end, Colour):
            yield Exit(f"{number}-{end}", (start,))
        elif isinstance(end, int):
            found = _followed(board, number, (end + there.way.shift) % 8)
            if found is not None and found.end != node:
                yield found._replace(stretches=(start, *found.stretches))


def ends(board: Board, node: NodeId) -> Iterator[tuple[NodeId, bool]]:
    """Where every way leads that leads from a node to another one, in the same order, and whether it leaves the
    board and comes in again.
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
    """Whether a way that leaves this cell comes onto one that is not beside the one before."""
    before = start
    for cell, entry in way:
        if cell.beside(entry // 2) != before:
            return True
        before = cell
    return False


def _followed(board: Board, number: int, port: int) -> Exit | None:
    """Where the pathway leads that leaves this card by this port, counted on the board; None: nowhere."""
    end = board.follow(number, port)
    if end is None:
        return None
    stretches: list[Stretch] = []
    for cell, entry in board.way(number, port):
        there = board.by_cell[cell]
        own = (entry + there.way.shift) % len(PORTS)
        place = next(place for place, pathway in enumerate(there.face.pathways) if own in pathway.ends)
        stretches.append(Stretch(there.card.number, place))
    return Exit(end, tuple(stretches))


def step(board: Board, start: NodeId, end: NodeId) -> tuple[Stretch, ...]:
    """The pathways of a step; () if there is none on this board."""
    if board.node(start) is None:
        return ()
    return next((found.stretches for found in exits(board, start) if found.end == end), ())
