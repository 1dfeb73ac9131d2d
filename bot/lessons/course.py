"""Play a lesson through, and keep the state of its match at each step."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.content.seeds import Content
from bot.lessons.lesson_files import Lesson, Step
from rules.core.events import Event, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, apply

LEARNER: Final[Seat] = 0


class LessonError(ValueError):
    """A lesson cannot be played with the present rules and cards. The message names the step and the action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The match at a step of the lesson, before the learner acts."""

    step: Step
    state: State
    view: View
    """The learner's view."""
    ply_events: Sequence[Sequence[Event]]
    """The events since the previous step that the learner may read, ply by ply."""
    wanted: Action | None
    """The action that the learner is to choose; None if the learner only continues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A lesson that has been played through, with the match at each of its steps."""

    game: Game
    seats: int
    title: str = ""
    """The subject of a further lesson; "" for the first lesson of a game."""
    stages: Sequence[Stage]
    """One stage for each step, and one for the end."""
    fingerprint: str
    """16 hexadecimal digits that depend on the lesson, the version of the rules and the content of the game."""

    @property
    def steps(self) -> int:
        """The number of steps before the end."""
        return len(self.stages) - 1


def course_of(game: Game, content: Content, lesson: Lesson) -> Course:
    """Play the lesson through.

    content: the content from which the game was made.

    Raises:
        LessonError: the lesson cannot be played.
    """
    try:
        decks = [game.decks[deck].cards for deck in lesson.decks]
        g: State = game.begin(seats=lesson.seats, options=lesson.options, decks=decks, seed=lesson.seed)
    except (KeyError, ValueError) as error:
        raise LessonError(f"it cannot begin: {error}") from error
    play = _Play(game, g)
    play.all(lesson.before)
    stages = []
    for number, step in enumerate((*lesson.steps, lesson.end), 1):
        play.place = f"step {number}" if number <= len(lesson.steps) else "the end"
        view, ply_events = game.view(play.g, LEARNER), play.ply_events
        wanted = play.read(step.do) if step.do else None
        if wanted is not None and wanted not in view.options:
            raise LessonError(f"{play.place}: “{step.do}” is not among the learner's choices")
        stages.append(Stage(step=step, state=play.g, view=view, ply_events=ply_events, wanted=wanted))
        play.ply_events = []
        if wanted is not None:
            play.act(LEARNER, wanted)
        play.all(step.then)
    identity = f"{lesson.fingerprint} {game.key} {game.version} {content.hash}"
    fingerprint = blake2b(identity.encode(), digest_size=8).hexdigest()
    return Course(game=game, seats=lesson.seats, title=lesson.title, stages=stages, fingerprint=fingerprint)


class _Play:
    """The match of a lesson while it is played through."""

    def __init__(self, game: Game, g: State) -> None:
        self.game = game
        self.g = g
        self.place = "before the first step"
        self.ply_events: list[Sequence[Event]] = []
        """The events since the previous step that the learner may read."""

    def all(self, plies: Sequence[str]) -> None:
        """Play these actions in order, each by the teacher if a seat of the teacher has to decide, else by the
        learner.
        """
        for text in plies:
            others = [seat for seat in self.g.phase.waiting if seat != LEARNER]
            self.act(others[0] if others else LEARNER, self.read(text))

    def act(self, seat: Seat, action: Action) -> None:
        try:
            self.g = apply(self.g, seat, action)
        except ValueError as error:
            raise LessonError(f"{self.place}: “{action}” of seat {seat} is refused: {error}") from error
        self.ply_events.append(self.game.view(self.g, LEARNER).events)

    def read(self, text: str) -> Action:
        try:
            return self.game.parse(text)
        except ValueError as error:
            raise LessonError(f"{self.place}: {error}") from error
