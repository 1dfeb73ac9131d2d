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
from rules.core.notation import Action
from rules.core.play import State, View, apply
from rules.core.puzzles import SOLVER, Level, OwnPuzzle

GRACE: Final = timedelta(hours=12)
"""How long a daily puzzle still counts after its date has ended in UTC: somewhere it has not ended yet."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle as it stands for one person."""

    number: int
    day: date | None
    """The date whose daily puzzle it is."""
    level: Level
    least: int
    offer: Offer
    puzzle: OwnPuzzle
    stored: StoredAttempt
    state: State
    view: View
    """What can be done now, and what has just happened."""
    solution: tuple[str, ...]
    """In notation; to be shown only once it is finished."""

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def done(self) -> tuple[str, ...]:
        """What was done since it was begun anew, in notation."""
        return tuple(self.stored.actions.splitlines())

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached by what was done."""
        return self.offer.puzzles.is_met(self.puzzle, self.state)

    @property
    def is_finished(self) -> bool:
        """Whether it was solved once."""
        return self.stored.cost is not None


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a server's board: somebody who solved a daily puzzle."""

    user: UserId
    over: int
    """What they spent more than the puzzle takes."""
    tries: int
    hints: int


def drawn(attempt: Attempt, view: View, note: str = "") -> Picture:
    """Draw an attempt, or a step of its solution, as this view shows it; note: a sentence on what just happened."""
    offer = attempt.offer
    return puzzle_picture(offer.game, view, offer.puzzles.goal(attempt.puzzle), note)


def attempt_of(offer: Offer, known: StoredPuzzle, stored: StoredAttempt) -> Attempt:
    """Return an attempt as it is stored."""
    puzzle = offer.puzzles.read(json.loads(known.puzzle))
    g = replayed(offer, puzzle, stored.actions.splitlines())
    return Attempt(
        number=known.id,
        day=date.fromisoformat(known.day) if known.day else None,
        level=offer.puzzles.levels[known.level - 1],
        least=known.least,
        offer=offer,
        puzzle=puzzle,
        stored=stored,
        state=g,
        view=puzzle_view(offer, puzzle, g),
        solution=tuple(known.solution.splitlines()),
    )


def replayed(offer: Offer, puzzle: OwnPuzzle, actions: Iterable[str]) -> State:
    """Return the table after these actions, in notation.

    Raises:
        NotationError: the game has no such action.
        IllegalActionError: its rules refuse one.
    """
    g = offer.puzzles.begin(puzzle)
    for text in actions:
        g = apply(g, SOLVER, offer.game.parse(text))
    return g


def undone(offer: Offer, known: StoredPuzzle) -> Picture:
    """Draw a puzzle before anything is done."""
    puzzle = offer.puzzles.read(json.loads(known.puzzle))
    view = puzzle_view(offer, puzzle, offer.puzzles.begin(puzzle))
    return puzzle_picture(offer.game, view, offer.puzzles.goal(puzzle))


def puzzle_view(offer: Offer, puzzle: OwnPuzzle, g: State) -> View:
    """Return what the solver sees and can do: nothing more once the goal is reached."""
    view = offer.game.view(g, SOLVER)
    offered: tuple[Action, ...] = ()
    if not offer.puzzles.is_met(puzzle, g):
        offered = tuple(option for option in view.options if not isinstance(option, offer.puzzles.refused))
    return replace(view, options=offered)


def closes(day: date) -> int:
    """Return the last second in which the daily puzzle of a date counts."""
    return int((datetime.combine(day, datetime.min.time(), UTC) + timedelta(days=1) + GRACE).timestamp())
