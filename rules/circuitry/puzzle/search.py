"""The solver: every way to the goal with the least number of cards, found by breadth.

It looks at boards by `layout`, and at movement cards by their role: what they were asked to pay is kept, not which card
paid (`hand`). A position that is reached with more cards than it takes is never part of a least solution. What spares
most of the work loses no solution:

- With no action card left, the way that is still to go is known exactly.
- The last change of the board must touch a pathway from which the goal can be reached.
- A *late* search makes each change of the board as late as it can be: right before a step that goes by it, or before
  another change that needs it. Any solution becomes such a one by moving changes past steps that do not go by them. So
  a late search finds the least number of cards and all sets of key actions, and a second one, of those actions alone
  and in any order, counts the solutions.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from rules.circuitry.puzzle.changes import Change, Step, changed, changes, depends
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import (
    CHANGES,
    EXCHANGE,
    FORCE,
    PLACING,
    PORTAL,
    WANTED,
    Actions,
    spent,
)
from rules.circuitry.puzzle.layout import COLOURS, NOWHERE, Layout, Node
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.task import AXES, NOT_LATE, Late, Position, Task, is_last, leaving_trace, over

_FREE_CARDS: Final = ("flip", "swap", "place")
"""The changes that are not made with a card that bears a pawn."""
ANY: Final = -1
"""The bits of whatever there is."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the solver looks before it gives up."""

    positions: int = 200_000
    layouts: int = 120_000


class GaveUpError(Exception):
    """The puzzle is larger than the bounds."""


