"""What somebody made of a puzzle: a puzzle is one turn, what was done in it is a list of actions, and everything else
follows from that.
"""

import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.model.match import UserId
from bot.puzzles.store import StoredAttempt, StoredPuzzle
from render.circuitry.puzzle import puzzle_picture
from render.picture import Picture
from rules.circuitry import actions as a
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.puzzle import ME, Puzzle, read
from rules.circuitry.state import CircuitryState
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action
from rules.core.play import OwnView, apply

GRACE: Final = timedelta(hours=12)
"""A daily puzzle counts for so long after its date has ended in UTC: somewhere it has not ended yet."""
USELESS: Final = (a.Done, a.Inhibit, a.Free, a.Discharge)
"""What a turn of the game offers and a puzzle does not."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle as it stands for one person."""

    number: int
    day: date | None
    """Whose daily puzzle it is."""
    level: int
    least: int
    puzzle: Puzzle
    stored: StoredAttempt
    state: CircuitryState
    view: CircuitryView
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
        return self.puzzle.met(self.state)

    @property
    def is_finished(self) -> bool:
        """Whether it was solved once."""
        return self.stored.cards is not None


@dataclass(frozen=True, slots=True)
class Place:
    """Who solved a daily puzzle, on the board of a server."""

    user: UserId
    over: int
    """Cards more than it takes."""
    tries: int
    hints: int


def drawn(attempt: Attempt, view: OwnView, note: str = "") -> Picture:
    """An attempt, or a step of its solution, as this view shows it; note: a sentence on what has just happened."""
    return puzzle_picture(view, attempt.puzzle.goal, note)


def attempt_of(game: Circuitry, known: StoredPuzzle, stored: StoredAttempt) -> Attempt:
    """An attempt as it is stored."""
    puzzle = read(game.content, json.loads(known.puzzle))
    g = puzzle.state(game.content)
    for text in stored.actions.splitlines():
        g = apply(g, ME, game.parse(text))
    return Attempt(
        number=known.id,
        day=date.fromisoformat(known.day) if known.day else None,
        level=known.level,
        least=known.least,
        puzzle=puzzle,
        stored=stored,
        state=g,
        view=puzzle_view(game, g, over=puzzle.met(g)),
        solution=tuple(known.solution.splitlines()),
    )


def undone(game: Circuitry, known: StoredPuzzle) -> Picture:
    """A puzzle before anything is done."""
    puzzle = read(game.content, json.loads(known.puzzle))
    return puzzle_picture(puzzle_view(game, puzzle.state(game.content)), puzzle.goal)


def puzzle_view(game: Circuitry, g: CircuitryState, *, over: bool = False) -> CircuitryView:
    """What the player of a puzzle sees, and can do."""
    view = game.view(g, ME)
    offered: tuple[Action, ...] = () if over else tuple(o for o in view.options if not isinstance(o, USELESS))
    return replace(view, options=offered)


def cards_played(puzzle: Puzzle, g: CircuitryState) -> int:
    """How many cards were played."""
    return puzzle.cards - len(g.sides[ME].minis) - len(g.sides[ME].circuits)


def closes(day: date) -> int:
    """The last second in which the daily puzzle of a date counts."""
    return int((datetime.combine(day, datetime.min.time(), UTC) + timedelta(days=1) + GRACE).timestamp())
