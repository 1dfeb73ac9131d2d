"""What a puzzle asks for, in the solver's numbers, and how much is still to be done."""

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
"""What the rest of a turn depends on: the board, the pawns, the hand, and what comes next."""
AXES: Final = (FLIPPED, FLIPPED ^ ROTATED)
"""6.1 What the long and the short axis do to the way of #1."""


class Task:
    """A puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        placed = puzzle.board.placed
        self.pieces = pieces = Pieces([there.card for there in placed] + ([puzzle.circuit] if puzzle.circuit else []))
        self.changes = Changes()
        self.hand = Hand(puzzle)
        self.standing = Standing()
        self.lateness = Lateness()
        me, *others = puzzle.pawns
        self.colour = INDEX[me.colour]
        self.home: Final[Node] = self.colour  # on slot 0
        self.aim = puzzle.goal.aim
        self.target = pieces.node(puzzle.goal.node)
        self.carriers = tuple(pawn.carries for pawn in others)
        self.colours = tuple(INDEX[pawn.colour] for pawn in others)
        """Of the other pawns."""
        charge_card = next((slot for slot, card in enumerate(pieces.cards) if card.charge is me.colour), None)
        self.charge_slot = len(pieces.cards) if charge_card is None else charge_card
        shape = pieces.shape(tuple(there.cell for there in placed))
        layout = pieces.layout(shape, tuple(WAY.index(there.way) for there in placed))
        pawns = self.standing(pieces.node(me.node), tuple(pieces.node(pawn.node) for pawn in others), me.carries)
        self.start: Position = (layout, pawns, self.hand.start, NOT_LATE)

    def asked(self, step: Step) -> list[int]:
        """The colours that a step asks movement cards for; a step of one's own asks for none, a delivery for black."""
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
        """Whether the goal is reached as soon as pawns stand so."""
        match self.aim:
            case Aim.REACH:
                return pawns.mine == self.target
            case Aim.CHARGE:
                return pawns.carries
        return False

    def is_hopeless(self, position: Position, cost: int) -> bool:
        """Whether no way to the goal goes on from here, so far as that is easily seen."""
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
                return False  # wherever somebody who carries one is met
            carries = pawns.carries or takes
            return pawns.mine not in self.to_go(layout, (), carries, movement)  # as if nobody stood in the way
        if last:
            return not (late.goes_by(leaving_trace(layout, pawns.mine)) and self._leads_on(layout, pawns, movement))
        if late.lets_stay:
            return pawns.mine not in self.to_go(layout, pawns.others, pawns.carries, movement)
        nexts = [
            to
            for to, trace in layout.near(pawns.mine).items()
            if to not in pawns.others and late.goes_by(trace) and late.comes_to(to)
        ]
        if not nexts:
            return True
        far = self.to_go(layout, pawns.others, pawns.carries, movement - 1)
        return not any(to in far for to in nexts)

    def least_steps(self, layout: Layout, pawns: Pawns, left: Left, late: Late) -> int:
        """How many steps or jumps are still to be taken at least, whatever the board becomes."""
        if self.aim is Aim.REACH:
            return 1
        if left.can_take(pawns.carries):
            return int(self.aim is Aim.DELIVER and pawns.mine != self.home)
        if pawns.carries:
            return int(pawns.mine != self.home or not (layout.turned_over and late.lets_stay))
        walks = pawns.mine not in layout.charge_nodes(self.charge_slot) or not late.lets_stay
        return walks + (self.aim is Aim.DELIVER)

    def _leads_on(self, layout: Layout, pawns: Pawns, movement: int) -> bool:
        """6.1 Whether the goal may be reached by leaving #1, from this node or a step later from another one."""
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
        """The nodes from which so many movement cards suffice on this board, and how many they are."""
        return self._far(layout, others, carries, most)[0]

    def _far(self, layout: Layout, others: tuple[Node, ...], carries: bool, most: int) -> tuple[dict[Node, int], int]:
        """What `to_go` says, and the trace of all that it depends on."""
        key = (others, carries, most)
        known = layout.far.get(key)
        if known is None:
            origin = layout.origin
            known = None if origin is None else self._far(origin, others, carries, most)
            if known is None or known[1] & layout.changed:
                known = self._measured(layout, others, carries, most)
            layout.far[key] = known
        return known

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
                then, further = self._far(layout, others, True, most - 1)
                ends, trace = {node: 1 + then[node] for node in ends if node in then}, trace | further
        found = _spread(layout, others, ends, most)
        for node in found:
            trace |= layout.trace(node)
        return found, trace

    def _is_up(self, layout: Layout) -> bool:
        slot, colour = divmod(self.target, COLOURS)
        return slot < len(layout.ways) and bool(layout.lying[slot].ways[colour])

    def before_goal(self, layout: Layout, pawns: Pawns, movement: int, *, force: bool) -> int:
        """The traces that the last change of the board has to touch to be of use: those of the nodes from which the
        goal would be reached already, and of the cards that bear it; force: even if nobody stood in the way.
        """
        boards = [over(layout, axis) for axis in AXES] if pawns.is_last(layout) else [layout]
        others = () if force else pawns.others
        return reduce(or_, (self._far(board, others, pawns.carries, movement - 1)[1] for board in boards))

    def led_by(self, layout: Layout, others: tuple[Node, ...], steps: int) -> int:
        """The traces of all that other pawns can go by in so many forced steps."""
        key = ("force", others, steps)
        known = layout.far.get(key)
        if known is None:
            origin = layout.origin
            found = ANY if origin is None or max(others) >= origin.nodes else self.led_by(origin, others, steps)
            if found & layout.changed or found == ANY:
                found = _around(layout, others, steps)
            known = layout.far[key] = {}, found
        return known[1]


def over(layout: Layout, axis: int) -> Layout:
    """6.1 With #1 turned over."""
    found = layout.after.get(axis)
    if found is None:
        found = layout.after[axis] = layout.with_way(0, layout.ways[0] ^ axis).comes_of(layout, 1)
    return found


def leaving_trace(layout: Layout, node: Node) -> int:
    """6.1 The traces of all ways by which the last pawn on #1 could leave it from this node."""
    bits = 1
    for axis in AXES:
        board = over(layout, axis)
        for _, port in layout.exits(node):
            if port != NOWHERE:
                bits |= board.follow(0, port)[1]
    return bits


def _around(layout: Layout, starts: tuple[Node, ...], steps: int) -> int:
    """The traces of all nodes that are less than so many steps from one of these, whoever stands there."""
    seen, edge, bits = set(starts), list(starts), 0
    for _ in range(steps):
        for node in edge:
            bits |= layout.trace(node)
        edge = list(dict.fromkeys(to for node in edge for to in layout.near(node) if to not in seen))
        seen.update(edge)
    return bits


def _spread(layout: Layout, others: tuple[Node, ...], ends: dict[Node, int], most: int) -> dict[Node, int]:
    """How far it is from every node, from the ends outwards."""
    found: dict[Node, int] = {}
    edge: list[Node] = []
    cards = min(ends.values(), default=most + 1)
    while cards <= most:
        edge += [node for node, first in ends.items() if first == cards and node not in others]
        edge = [node for node in dict.fromkeys(edge) if node not in found]
        found.update(dict.fromkeys(edge, cards))
        if not edge and all(first <= cards for first in ends.values()):
            break
        edge = [to for node in edge for to in layout.near(node) if to not in found and to not in others]
        cards += 1
    return found
