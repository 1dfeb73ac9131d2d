"""The board as a drawing: every pathway is a line on one large lattice, which shows the ends that are joined. Port
numbers are not used.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

import networkx as nx

from rules.circuitry.board import HUB, Axis, Board, NodeId, Placed
from rules.circuitry.cards import HEIGHT, WIDTH, Point


class Spot(NamedTuple):
    """A point of the board on one of its cards; neighbouring cards share points."""

    number: int
    x: int
    y: int


Graph: TypeAlias = "nx.Graph[Spot]"


def opposite(point: Point) -> Point:
    """Return the point at which this one lies once the card is turned by 180 degrees."""
    return Point(WIDTH - point.x, HEIGHT - point.y)


def drawn_at(placed: Placed, point: Point) -> Spot:
    """Return the board's point for a point of the face."""
    x, y = opposite(point) if placed.way.turned else point
    return Spot(placed.card.number, WIDTH * placed.cell.column + x, HEIGHT * placed.cell.row + y)


class Drawing:
    """A board as it is drawn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = {placed.card.number: (placed.cell.column, placed.cell.row) for placed in board.placed}
        self.cards = {cell: number for number, cell in self.cells.items()}
        columns, rows = zip(*self.cards, strict=True)
        self.columns, self.rows = (min(columns), max(columns)), (min(rows), max(rows))
        self.nodes = {
            drawn_at(placed, node.at): f"{placed.card.number}-{node.colour}"
            for placed in board.placed
            for node in placed.face.nodes
        }

    def outward(self, spot: Spot) -> tuple[int, int]:
        """Return the direction in which a point lies on the edge of its card; 0,0 for an inner point."""
        column, row = self.cells[spot.number]
        x, y = spot.x - WIDTH * column, spot.y - HEIGHT * row
        return (x == WIDTH) - (x == 0), (y == HEIGHT) - (y == 0)

    def met(self, spot: Spot) -> Spot | None:
        """Return the point at which a way that leaves a card at this point enters the next card. The search goes cell
        by cell around the board.
        """
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
        """Return all ends of pathways, joined by pathways and where they meet at the edges of cards."""
        graph: Graph = nx.Graph()
        for placed in self.board.placed:
            for pathway in placed.face.pathways:
                graph.add_edge(drawn_at(placed, pathway.points[0]), drawn_at(placed, pathway.points[-1]))
        for spot in list(graph):
            other = self.met(spot)
            if other is not None and other in graph:
                graph.add_edge(spot, other)
        return graph

    @cached_property
    def rims(self) -> Graph:
        """Return the part of the graph at the edges of cards."""
        rims: Graph = self.graph.subgraph([spot for spot in self.graph if self.outward(spot) != (0, 0)])
        return rims

    def beside(self, part: set[Spot]) -> list[NodeId]:
        """Return the nodes joined to these ends."""
        return [
            node
            for spot, node in self.nodes.items()
            if spot in self.graph and any(end in part for end in self.graph[spot])
        ]

    @cached_property
    def adjacent(self) -> set[tuple[NodeId, NodeId]]:
        """Return every pair of nodes joined by pathways without another node between them."""
        joined = {
            (self.nodes[start], self.nodes[end])
            for edge in self.graph.edges
            for start, end in (edge, edge[::-1])
            if start in self.nodes and end in self.nodes
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
    """Return the drawing of a board. It is cached, since most actions do not change the board."""
    return Drawing(board)


@lru_cache(maxsize=len(Axis))
def turned_over(board: Board, axis: Axis) -> Drawing:
    """Return the drawing with #1 turned over, made once for all ways that leave it."""
    hub = board.by_number[HUB]
    way = hub.way.flipped if axis is Axis.LONG else hub.way.flipped.rotated
    return Drawing(Board(tuple(Placed(p.card, p.cell, way) if p is hub else p for p in board.placed)))


def left_by(board: Board, spot: Spot) -> Iterator[tuple[Axis, NodeId]]:
    """Return, by axis, where a pawn arrives that leaves #1 at this point while #1 is turned over about that axis."""
    for axis in Axis:
        after = turned_over(board, axis)
        arrived = after.met(spot)
        if arrived is None or arrived not in after.graph:
            continue
        back = after.graph.has_edge(arrived, spot)
        if back:
            after.graph.remove_edge(arrived, spot)
        nodes = after.beside(nx.node_connected_component(after.rims, arrived))
        if back:
            after.graph.add_edge(arrived, spot)
        assert len(nodes) <= 1
        if nodes:
            yield axis, nodes[0]
