"""What a puzzle asks for, in the solver's numbers, and how much is still to be done."""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from rules.circuitry.puzzle.changes import Change, Step
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import EXCHANGE, FORCE, WANTED, Actions, Demands, Hand
from rules.circuitry.puzzle.layout import COLOURS, FLIPPED, INDEX, NOWHERE, ROTATED, WAY, Layout, Node, Pieces
from rules.circuitry.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True, eq=False)
class Late:
    """What a late search demands of what comes next. A search has one object for all that demand the same: positions
    are found by it.
    """

    changes: tuple[Change, ...] = ()
    """Changes of the board since the latest step: the next step has to go by all of them."""
    owed: Change | None = None
    """One of them that no step can go by yet: another one that depends on it has to come next."""


Position = tuple[Layout, Node, tuple[Node, ...], bool, int, Actions, Demands, Late]
"""What the rest of a turn depends on: the board, the pawn, the others, whether a charge is carried, whom a Force holds
(8.7), the action cards left, what movement cards were asked for, and what comes next."""
NOT_LATE: Final = Late()
AXES: Final = (FLIPPED, FLIPPED ^ ROTATED)
"""6.1 What the long and the short axis do to the way of #1."""


class Task:
    """A puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        placed = puzzle.board.placed
        self.pieces = pieces = Pieces([there.card for there in placed] + ([puzzle.circuit] if puzzle.circuit else []))
        self.hand = Hand(puzzle.minis, int(puzzle.circuit is not None))
        me, *others = puzzle.pawns
        self.colour = INDEX[me.colour]
        self.home: Final[Node] = self.colour  # on slot 0
        self.aim = puzzle.goal.aim
        self.target = pieces.node(puzzle.goal.node)
        self.carriers = tuple(pawn.carries for pawn in others)
        self.pawns = tuple(INDEX[pawn.colour] for pawn in others)
        charge_card = next((slot for slot, card in enumerate(pieces.cards) if card.charge is me.colour), None)
        self.charge_slot = len(pieces.cards) if charge_card is None else charge_card
        shape = pieces.shape(tuple(there.cell for there in placed))
        layout = pieces.layout(shape, tuple(WAY.index(there.way) for there in placed))
        nodes = tuple(pieces.node(pawn.node) for pawn in others)
        self.start: Position = (
            layout,
            pieces.node(me.node),
            nodes,
            me.carries,
            NOWHERE,
            self.hand.actions,
            0,
            NOT_LATE,
        )

    def useful(self, actions: Actions, carries: bool) -> int:
        """How many of the action cards can still serve."""
        left = sum(actions)
        if not self.pawns:
            left -= actions[FORCE]
        if carries or not any(self.carriers):
            left -= actions[EXCHANGE]
        return left

    def movement(self, actions: Actions, cost: int) -> int:
        """How many movement cards are left."""
        return self.hand.movement - (cost - sum(self.hand.actions) + sum(actions))

    def asked(self, step: Step) -> list[int]:
        """The colours that a step asks movement cards for; a step of one's own asks for none, a delivery for black."""
        match step:
            case ("charge",):
                return [self.colour]
            case ("force", int(other), *_):
                return [self.pawns[other]]
            case ("portal", int(node), *_):
                return [node % COLOURS]
            case ("portal-force", int(other), int(node)):
                return [self.pawns[other], node % COLOURS]
        return []

    def still(self, carries: bool, actions: Actions) -> tuple[int, Demands]:
        """The movement cards that charging and delivering will take at least, and the colours that they ask for."""
        if self.aim is Aim.REACH:
            return 0, 0
        delivers = int(self.aim is Aim.DELIVER)
        if carries or (actions[EXCHANGE] and any(self.carriers)):
            return delivers, 0
        return delivers + 1, WANTED[self.colour]

    def is_payable(self, position: Position, cost: int) -> bool:
        """Whether the movement cards suffice for what was done."""
        hand = self.hand
        return self.movement(position[5], cost) >= 0 and hand.short(position[6]) <= hand.black

    def is_hopeless(self, position: Position, cost: int) -> bool:
        """Whether no way to the goal goes on from here, so far as that is easily seen."""
        layout, mine, others, carries, held, actions, demands, late = position
        movement = self.movement(actions, cost)
        still, colours = self.still(carries, actions)
        blacks = self.hand.black - (self.aim is Aim.DELIVER)
        if movement < still or self.hand.short(demands + colours) > blacks:
            return True
        last = is_last(layout, mine, others)
        if self.aim is Aim.DELIVER and not (layout.turned_over or last or actions[FORCE] or held != NOWHERE):
            return True
        if held != NOWHERE or self.useful(actions, carries):
            return False
        if late.changes:
            trace = leaving_trace(layout, mine) if last else layout.trace(mine)
            if not all(change.undone & trace for change in late.changes):
                return True
        if last:
            return not self._leads_on(position, movement)
        return mine not in self.to_go(layout, others, carries, movement)

    def _leads_on(self, position: Position, movement: int) -> bool:
        """6.1 Whether the goal may be reached by leaving #1, from this node or a step later from another one."""
        layout, mine, others, carries, _, _, _, _ = position
        if self.aim is Aim.REACH and self.target < COLOURS:
            return True
        for axis in AXES:
            board = over(layout, axis)
            far = self.to_go(board, others, carries, movement - 1)
            for node in range(COLOURS):
                for _, port in layout.exits(node):
                    end = NOWHERE if port == NOWHERE else board.follow(0, port)[0]
                    if far.get(end, movement) + (node != mine) < movement:
                        return True
        return False

    def to_go(self, layout: Layout, others: tuple[Node, ...], carries: bool, most: int) -> dict[Node, int]:
        """The nodes from which so many movement cards suffice on this board, and how many they are."""
        key = (others, carries)
        known, found = layout.far.get(key, (-1, {}))
        if known == most:
            return found
        if known > most:
            return {node: cards for node, cards in found.items() if cards <= most}
        if self.aim is Aim.REACH:
            ends = {self.target: 0} if self._is_up(layout) else {}
        elif carries:
            ends = {self.home: 1} if layout.turned_over else {}
        else:
            ends = dict.fromkeys(layout.charge_nodes(self.charge_slot), 1)
            if self.aim is Aim.DELIVER:
                then = self.to_go(layout, others, True, most - 1)
                ends = {node: 1 + then[node] for node in ends if node in then}
        found = _spread(layout, others, ends, most)
        layout.far[key] = most, found
        return found

    def _is_up(self, layout: Layout) -> bool:
        slot, colour = divmod(self.target, COLOURS)
        return slot < len(layout.ways) and bool(layout.lying[slot].ways[colour])

    def before_goal(self, position: Position, movement: int) -> int:
        """The traces that the last change of the board has to touch to be of use: those of the nodes from which the
        goal would be reached already, and of the cards that bear it.
        """
        layout, mine, others, carries, _, _, _, _ = position
        if is_last(layout, mine, others):
            boards = [over(layout, axis) for axis in AXES]
            return reduce(or_, (self._before_goal(board, others, carries, movement) for board in boards))
        return self._before_goal(layout, others, carries, movement)

    def _before_goal(self, layout: Layout, others: tuple[Node, ...], carries: bool, movement: int) -> int:
        bits = 0
        for stage in (False, True) if self.aim is Aim.DELIVER and not carries else (carries,):
            for node in self.to_go(layout, others, stage, movement - 1):
                bits |= layout.trace(node)
        if self.aim is Aim.REACH:
            return bits | 1 << self.target // COLOURS
        return bits if carries else bits | 1 << self.charge_slot


def is_last(layout: Layout, node: Node, others: tuple[Node, ...]) -> bool:
    """6.1 Whether a pawn is the only one on #1, and #1 not turned over yet."""
    return not layout.turned_over and node < COLOURS and all(other >= COLOURS for other in others)


def over(layout: Layout, axis: int) -> Layout:
    """6.1 With #1 turned over."""
    return layout.with_way(0, layout.ways[0] ^ axis)


def leaving_trace(layout: Layout, node: Node) -> int:
    """6.1 The traces of all ways by which the last pawn on #1 could leave it from this node."""
    bits = 1
    for axis in AXES:
        board = over(layout, axis)
        for _, port in layout.exits(node):
            if port != NOWHERE:
                bits |= board.follow(0, port)[1]
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
