"""A puzzle encoded as integers for the solver, and estimates of how much is left to do."""

from functools import reduce
from operator import or_
from typing import Final

from rules.circuitry.puzzle.changes import Changes, Step
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import FORCE, PORTAL, Hand, Left
from rules.circuitry.puzzle.late import ANY, NOT_LATE, Late, Lateness
from rules.circuitry.puzzle.layout import COLOURS, FLIPPED, INDEX, NOWHERE, ROTATED, WAY, Layout, Node, Pieces
from rules.circuitry.puzzle.pawns import NOBODY, Pawns, Standing
from rules.circuitry.puzzle.puzzle import Puzzle

Position = tuple[Layout, Pawns, Left, Late]
"""Everything on which the rest of a turn depends: the board, the pawns, the hand, and the demands on the next step."""
AXES: Final = (FLIPPED, FLIPPED ^ ROTATED)
"""6.1 For the long and the short axis: the bits of the orientation of #1 that change when it is turned over."""


class Task:
    """A puzzle encoded for the solver."""

    def __init__(self, puzzle: Puzzle) -> None:
        placed = puzzle.board.placed
        self.pieces = pieces = Pieces(
            [card_placed.card for card_placed in placed] + ([puzzle.circuit] if puzzle.circuit else [])
        )
        self.changes = Changes()
        self.hand = Hand(puzzle)
        self.standing = Standing()
        self.lateness = Lateness()
        me, *others = puzzle.pawns
        self.colour = INDEX[me.colour]
        self.home: Final[Node] = self.colour  # the node of the pawn's colour on #1
        self.aim = puzzle.goal.aim
        self.target = pieces.node(puzzle.goal.node)
        self.carriers = tuple(pawn.carries for pawn in others)
        self.colours = tuple(INDEX[pawn.colour] for pawn in others)
        """The colours of the other pawns."""
        charge_card = next((slot for slot, card in enumerate(pieces.cards) if card.charge is me.colour), None)
        self.charge_slot = len(pieces.cards) if charge_card is None else charge_card
        shape = pieces.shape(tuple(card_placed.cell for card_placed in placed))
        layout = pieces.layout(shape, tuple(WAY.index(card_placed.way) for card_placed in placed))
        pawns = self.standing(pieces.node(me.node), tuple(pieces.node(pawn.node) for pawn in others), me.carries)
        self.start: Position = (layout, pawns, self.hand.start, NOT_LATE)

    def asked(self, step: Step) -> list[int]:
        """Return the colours that the movement cards for a step have to match.

        There are none for the pawn's own steps, nor for a delivery, which takes a black card.
        """
        match step:
            case ("charge",):
                return [self.colour]
            case ("force", int(other), *_):
                return [self.colours[other]]
            case ("portal", int(node), *_):
                return [node % COLOURS]
            case ("portal-force", int(other), int(node)):
                return [self.colours[other], node % COLOURS]
        return []

    def is_met(self, pawns: Pawns) -> bool:
        """Return whether the goal is reached with the pawns in these places. A delivery always takes one more step."""
        match self.aim:
            case Aim.REACH:
                return pawns.mine == self.target
            case Aim.CHARGE:
                return pawns.carries
        return False

    def is_hopeless(self, position: Position, cost: int) -> bool:
        """Return whether the goal is out of reach. The test is quick, and misses some hopeless positions."""
        layout, pawns, left, late = position
        movement = left.budget - cost
        if movement < left.needs[pawns.carries] + self.least_steps(layout, pawns, left, late):
            return True
        held = pawns.held != NOBODY
        last = pawns.is_last(layout)
        if self.aim is Aim.DELIVER and not (layout.turned_over or last or left.actions[FORCE] or held):
            return True
        if held or left.useful[pawns.carries]:
            if left.changes or not layout.turned_over or left.actions[PORTAL]:
                return False
            takes = left.can_take(pawns.carries)
            if takes and self.aim is Aim.CHARGE:
                return False  # the goal may be reached beside any pawn that carries a charge
            carries = pawns.carries or takes
            return pawns.mine not in self.to_go(layout, (), carries, movement)  # pawns in the way are ignored
        if last:
            return not (
                late.uses_changes(leaving_trace(layout, pawns.mine)) and self._leads_on(layout, pawns, movement)
            )
        if late.allows_staying:
            return pawns.mine not in self.to_go(layout, pawns.others, pawns.carries, movement)
        nexts = [
            to
            for to, trace in layout.near(pawns.mine).items()
            if to not in pawns.others and late.uses_changes(trace) and late.uses_force(to)
        ]
        if not nexts:
            return True
        far = self.to_go(layout, pawns.others, pawns.carries, movement - 1)
        return not any(to in far for to in nexts)

    def least_steps(self, layout: Layout, pawns: Pawns, left: Left, late: Late) -> int:
        """Return the minimum number of steps or jumps that are still needed, whatever board the hand can make."""
        if self.aim is Aim.REACH:
            return 1
        if left.can_take(pawns.carries):
            return int(self.aim is Aim.DELIVER and pawns.mine != self.home)
        if pawns.carries:
            return int(pawns.mine != self.home or not (layout.turned_over and late.allows_staying))
        walks = pawns.mine not in layout.charge_nodes(self.charge_slot) or not late.allows_staying
        return walks + (self.aim is Aim.DELIVER)

    def _leads_on(self, layout: Layout, pawns: Pawns, movement: int) -> bool:
        """6.1 Return whether the last pawn on #1 may reach the goal if it leaves #1 now, or after one more step."""
        if self.aim is Aim.REACH and self.target < COLOURS:
            return True
        for axis in AXES:
            board = over(layout, axis)
            far = self.to_go(board, pawns.others, pawns.carries, movement - 1)
            for node in range(COLOURS):
                for _, port in layout.exits(node):
                    end = NOWHERE if port == NOWHERE else board.follow(0, port)[0]
                    if far.get(end, movement) + (node != pawns.mine) < movement:
                        return True
        return False

    def to_go(self, layout: Layout, others: tuple[Node, ...], carries: bool, most: int) -> dict[Node, int]:
        """Return the nodes from which the goal takes at most `most` movement cards on this board, with the number for
        each.
        """
        return self._far(layout, others, carries, most)[0]

    def _far(self, layout: Layout, others: tuple[Node, ...], carries: bool, most: int) -> tuple[dict[Node, int], int]:
        """Return the result of `to_go`, and the trace of all pathways on which it depends."""
        key = (others, carries, most)
        distances = layout.far.get(key)
        if distances is None:
            origin = layout.origin
            distances = None if origin is None else self._far(origin, others, carries, most)
            if distances is None or distances[1] & layout.changed:
                distances = self._measured(layout, others, carries, most)
            layout.far[key] = distances
        return distances

    def _measured(
        self, layout: Layout, others: tuple[Node, ...], carries: bool, most: int
    ) -> tuple[dict[Node, int], int]:
        trace = 0
        if self.aim is Aim.REACH:
            ends, trace = ({self.target: 0} if self._is_up(layout) else {}), 1 << self.target // COLOURS
        elif carries:
            ends, trace = ({self.home: 1} if layout.turned_over else {}), 1
        else:
            ends, trace = dict.fromkeys(layout.charge_nodes(self.charge_slot), 1), 1 << self.charge_slot
            if self.aim is Aim.DELIVER:
                deliveries, further = self._far(layout, others, True, most - 1)
                ends, trace = {node: 1 + deliveries[node] for node in ends if node in deliveries}, trace | further
        distances = _spread(layout, others, ends, most)
        for node in distances:
            trace |= layout.trace(node)
        return distances, trace

    def _is_up(self, layout: Layout) -> bool:
        slot, colour = divmod(self.target, COLOURS)
        return slot < len(layout.ways) and bool(layout.lying[slot].ways[colour])

    def before_goal(self, layout: Layout, pawns: Pawns, movement: int, *, force: bool) -> int:
        """Return the traces near the goal, as bits: the last change of the board has to touch one of them.

        These are the traces of all nodes from which the goal is already in reach, and of the cards with the goal.
        force: whether pawns in the way are ignored.
        """
        boards = [over(layout, axis) for axis in AXES] if pawns.is_last(layout) else [layout]
        others = () if force else pawns.others
        return reduce(or_, (self._far(board, others, pawns.carries, movement - 1)[1] for board in boards))

    def led_by(self, layout: Layout, others: tuple[Node, ...], steps: int) -> int:
        """Return, as bits, the traces of all pathways that can matter if other pawns are forced this many steps."""
        key = ("force", others, steps)
        cached = layout.far.get(key)
        if cached is None:
            origin = layout.origin
            trace = ANY if origin is None or max(others) >= origin.nodes else self.led_by(origin, others, steps)
            if trace & layout.changed or trace == ANY:
                trace = _around(layout, others, steps)
            cached = layout.far[key] = {}, trace
        return cached[1]


