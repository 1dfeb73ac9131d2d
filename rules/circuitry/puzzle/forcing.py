"""The solver's steps that force other pawns (8.6, 8.7, 8.9). As in `walking`, each is yielded as the number of cards
that it takes, the position after it, and the step.
"""

from collections.abc import Iterator

from rules.circuitry.puzzle.hand import FORCE, PORTAL, Left
from rules.circuitry.puzzle.late import ANY, NOT_LATE, Late
from rules.circuitry.puzzle.layout import COLOURS, Layout, Node
from rules.circuitry.puzzle.pawns import Pawns, bits_of, is_last
from rules.circuitry.puzzle.task import Position, Task, over
from rules.circuitry.puzzle.walking import Transition, leaving


def forced_steps(task: Task, position: Position, *, is_late: bool) -> Iterator[Transition]:
    """8.6, 8.7 Yield the steps that other pawns can be forced to take. Steps after which the owner would choose an axis
    (6.3) are left out, since nobody else acts in a puzzle.
    """
    layout, pawns, left, late = position
    for other, node in enumerate(pawns.others):
        goes_on = pawns.held == other
        if not goes_on and (not left.actions[FORCE] or (late.changes and pawns.held >= 0)):
            continue
        price = 1 if goes_on else 2
        hand_after = (left if goes_on else left.spent(FORCE)).asking(task.colours[other])
        if not is_last(layout, node, _without(pawns, other)):
            for to, trace in layout.near(node).items():
                if to not in pawns.nodes:
                    late_after = _late(task, position, other, to, trace) if is_late else NOT_LATE
                    yield (
                        price,
                        _led(task, layout, pawns, other, to, hand_after, late_after),
                        ("force", other, to, price),
                    )
            continue
        for to, ends in leaving(layout, node, pawns.nodes):
            if len(ends) > 1:
                continue
            axis = [end[0] for end in ends]  # empty for a step within #1
            board = over(layout, axis[0]) if axis else layout
            late_after = _late(task, position, other, to, ANY) if is_late else NOT_LATE
            yield price, _led(task, board, pawns, other, to, hand_after, late_after), ("force", other, to, price, *axis)


def forced_jumps(task: Task, position: Position, *, is_late: bool) -> Iterator[Transition]:
    """8.9 Yield the jumps that other pawns can be forced to take."""
    layout, pawns, left, late = position
    if late.changes and pawns.held >= 0:
        return
    hand_after = left.spent(PORTAL).spent(FORCE)
    for other, node in enumerate(pawns.others):
        if is_last(layout, node, _without(pawns, other)):
            continue  # the owner of the pawn would choose the axis
        for to in layout.portals:
            if to not in pawns.nodes:
                paid = hand_after.asking(task.colours[other]).asking(to % COLOURS)
                late_after = _late(task, position, other, to, bits_of((node, to))) if is_late else NOT_LATE
                yield 4, _led(task, layout, pawns, other, to, paid, late_after), ("portal-force", other, to)


def _without(pawns: Pawns, other: int) -> tuple[Node, ...]:
    """Return the nodes of all pawns except this one of the other pawns."""
    return (pawns.mine, *pawns.others[:other], *pawns.others[other + 1 :])


def _late(task: Task, position: Position, other: int, to: Node, trace: int) -> Late:
    layout, pawns, _, late = position
    start = pawns.others[other]
    hub = not layout.turned_over and (start < COLOURS or to < COLOURS)
    return task.lateness.after_force(late, other, start, trace, hub=hub)


def _led(  # noqa: PLR0913, PLR0917 # a position
    task: Task, layout: Layout, pawns: Pawns, other: int, to: Node, left: Left, late: Late
) -> Position:
    others = (*pawns.others[:other], to, *pawns.others[other + 1 :])
    return layout, task.standing(pawns.mine, others, pawns.carries, other), left, late
