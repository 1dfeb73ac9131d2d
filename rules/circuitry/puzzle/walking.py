"""The solver's steps of the player's own pawn: moves, charges, jumps and exchanges (chapters 5 to 8).

Each function names the clause that it implements. `legal` and `movement` implement the same clauses for the game, and
tests compare the two. Each step is yielded as the number of cards that it takes, the position after it, and the step. A
position of None means that a charge was delivered.
"""

from collections.abc import Iterator

from rules.circuitry.puzzle.changes import Step
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import EXCHANGE, PORTAL
from rules.circuitry.puzzle.late import ANY, NOT_LATE
from rules.circuitry.puzzle.layout import COLOURS, NOWHERE, Layout, Node
from rules.circuitry.puzzle.task import AXES, Position, Task, leaving_trace, over

Transition = tuple[int, Position | None, Step]


def moves(task: Task, position: Position) -> Iterator[Transition]:
    """5.1 Yield the steps of the player's pawn, including those by which the last pawn leaves #1 (6.1)."""
    layout, pawns, left, late = position
    others, carries = pawns.others, pawns.carries
    if not pawns.is_last(layout):
        for to, trace in layout.near(pawns.mine).items():
            if to not in others and late.uses_changes(trace) and late.uses_force(to):
                yield 1, (layout, task.standing(to, others, carries), left, NOT_LATE), ("move", to)
        return
    leaves = late.uses_changes(leaving_trace(layout, pawns.mine))
    for to, ends in leaving(layout, pawns.mine, others):
        if not ends and not late.changes and late.uses_force(to):
            yield 1, (layout, task.standing(to, others, carries), left, NOT_LATE), ("move", to)
        for axis, end in ends:
            if end == to and leaves and late.uses_force(to, turns=True):
                after = (over(layout, axis), task.standing(to, others, carries), left, NOT_LATE)
                yield 1, after, ("move", to, axis)


def leaving(layout: Layout, node: Node, blocked: tuple[Node, ...]) -> Iterator[tuple[Node, list[tuple[int, Node]]]]:
    """6.1 Yield the steps of the last pawn on #1: for each the next node, and the possible arrivals by axis if the step
    leaves #1, or []. If several ports lead to a node, the first one counts, as in `movement.reach`.
    """
    seen = set()
    for to, port in layout.exits(node):
        if port == NOWHERE:
            if (to, False) not in seen:
                seen.add((to, False))
                yield to, []
            continue
        arrivals = [(axis, over(layout, axis).follow(0, port)[0]) for axis in AXES]
        ends = [(axis, end) for axis, end in arrivals if end != NOWHERE and (end < COLOURS or end not in blocked)]
        for end in dict.fromkeys(end for _, end in ends):
            if (end, True) not in seen:
                seen.add((end, True))
                yield end, ends


def charges_and_deliveries(task: Task, position: Position) -> Iterator[Transition]:
    """7.1 Yield the step that takes a charge, or the one that delivers it (7.3)."""
    layout, pawns, left, late = position
    if not late.allows_staying:
        return
    if pawns.carries:
        if task.aim is Aim.DELIVER and pawns.mine == task.home and layout.turned_over:
            yield 1, None, ("deliver",)
    elif pawns.mine in layout.charge_nodes(task.charge_slot):
        charged = task.standing(pawns.mine, pawns.others, True)
        yield 1, (layout, charged, left.asking(task.colour), NOT_LATE), ("charge",)


def portals(task: Task, position: Position) -> Iterator[Transition]:
    """8.8 Yield the jumps of the player's pawn to a portal."""
    layout, pawns, left, late = position
    last, others = pawns.is_last(layout), pawns.others
    for node in layout.portals:
        if node in pawns.nodes or not late.uses_force(node, turns=last):
            continue
        if not all(change.is_closed(1 << node // COLOURS) for change in late.changes):
            continue
        jumped, hand_after = task.standing(node, others, pawns.carries), left.spent(PORTAL).asking(node % COLOURS)
        if last:
            for axis in AXES:
                yield 2, (over(layout, axis), jumped, hand_after, NOT_LATE), ("portal", node, axis)
        else:
            yield 2, (layout, jumped, hand_after, NOT_LATE), ("portal", node)


def exchanges(task: Task, position: Position) -> Iterator[Transition]:
    """8.10 Yield the steps that take a charge from an opponent by Exchange."""
    layout, pawns, left, late = position
    near = layout.near(pawns.mine)
    for other, node in enumerate(pawns.others):
        if not task.carriers[other] or node not in near or not late.uses_changes(near[node]):
            continue
        if late.nodes in (0, ANY) or late.forced >> other & 1:
            charged = task.standing(pawns.mine, pawns.others, True)
            yield 1, (layout, charged, left.spent(EXCHANGE), NOT_LATE), ("exchange", other)