class Search:
    """One puzzle, being solved."""

    def __init__(self, puzzle: Puzzle, bounds: Bounds, only: Container[Step] | None = None) -> None:
        """only: the changes of the board that are tried, in any order; None: all of them, late."""
        self.task = Task(puzzle)
        self.bounds, self.only = bounds, only
        self._lates: dict[tuple[tuple[Change, ...], Change | None], Late] = {((), None): NOT_LATE}
        self.least: int | None = None
        start = self.task.start
        self.costs: dict[Position, int] = {start: 0}
        self.before: dict[Position | None, list[tuple[Position, Step]]] = {start: []}
        """By position, and by None for the goal: what it is reached from with the fewest cards."""
        self.waiting: list[list[Position]] = [[] for _ in range(self.task.hand.cards + 5)]

    def run(self) -> None:
        """Look until the least number of cards is known, and every position on a way that takes no more.

        Raises:
            GaveUpError: there are more positions than the bounds.
        """
        start = self.task.start
        if not self.task.is_hopeless(start, 0):
            self.waiting[0].append(start)
        for cost in range(self.task.hand.cards):
            if self.least is not None and cost >= self.least:
                break
            for position in self.waiting[cost]:
                if self.costs[position] == cost:
                    self._expand(position, cost)
            self.waiting[cost] = []

    # What can be done in a position. Each method names the clause whose options it knows; `legal` and `movement` state
    # them for the engine, and the tests compare the two.

    def _expand(self, position: Position, cost: int) -> None:
        _, _, _, carries, held, actions, _, late = position
        movement = self.task.movement(actions, cost)
        if late.owed:
            self._change_board(position, cost, movement)
            return
        if movement > 0:
            self._move(position, cost)
            if not late.changes:
                self._charge_or_deliver(position, cost)
            if self.task.pawns and (actions[FORCE] or held != NOWHERE):
                self._force(position, cost)
            if actions[PORTAL]:
                self._portal(position, cost)
                if actions[FORCE] and movement > 1:
                    self._portal_force(position, cost)
        if actions[EXCHANGE] and not carries:
            self._exchange(position, cost)
        if any(actions[kind] for kind in CHANGES):
            self._change_board(position, cost, movement)

    def _move(self, position: Position, cost: int) -> None:
        """5.1, 6.1"""
        layout, mine, others, carries, _, actions, demands, late = position
        if not is_last(layout, mine, others):
            for to, trace in layout.near(mine).items():
                if to not in others and all(change.undone & trace for change in late.changes):
                    after = (layout, to, others, carries, NOWHERE, actions, demands, NOT_LATE)
                    self._come(after, cost + 1, position, ("move", to))
            return
        trace = leaving_trace(layout, mine) if late.changes else ANY
        for to, ends in self._leaving(layout, mine, others):
            if not all(change.undone & (trace if ends else 0) for change in late.changes):
                continue
            if not ends:
                after = (layout, to, others, carries, NOWHERE, actions, demands, NOT_LATE)
                self._come(after, cost + 1, position, ("move", to))
            for axis, end in ends:
                if end == to:
                    after = (over(layout, axis), to, others, carries, NOWHERE, actions, demands, NOT_LATE)
                    self._come(after, cost + 1, position, ("move", to, axis))

    @staticmethod
    def _leaving(
        layout: Layout, node: Node, blocked: tuple[Node, ...]
    ) -> Iterator[tuple[Node, list[tuple[int, Node]]]]:
        """6.1 The steps of the last pawn on #1: where to, and if it leaves #1, where each axis would take it. As in
        `movement.reach`, the first port that leads to a node is taken.
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

    def _charge_or_deliver(self, position: Position, cost: int) -> None:
        """7.1, 7.3"""
        layout, mine, others, carries, _, actions, demands, _ = position
        task = self.task
        if carries:
            if task.aim is Aim.DELIVER and mine == task.home and layout.turned_over:
                self._arrive(cost + 1, position, ("deliver",))
        elif mine in layout.charge_nodes(task.charge_slot):
            wanted = demands + WANTED[task.colour]
            after = (layout, mine, others, True, NOWHERE, actions, wanted, NOT_LATE)
            if task.aim is not Aim.CHARGE:
                self._come(after, cost + 1, position, ("charge",))
            elif task.is_payable(after, cost + 1):
                self._arrive(cost + 1, position, ("charge",))

    def _force(self, position: Position, cost: int) -> None:
        """8.6, 8.7; a step after which its owner would choose an axis (6.3) is never taken: nobody else acts."""
        layout, mine, others, carries, held, actions, demands, _ = position
        for other, node in enumerate(others):
            if held != other and not actions[FORCE]:
                continue
            price = 1 if held == other else 2
            rest = actions if held == other else spent(actions, FORCE)
            wanted = demands + WANTED[self.task.pawns[other]]
            before, behind = others[:other], others[other + 1 :]
            blocked = (mine, *others)
            if not is_last(layout, node, (mine, *before, *behind)):
                for to in layout.near(node):
                    if to not in blocked:
                        after = (layout, mine, (*before, to, *behind), carries, other, rest, wanted, NOT_LATE)
                        self._come(after, cost + price, position, ("force", other, to, price))
                continue
            for to, ends in self._leaving(layout, node, blocked):
                if len(ends) > 1:
                    continue
                axis = [end[0] for end in ends]  # none for a step within #1
                board = over(layout, axis[0]) if axis else layout
                after = (board, mine, (*before, to, *behind), carries, other, rest, wanted, NOT_LATE)
                self._come(after, cost + price, position, ("force", other, to, price, *axis))

    def _portal(self, position: Position, cost: int) -> None:
        """8.8"""
        layout, mine, others, carries, _, actions, demands, late = position
        rest = spent(actions, PORTAL)
        last = is_last(layout, mine, others)
        for node in layout.portals:
            if node == mine or node in others:
                continue
            if not all(_is_closed(change, node) for change in late.changes):
                continue
            wanted = demands + WANTED[node % COLOURS]
            if last:
                for axis in AXES:
                    after = (over(layout, axis), node, others, carries, NOWHERE, rest, wanted, NOT_LATE)
                    self._come(after, cost + 2, position, ("portal", node, axis))
            else:
                after = (layout, node, others, carries, NOWHERE, rest, wanted, NOT_LATE)
                self._come(after, cost + 2, position, ("portal", node))

    def _portal_force(self, position: Position, cost: int) -> None:
        """8.9"""
        layout, mine, others, carries, _, actions, demands, _ = position
        rest = spent(spent(actions, PORTAL), FORCE)
        for other, here in enumerate(others):
            before, behind = others[:other], others[other + 1 :]
            if is_last(layout, here, (mine, *before, *behind)):
                continue  # its owner would choose the axis
            for node in layout.portals:
                if node != mine and node not in others:
                    wanted = demands + WANTED[self.task.pawns[other]] + WANTED[node % COLOURS]
                    after = (layout, mine, (*before, node, *behind), carries, other, rest, wanted, NOT_LATE)
                    self._come(after, cost + 4, position, ("portal-force", other, node))

    def _exchange(self, position: Position, cost: int) -> None:
        """8.10"""
        layout, mine, others, _, _, actions, demands, late = position
        near = layout.near(mine)
        for other, node in enumerate(others):
            trace = near.get(node, 0) if self.task.carriers[other] else 0
            if trace and all(change.undone & trace for change in late.changes):
                after = (layout, mine, others, True, NOWHERE, spent(actions, EXCHANGE), demands, NOT_LATE)
                if self.task.aim is Aim.CHARGE:
                    self._arrive(cost + 1, position, ("exchange", other))
                else:
                    self._come(after, cost + 1, position, ("exchange", other))

    def _change_board(self, position: Position, cost: int, movement: int) -> None:
        """4.7, 8.1 to 8.5"""
        layout, mine, others, carries, _, actions, demands, late = position
        only, then = self.only, NOT_LATE
        wanted = self._wanted(position, movement) if only is None else (ANY, ANY)
        for kind in PLACING if late.owed else CHANGES:
            if not actions[kind]:
                continue
            rest = spent(actions, kind)
            for change in changes(layout, kind, (mine, *others)):
                if only is None:
                    found = self._late(position, change, rest, wanted)
                    if found is None:
                        continue
                    then = found
                elif change.step not in only:
                    continue
                after = (changed(layout, change.step), mine, others, carries, NOWHERE, rest, demands, then)
                self._come(after, cost + 1, position, change.step)

    def _wanted(self, position: Position, movement: int) -> tuple[int, int]:
        """What a change has to touch in a late search: a pathway from the pawn's node, since the next step goes by it
        (of several changes before one step, some order is such that each touches one), unless it could be for a forced
        pawn; and if it is the last action, a pathway before the goal.
        """
        layout, mine, others, carries, _, actions, _, _ = position
        trace = leaving_trace(layout, mine) if is_last(layout, mine, others) else layout.trace(mine)
        last = self.task.useful(actions, carries) == 1
        return ANY if actions[FORCE] and others else trace, self.task.before_goal(position, movement) if last else ANY

    def _late(self, position: Position, change: Change, rest: Actions, wanted: tuple[int, int]) -> Late | None:
        """What comes next after this change, in a late search; None: it is of no use now."""
        layout, late = position[0], position[7]
        step_bits, goal_bits = wanted
        if not change.bits & goal_bits:
            return None
        more = change.places and any(rest[kind] for kind in PLACING)
        if late.owed and not more and not depends(layout, late.owed, change):
            return None
        now = _with(late.changes, change)
        if change.bits & step_bits or (rest[PORTAL] and _opens_portal(layout, change)):
            return self._the_one(now, None)
        return self._the_one(now, change) if more else None

    def _the_one(self, now: tuple[Change, ...], owed: Change | None) -> Late:
        return self._lates.setdefault((now, owed), Late(now, owed))

    # What comes of it

    def _come(self, after: Position, cost: int, position: Position, step: Step) -> None:
        """Note a position that was reached, unless it is hopeless or was reached with fewer cards."""
        known = self.costs.get(after)
        if known is not None and cost >= known:
            if cost == known:
                self.before[after].append((position, step))
            return
        if self.task.aim is Aim.REACH and after[1] == self.task.target:
            if self.task.is_payable(after, cost):
                self._arrive(cost, position, step)
            return
        if self.task.is_hopeless(after, cost):
            return
        self.costs[after] = cost
        self.before[after] = [(position, step)]
        self.waiting[cost].append(after)
        if len(self.costs) > self.bounds.positions or self.task.pieces.looked_at > self.bounds.layouts:
            raise GaveUpError

    def _arrive(self, cost: int, position: Position, step: Step) -> None:
        """Note that the goal was reached."""
        if self.least is None or cost < self.least:
            self.least = cost
            self.before[None] = []
        if cost == self.least:
            self.before[None].append((position, step))


def _with(late: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """The changes that the next step has to go by, after one more: none that this one may need."""
    return tuple(sorted([before for before in late if not (change.places and before.places)] + [change]))


def _opens_portal(layout: Layout, change: Change) -> bool:
    """Whether a portal lies on a card that could not be so changed any more with a pawn on it."""
    if change.step[0] not in _FREE_CARDS:
        return False
    return any(_is_closed(change, node) for node in changed(layout, change.step).portals)


def _is_closed(change: Change, node: Node) -> bool:
    """Whether this change could not be made any more with a pawn on this node."""
    return change.step[0] in _FREE_CARDS and bool(1 << node // COLOURS & change.undone)
