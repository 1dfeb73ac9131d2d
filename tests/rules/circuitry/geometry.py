"""The drawn board: every pathway as a line on one large lattice, and what is joined there. It reads no port numbers."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

import networkx as nx

from rules.circuitry.board import HUB, Axis, Board, NodeId, Placed
from rules.circuitry.cards import HEIGHT, WIDTH, Point


class Spot(NamedTuple):
    """A point of the board, on one of its cards: neighbours have points in common."""

    number: int
    x: int
    y: int


Graph: TypeAlias = "nx.Graph[Spot]"


def drawn_at(there: Placed, point: Point) -> Spot:
    """Where a point of the face lies on the board."""
    x, y = point.opposite if there.way.turned else point
    return Spot(there.card.number, WIDTH * there.cell.column + x, HEIGHT * there.cell.row + y)


class Drawing:
    """A board as it is drawn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = {there.card.number: (there.cell.column, there.cell.row) for there in board.placed}
        self.cards = {cell: number for number, cell in self.cells.items()}
        columns, rows = zip(*self.cards, strict=True)
        self.columns, self.rows = (min(columns), max(columns)), (min(rows), max(rows))
        self.nodes = {
            drawn_at(there, node.at): f"{there.card.number}-{node.colour}"
            for there in board.placed
            for node in there.face.nodes
        }

    def outward(self, spot: Spot) -> tuple[int, int]:
        """The direction in which a point lies on the edge of its card; 0,0 if it lies inside."""
        column, row = self.cells[spot.number]
        x, y = spot.x - WIDTH * column, spot.y - HEIGHT * row
        return (x == WIDTH) - (x == 0), (y == HEIGHT) - (y == 0)

    def met(self, spot: Spot) -> Spot | None:
        """The point of the facing edge of the card that is met on the way out, cell by cell around the board."""
        across, down = self.outward(spot)
        if not across and not down:
            return None
        (left, right), (top, bottom) = self.columns, self.rows
        column, row = self.cells[spot.number]
        number = None
        while number is None:
            column, row = column + across, row + down
            if column > right:
                column = left
            elif column < left:
                column = right
            elif row > bottom:
                row = top
            elif row < top:
                row = bottom
            number = self.cards.get((column, row))
        x = spot.x if down else WIDTH * (column + (across < 0))
        y = spot.y if across else HEIGHT * (row + (down < 0))
        return Spot(number, x, y)

    @cached_property
    def graph(self) -> Graph:
        """All ends of pathways, joined by the pathways and where they meet at the edges of cards."""
        graph: Graph = nx.Graph()
        for there in self.board.placed:
            for pathway in there.face.pathways:
                graph.add_edge(drawn_at(there, pathway.points[0]), drawn_at(there, pathway.points[-1]))
        for spot in list(graph):
            other = self.met(spot)
            if other is not None and other in graph:
                graph.add_edge(spot, other)
        return graph

    @cached_property
    def rims(self) -> Graph:
        """Only the ends at the edges of cards, and what joins them."""
        found: Graph = self.graph.subgraph([spot for spot in self.graph if self.outward(spot) != (0, 0)])
        return found

    def beside(self, part: set[Spot]) -> list[NodeId]:
        """The nodes that a way of these ends leads to."""
        return [
            node
            for spot, node in self.nodes.items()
            if spot in self.graph and any(end in part for end in self.graph[spot])
        ]

    @cached_property
    def adjacent(self) -> set[tuple[NodeId, NodeId]]:
        """Every pair of nodes with a pathway between them on which there is nothing but ends at edges."""
        joined = {
            (self.nodes[here], self.nodes[there])
            for edge in self.graph.edges
            for here, there in (edge, edge[::-1])
            if here in self.nodes and there in self.nodes
        }
        ends: dict[Spot, list[NodeId]] = {}
        for spot in self.nodes.keys() & set(self.graph):
            for end in self.graph[spot]:
                ends.setdefault(end, []).append(self.nodes[spot])
        for part in nx.connected_components(self.rims):
            joined |= set(permutations({node for end in part for node in ends.get(end, ())}, 2))
        return joined


@lru_cache(maxsize=1)
def drawn(board: Board) -> Drawing:
    """A board that is looked at after each of many actions, most of which leave it as it is."""
    return Drawing(board)


@lru_cache(maxsize=len(Axis))
def turned_over(board: Board, axis: Axis) -> Drawing:
    """The board with #1 turned over, drawn once for all ways that lead off it."""
    hub = board.by_number[HUB]
    way = hub.way.flipped if axis is Axis.LONG else hub.way.flipped.rotated
    return Drawing(Board(tuple(Placed(p.card, p.cell, way) if p is hub else p for p in board.placed)))


def left_by(board: Board, spot: Spot) -> Iterator[tuple[Axis, NodeId]]:
    """Where a pawn comes to that leaves #1 at this point of its edge while #1 is turned over, by axis."""
    for axis in Axis:
        after = turned_over(board, axis)
        arrived = after.met(spot)
        if arrived is None or arrived not in after.graph:
            continue
        back = after.graph.has_edge(arrived, spot)
        if back:
            after.graph.remove_edge(arrived, spot)
        found = after.beside(nx.node_connected_component(after.rims, arrived))
        if back:
            after.graph.add_edge(arrived, spot)
        assert len(found) <= 1
        if found:
            yield axis, found[0]
