"""An attempt at a puzzle: one turn of a game, stored as a list of actions from which everything else follows."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.model.match import UserId
from bot.puzzles.offers import Offer
from bot.puzzles.store import StoredAttempt, StoredPuzzle
from render.picture import Picture, puzzle_picture
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, apply
from rules.core.puzzles import SOLVER, Level, OwnPuzzle

GRACE: Final = timedelta(hours=12)
"""The time after the end of a puzzle's day (UTC) in which a solution still counts: the day ends later in western time
zones.
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle, in its present state."""

    number: int
    day: date | None
    """The date of a daily puzzle; None for any other."""
    level: Level
    least: int
    offer: Offer
    puzzle: OwnPuzzle
    stored: StoredAttempt
    state: State
    view: View
    """The solver's view: the legal actions and the latest events."""
    is_met: bool
    """Whether the actions reach the goal."""
    solution: tuple[str, ...]
    """A solution in notation. Show it only once the attempt is finished."""

    @property
    def game(self) -> Game:
        return self.offer.game

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def done(self) -> tuple[str, ...]:
        """The actions since the last restart, in notation."""
        return tuple(self.stored.actions.splitlines())

    @property
    def told(self) -> tuple[str, ...]:
        """The next actions that hints have told, in notation, also before other actions were undone."""
        done = [*self.done]
        known: list[list[str]] = json.loads(self.stored.told)
        lines = [line[len(done) :] for line in known if line[: len(done)] == done and "" not in line]
        longest: list[str] = max(lines, key=len, default=[])
        return tuple(longest)

    @property
    def is_finished(self) -> bool:
        """Whether the person has solved the puzzle at least once."""
        return self.stored.cost is not None


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a server's board: a person who solved a daily puzzle, and how well they did it."""

    user: UserId
    over: int
    """The person's cost above the lowest possible one."""
    tries: int
    hints: int


def drawn(attempt: Attempt, view: View, note: str = "") -> Picture:
    """Draw an attempt, or a step of its solution, as this view shows it. note: a sentence on the latest event."""
    offer = attempt.offer
    return puzzle_picture(offer.game, view, offer.puzzles.goal(attempt.puzzle), note)


def attempt_of(offer: Offer, row: StoredPuzzle, stored: StoredAttempt) -> Attempt:
    """Return the attempt of these rows, with its actions replayed. A goal that has to be proved may take a while."""
    puzzle = offer.puzzles.read(json.loads(row.puzzle))
    g = replayed(offer, puzzle, stored.actions.splitlines())
    return Attempt(
        number=row.id,
        day=date.fromisoformat(row.day) if row.day else None,
        level=offer.puzzles.levels[row.level - 1],
        least=row.least,
        offer=offer,
        puzzle=puzzle,
        stored=stored,
        state=g,
        view=puzzle_view(offer, puzzle, g),
        is_met=offer.puzzles.is_met(puzzle, g),
        solution=tuple(row.solution.splitlines()),
    )


def replayed(offer: Offer, puzzle: OwnPuzzle, actions: Iterable[str]) -> State:
    """Return the table after these actions, in notation.

    Raises:
        NotationError: the game has no such action.
        IllegalActionError: its rules refuse an action.
    """
    g = offer.puzzles.begin(puzzle)
    for text in actions:
        g = apply(g, SOLVER, offer.game.parse(text))
    return g


def undone(offer: Offer, row: StoredPuzzle) -> Picture:
    """Draw a puzzle as it is before the first action."""
    puzzle = offer.puzzles.read(json.loads(row.puzzle))
    view = puzzle_view(offer, puzzle, offer.puzzles.begin(puzzle))
    return puzzle_picture(offer.game, view, offer.puzzles.goal(puzzle))


def puzzle_view(offer: Offer, puzzle: OwnPuzzle, g: State) -> View:
    """Return the solver's view, without options once the goal is reached."""
    view = offer.game.view(g, SOLVER)
    offered: tuple[Action, ...] = ()
    if not offer.puzzles.is_met(puzzle, g):
        offered = tuple(option for option in view.options if not isinstance(option, offer.puzzles.refused))
    return replace(view, options=offered)


def closes(day: date) -> int:
    """Return the last second, since 1970-01-01 UTC, in which a solution of a date's daily puzzle counts."""
    return int((datetime.combine(day, datetime.min.time(), UTC) + timedelta(days=1) + GRACE).timestamp())
