"""Which pathways a step goes along, and where it leaves the board and comes in again."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.circuitry.board import Board, NodeId, colour_of, number_of
from rules.circuitry.cards import PORTS, Colour


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
    wraps: bool
    """Whether it leaves the board and comes in again."""


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
            yield Exit(f"{number}-{end}", (start,), wraps=False)
        elif isinstance(end, int):
            found = _followed(board, number, (end + there.way.shift) % 8)
            if found is not None and found.end != node:
                yield found._replace(stretches=(start, *found.stretches))


def _followed(board: Board, number: int, port: int) -> Exit | None:
    """Where the pathway leads that leaves this card by this port, counted on the board; None: nowhere."""
    end = board.follow(number, port)
    if end is None:
        return None
    stretches: list[Stretch] = []
    wraps, before = False, board.by_number[number].cell
    for cell, entry in board.way(number, port):
        there = board.by_cell[cell]
        own = (entry + there.way.shift) % len(PORTS)
        place = next(place for place, pathway in enumerate(there.face.pathways) if own in pathway.ends)
        stretches.append(Stretch(there.card.number, place))
        wraps |= cell.beside(entry // 2) != before
        before = cell
    return Exit(end, tuple(stretches), wraps)


def step(board: Board, start: NodeId, end: NodeId) -> tuple[Stretch, ...]:
    """The pathways of a step; () if there is none on this board."""
    if board.node(start) is None:
        return ()
    return next((found.stretches for found in exits(board, start) if found.end == end), ())