def over(layout: Layout, axis: int) -> Layout:
    """6.1 Return the board with #1 turned over about this axis."""
    turned_over = layout.after.get(axis)
    if turned_over is None:
        turned_over = layout.after[axis] = layout.with_way(0, layout.ways[0] ^ axis).comes_of(layout, 1)
    return turned_over


def leaving_trace(layout: Layout, node: Node) -> int:
    """6.1 Return, as bits, the traces of all pathways by which the last pawn on #1 could leave #1 from this node."""
    bits = 1
    for axis in AXES:
        board = over(layout, axis)
        for _, port in layout.exits(node):
            if port != NOWHERE:
                bits |= board.follow(0, port)[1]
    return bits


def _around(layout: Layout, starts: tuple[Node, ...], steps: int) -> int:
    """Return, as bits, the traces of all nodes less than this many steps away from a start, as if no pawn were in the
    way.
    """
    seen, edge, bits = set(starts), list(starts), 0
    for _ in range(steps):
        for node in edge:
            bits |= layout.trace(node)
        edge = list(dict.fromkeys(to for node in edge for to in layout.near(node) if to not in seen))
        seen.update(edge)
    return bits


def _spread(layout: Layout, others: tuple[Node, ...], ends: dict[Node, int], most: int) -> dict[Node, int]:
    """Return by node the number of cards to the goal, at most `most`. ends: the number of cards for each node with the
    goal.
    """
    distances: dict[Node, int] = {}
    edge: list[Node] = []
    cards = min(ends.values(), default=most + 1)
    while cards <= most:
        edge += [node for node, first in ends.items() if first == cards and node not in others]
        edge = [node for node in dict.fromkeys(edge) if node not in distances]
        distances.update(dict.fromkeys(edge, cards))
        if not edge and all(first <= cards for first in ends.values()):
            break
        edge = [to for node in edge for to in layout.near(node) if to not in distances and to not in others]
        cards += 1
    return distances
