"""The solver's steps that change the board (4.7, 8.1 to 8.5). As in `walking`, each is yielded as the number of cards
that it takes, the position after it, and the step.
"""

from collections.abc import Container, Iterator

from rules.circuitry.puzzle.changes import Change, Step, depends
from rules.circuitry.puzzle.hand import FORCE, OPENS, PLACING, PORTAL
from rules.circuitry.puzzle.late import ANY, NOT_LATE
from rules.circuitry.puzzle.layout import Layout
from rules.circuitry.puzzle.task import Position, Task, leaving_trace
from rules.circuitry.puzzle.walking import Transition


def changes_in(task: Task, position: Position, only: Container[Step]) -> Iterator[Transition]:
    """Yield all possible changes among the steps in `only`."""
    layout, pawns, left, _ = position
    standing = task.standing(pawns.mine, pawns.others, pawns.carries)
    for kind in left.changes:
        hand_after = left.spent(kind)
        for change in task.changes.of(layout, kind, pawns.bearing):
            if change.step in only:
                yield 1, (task.changes.after(layout, change), standing, hand_after, NOT_LATE), change.step


def late_changes(task: Task, position: Position, cost: int) -> Iterator[Transition]:
    """Yield every change that is useful now, in a late search.

    A change is useful if it touches a pathway from the pawn's node, which the pawn's next step may use, or a pathway by
    which another pawn could be forced. The last change must also touch a pathway near the goal, or one for a Force. If
    several changes come before one step, there is an order in which each of them is useful. A change that only makes
    another one possible is an exception, and is yielded too.
    """
    layout, pawns, left, late = position
    if left.budget - cost <= left.needs[pawns.carries] and not left.can_take(pawns.carries):
        return  # no movement card is left for a step that uses the change
    step_bits, goal_bits = _wanted(task, position, left.budget - cost)
    standing = task.standing(pawns.mine, pawns.others, pawns.carries)
    pending, after_change = late.pending, task.lateness.after_change
    for kind in left.changes:
        if pending and kind not in PLACING:
            continue
        hand_after = left.spent(kind)
        is_followed = any(hand_after.actions[late_after] for late_after in OPENS.get(kind, ()))
        for change in task.changes.of(layout, kind, pawns.bearing):
            bits = change.bits
            if not bits & goal_bits:
                continue
            serves = bits & step_bits or (hand_after.actions[PORTAL] and _opens_portal(task, layout, change))
            if not (serves or is_followed) or late.is_wasteful(change):
                continue
            if pending and (serves or change.order < pending.order) and not depends(layout, pending, change):
                continue  # the search also tries them in the other order
            late_after = after_change(late, change, None if serves else change)
            yield 1, (task.changes.after(layout, change), standing, hand_after, late_after), change.step


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
    """Return whether the board after the change has a portal on a card where a pawn would have prevented the change."""
    return change.opens and any(change.is_closed(1 << card) for card in task.changes.after(layout, change).portal_cards)
