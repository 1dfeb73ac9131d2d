"""The solver: a breadth-first search for every solution with the least number of cards.

A position (`task.Position`) is a board, the places and charges of the pawns, what is left of the hand, and the demands
on the next step (`late`). `costs` has the fewest cards that reach each position; `before` the last steps of all ways
that are as cheap, so that solutions can be read backwards from the goal (None). Every step takes a card or more, and
positions are expanded in the order of their costs: once those of cost n are expanded, no cheaper way to any of them is
left. The search ends at the cost of the first solution, with every solution of that length in `before`.

Boards are represented as layouts (`layout`). The search does not track which movement cards were played, but only which
colours they had to match; the hand says whether it can pay for these (`hand`). A least solution reaches each of its
positions with as few cards as possible. These shortcuts save most of the work and lose no solution:

- Once no action card is left, the length of the remaining way is known exactly. Before that, a minimum number of steps
  is needed on any board (`Task.least_steps`).
- The last change of the board must touch a pathway from which the goal can be reached.
- A *late* search finds one order of each solution (`late`). Its results are the least number of cards, and every step
  of any solution. A second search tries only these steps, in any order, and counts the solutions.

A new kind of step needs its place in `_steps`, in `Task.least_steps` (a bound that is too high loses solutions) and in
the demands of `late` (else the late search may miss the one order that it keeps).
"""

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from rules.circuitry.puzzle.changes import Step
from rules.circuitry.puzzle.changing import changes_in, late_changes
from rules.circuitry.puzzle.forcing import forced_jumps, forced_steps
from rules.circuitry.puzzle.hand import EXCHANGE, FORCE, PORTAL
from rules.circuitry.puzzle.pawns import NOBODY
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.task import Position, Task
from rules.circuitry.puzzle.walking import Transition, charges_and_deliveries, exchanges, moves, portals


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits at which the solver gives up."""

    positions: int = 200_000
    layouts: int = 120_000


LAYOUT: Final = 4
"""The work of finding a layout: that of this many positions."""
SET_UP: Final = 40
"""The work of setting up a search."""


class GaveUpError(Exception):
    """The puzzle exceeds the bounds."""


class Search:
    """A search for the solutions of one puzzle."""

    def __init__(self, puzzle: Puzzle, bounds: Bounds, only: Container[Step] | None = None) -> None:
        """Begin at the puzzle's start.

        only: the steps to try, in any order. With None, the search is late and tries all steps.
        """
        self.task = Task(puzzle)
        self.bounds, self.only = bounds, only
        self.least: int | None = None
        start = self.task.start
        self.costs: dict[Position, int] = {start: 0}
        self.before: dict[Position | None, list[tuple[Position, Step]]] = {start: []}
        """For each position, and for the goal (None): the last steps of all cheapest ways to it.

        Each of these steps comes with the position before it.
        """
        self.waiting: defaultdict[int, list[Position]] = defaultdict(list)
        """The positions still to be expanded, by the number of cards played."""

    @property
    def work(self) -> int:
        """The work so far, counted in positions."""
        return SET_UP + len(self.costs) + LAYOUT * self.task.pieces.layout_count

    def run(self) -> None:
        """Search until the least number of cards is known, and every position that can be reached with fewer cards is
        expanded.

        Raises:
            GaveUpError: there are more positions or layouts than the bounds allow.
        """
        start = self.task.start
        if not self.task.is_hopeless(start, 0):
            self.waiting[0].append(start)
        for cost in range(self.task.hand.cards):
            if self.least is not None and cost >= self.least:
                break
            for position in self.waiting.pop(cost, ()):
                if self.costs[position] == cost:
                    self._expand(position, cost)

    def _expand(self, position: Position, cost: int) -> None:
        for price, after, step in self._steps(position, cost):
            self._come(after, cost + price, position, step)

    def _steps(self, position: Position, cost: int) -> Iterator[Transition]:
        """Yield the possible steps from a position."""
        task, only = self.task, self.only
        _, pawns, left, late = position
        movement, force = left.budget - cost, left.actions[FORCE]
        if not late.pending and movement > 0:
            if pawns.held != NOBODY or (force and pawns.others):
                yield from forced_steps(task, position, is_late=only is None)
            if force and left.actions[PORTAL] and movement > 1:
                yield from forced_jumps(task, position, is_late=only is None)
        if late.changes and pawns.held != NOBODY:
            return  # the Force that holds a pawn has to use the changes
        if not late.pending and movement > 0:
            yield from moves(task, position)
            yield from charges_and_deliveries(task, position)
            if left.actions[PORTAL]:
                yield from portals(task, position)
        if not late.pending and left.actions[EXCHANGE] and not pawns.carries:
            yield from exchanges(task, position)
        if left.changes:
            yield from late_changes(task, position, cost) if only is None else changes_in(task, position, only)

    def _come(self, after: Position | None, cost: int, position: Position, step: Step) -> None:
        """Record that this step leads to the position `after`. Ignore a position that is hopeless or was reached with
        fewer cards.
        """
        if self.only is not None and step not in self.only:
            return
        if after is None:
            self._arrive(cost, position, step)
            return
        known_cost = self.costs.get(after)
        if known_cost is not None and cost >= known_cost:
            if cost == known_cost:
                self.before[after].append((position, step))
            return
        task = self.task
        if task.is_met(after[1]):
            if task.hand.is_payable(after[2], cost):
                self._arrive(cost, position, step)
            return
        if task.is_hopeless(after, cost):
            return
        self.costs[after] = cost
        self.before[after] = [(position, step)]
        self.waiting[cost].append(after)
        if len(self.costs) > self.bounds.positions or task.pieces.layout_count > self.bounds.layouts:
            raise GaveUpError

    def _arrive(self, cost: int, position: Position, step: Step) -> None:
        """Record that this step reaches the goal."""
        if self.least is None or cost < self.least:
            self.least = cost
            self.before[None] = []
        if cost == self.least:
            self.before[None].append((position, step))
