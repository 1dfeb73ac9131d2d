"""4.7, 8.1 to 8.5: changes of the board, in the solver's positions. As `walking` does, it yields how many cards
something takes, the position after it, and the step.
"""

from collections.abc import Container, Iterator

from rules.circuitry.puzzle.changes import Change, Step, depends
from rules.circuitry.puzzle.hand import FORCE, OPENS, PLACING, PORTAL
from rules.circuitry.puzzle.late import ANY, NOT_LATE
from rules.circuitry.puzzle.layout import Layout
from rules.circuitry.puzzle.task import Position, Task, leaving_trace
from rules.circuitry.puzzle.walking import Came


def changes_in(task: Task, position: Position, only: Container[Step]) -> Iterator[Came]:
    """Those of these changes that are possible."""
    layout, pawns, left, _ = position
    standing = task.standing(pawns.mine, pawns.others, pawns.carries)
    for kind in left.changes:
        rest = left.spent(kind)
        for change in task.changes.of(layout, kind, pawns.bearing):
            if change.step in only:
                yield 1, (task.changes.after(layout, change), standing, rest, NOT_LATE), change.step


def late_changes(task: Task, position: Position, cost: int) -> Iterator[Came]:
    """All that are of use now, in a late search.

    A change serves if it touches a pathway from the pawn's node, since the next step goes by it, or one by which
    another pawn could be forced; the last one has to touch a pathway before the goal too, or again such a one. Of
    several changes before one step, some order is such that each serves, unless one that does not makes another one
    possible.
    """
    layout, pawns, left, late = position
    if left.budget - cost <= left.needs[pawns.carries] and not left.can_take(pawns.carries):
        return  # there is no movement card for a step that goes by it
    step_bits, goal_bits = _wanted(task, position, left.budget - cost)
    standing = task.standing(pawns.mine, pawns.others, pawns.carries)
    owed, after_change = late.owed, task.lateness.after_change
    for kind in left.changes:
        if owed and kind not in PLACING:
            continue
        rest = left.spent(kind)
        is_followed = any(rest.actions[then] for then in OPENS.get(kind, ()))
        for change in task.changes.of(layout, kind, pawns.bearing):
            bits = change.bits
            if not bits & goal_bits:
                continue
            serves = bits & step_bits or (rest.actions[PORTAL] and _opens_portal(task, layout, change))
            if not (serves or is_followed) or late.spares(change):
                continue
            if owed and (serves or change.order < owed.order) and not depends(layout, owed, change):
                continue  # or they are tried the other way round
            then = after_change(late, change, None if serves else change)
            yield 1, (task.changes.after(layout, change), standing, rest, then), change.step


def _wanted(task: Task, position: Position, movement: int) -> tuple[int, int]:
    layout, pawns, left, _ = position
    forces = left.actions[FORCE] if pawns.others else 0
    led = 0
    if forces:
        free = layout.turned_over and not left.actions[PORTAL]
        led = task.led_by(layout, pawns.others, movement - left.needs[pawns.carries]) if free else ANY
    last = left.useful[pawns.carries] - forces == 1 and not (forces and left.actions[PORTAL])
    trace = leaving_trace(layout, pawns.mine) if pawns.is_last(layout) else layout.trace(pawns.mine)
    goal = task.before_goal(layout, pawns, movement, force=bool(forces)) if last else ANY
    return led | trace, led | goal


def _opens_portal(task: Task, layout: Layout, change: Change) -> bool:
    """Whether a portal lies on a card that could not be so changed any more with a pawn on it."""
    return change.opens and any(change.is_closed(1 << card) for card in task.changes.after(layout, change).portal_cards)
