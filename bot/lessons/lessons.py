"""Teach users a game step by step, and store how far each of them has come.

Only the number of the present step is stored. Everything else is computed from the lesson.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import structlog

from bot.clock import Clock, seconds
from bot.content.library import Library
from bot.content.seeds import ContentError
from bot.lessons.course import LEARNER, Course, LessonError, Stage, course_of
from bot.lessons.lesson_files import Lesson, further_lessons, load_lesson
from bot.lessons.refusals import (
    ChoiceMissing,
    LessonMovedOn,
    LessonReplaced,
    NoLesson,
    NothingToChoose,
    OtherChoice,
    UnknownLesson,
)
from bot.model.match import UserId
from bot.model.reasons.match import ForbiddenByRules, UnreadableAction
from bot.model.refusals import Refusal
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from rules.core.game import Game, catalog_key
from rules.core.notation import Action, NotationError
from rules.core.play import IllegalActionError, View, check

log = structlog.stdlib.get_logger(__name__)

_LESSON: Final = "SELECT id, user_id, game, lesson_fingerprint, steps_done, version, finished_at FROM lessons"


class StoredLesson(NamedTuple):
    """The progress of a user in the lesson of a game: a row of `lessons`."""

    id: int
    user: UserId
    game: str
    lesson: str
    """The fingerprint of the lesson to which the steps belong."""
    step: int
    """The number of steps that are done."""
    version: int
    """The number of changes of the row."""
    finished: int | None
    """The moment at which the user first finished the lesson, in seconds since 1970-01-01 UTC; None: never."""


@dataclass(frozen=True, slots=True)
class Learning:
    """The progress of one user in a lesson."""

    course: Course
    stored: StoredLesson
    renewed: bool = False
    """Whether the lesson starts over because it has changed since the user began it."""

    @property
    def number(self) -> int:
        return self.stored.id

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def game(self) -> Game:
        return self.course.game

    @property
    def stage(self) -> Stage:
        return self.course.stages[self.stored.step]

    @property
    def view(self) -> View:
        """The learner's view of the match at the present step."""
        return self.stage.view

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.stored.step == self.course.steps


class Lessons:
    """Lessons, and the users' progress in them. Every asynchronous method may raise `Unavailable`."""

    def __init__(
        self,
        database: Database,
        library: Library,
        clock: Clock,
        lessons: Callable[[str], Lesson | None] = load_lesson,
    ) -> None:
        """lessons: returns the lesson with a given key, or None if there is none."""
        self._database = database
        self._library = library
        self._clock = clock
        self._lessons = lessons
        self._courses: dict[str, Course | None] = {}

    @property
    def games(self) -> Mapping[str, Game]:
        """The games that have a playable lesson, by key. Any thread may ask for them.

        The first request plays every lesson through, which takes a few hundredths of a second for each.
        """
        return {key: game for key, game in self._library.games.items() if self._course(key) is not None}

    def further(self, game: str) -> Mapping[str, str]:
        """Return the subjects of a game's further lessons, by their keys."""
        courses = {key: self._course(key) for key in further_lessons(game)}
        return {key: course.title for key, course in courses.items() if course is not None}

    def _game_of(self, key: str) -> str:
        """Return the key of the game that a lesson teaches."""
        game = key.rpartition("_")[0]
        return game if key in further_lessons(game) else key

    async def course(self, key: str) -> Course:
        """Return a lesson by its key: the first lesson of a game by the game's key, a further one by its own.

        Raises:
            Refusal: there is no such lesson, or it cannot be played.
        """
        course = await self._known(key)
        if course is None:
            raise NoLesson
        return course

    async def _known(self, key: str) -> Course | None:
        if self._game_of(key) in self._library.games and key not in self._courses:
            await asyncio.to_thread(self._course, key)
        return self._courses.get(key)

    def _course(self, key: str) -> Course | None:
        if key not in self._courses:
            self._courses[key] = self._made(key)
        return self._courses[key]

    def _made(self, key: str) -> Course | None:
        try:
            lesson = self._lessons(key)
            game = self._game_of(key)
            return None if lesson is None else course_of(self._library.games[game], self._library.content(game), lesson)
        except (ContentError, LessonError) as error:
            log.warning(
                "a lesson cannot be played with its present file and the present cards", game=key, why=str(error)
            )
            return None

    async def is_new(self, user: UserId, key: str) -> bool:
        """Return whether a game has a lesson, and the user has finished neither this lesson nor a match of the game."""
        if await self._known(key) is None:
            return False
        with readable():
            return await self._database.read(lambda db: _is_new(db, user, catalog_key(key)))

    async def begin(self, user: UserId, key: str) -> Learning:
        """Begin or resume a lesson for a user, or start it over if the user has finished it. key: as for `course`.

        Raises:
            Refusal: as for `course`.
        """
        course = await self.course(key)
        with available():
            stored = await self._database.write(lambda db: _begin(db, user, key, course.fingerprint))
        learning = await self._current(course, stored)
        return await self._save(learning, 0) if learning.is_over else learning

    async def look(self, number: int, user: UserId) -> Learning:
        """Return the progress of a user in a lesson that they have begun. If the lesson has changed since, it starts
        over.

        Raises:
            NotUnderstood: the user has not begun this lesson.
        """
        with readable():
            stored = await self._database.read(lambda db: _load(db, number))
        if stored is None or stored.user != user:
            raise UnknownLesson
        return await self._current(await self.course(stored.game), stored)

    async def act(self, number: int, user: UserId, words: str, version: int) -> Learning:
        """Play the action that the present step teaches, given in notation, and go to the next step.

        Raises:
            StaleDecision: the user's progress is no longer of this version.
            OtherChoice: the action is legal, but not the one that the step teaches.
            NotAllowed: the rules do not allow the action, or the step asks for none.
        """
        before = await self._at(number, user, version)
        try:
            action = before.game.parse(words)
        except NotationError as error:
            raise UnreadableAction(text=words, reason=str(error)) from error
        stage = before.stage
        if stage.wanted is None:
            raise NothingToChoose
        if action != stage.wanted:
            raise _other(before.game, stage, action)
        return await self._save(before, before.stored.step + 1)

    async def go_on(self, number: int, user: UserId, version: int) -> Learning:
        """Go on from a step that asks for no action.

        Raises:
            StaleDecision: as for `act`.
            NotAllowed: the step asks for an action, or the lesson is over.
        """
        before = await self._at(number, user, version)
        if before.is_over or before.stage.wanted is not None:
            raise ChoiceMissing
        return await self._save(before, before.stored.step + 1)

    async def restart(self, number: int, user: UserId, version: int) -> Learning:
        """Go back to the first step.

        Raises:
            StaleDecision: as for `act`.
        """
        return await self._save(await self._at(number, user, version), 0)

    async def _at(self, number: int, user: UserId, version: int) -> Learning:
        learning = await self.look(number, user)
        if learning.version != version:
            raise LessonReplaced if learning.renewed else LessonMovedOn
        return learning

    async def _current(self, course: Course, stored: StoredLesson) -> Learning:
        learning = Learning(course, stored)
        if stored.lesson != course.fingerprint:
            return await self._save(Learning(course, stored._replace(lesson=course.fingerprint), renewed=True), 0)
        return learning

    async def _save(self, before: Learning, step: int) -> Learning:
        """Store the number of steps that are done, and return the new progress."""
        changed = before.stored._replace(step=step, version=before.version + 1)
        after = Learning(before.course, changed, renewed=before.renewed)
        if after.is_over and changed.finished is None:
            changed = changed._replace(finished=seconds(self._clock))
            after = Learning(before.course, changed)
        with available():
            saved = await self._database.write(lambda db: _save(db, changed))
        if not saved:
            raise LessonMovedOn
        return after


def _other(game: Game, stage: Stage, action: Action) -> Refusal:
    """Return the refusal for a legal action that differs from the one that the step teaches."""
    try:
        check(stage.state, LEARNER, action)
    except IllegalActionError as error:
        return ForbiddenByRules(reason=game.voice.refusal(str(error)))
    replies = stage.step.otherwise
    return OtherChoice(text=replies.get(action.verb, replies[""]))


async def _load(db: Rows, lesson_id: int) -> StoredLesson | None:
    """Return the row with this id, if it exists."""
    rows = await db.rows(f"{_LESSON} WHERE id = ?", lesson_id)
    return StoredLesson(*rows[0]) if rows else None


async def _begin(db: Rows, user_id: UserId, game: str, fingerprint: str) -> StoredLesson:
    """Begin the lesson of a game, unless the user has begun it; return their progress."""
    sql = "INSERT INTO lessons (user_id, game, lesson_fingerprint) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, user_id, game, fingerprint)
    [row] = await db.rows(f"{_LESSON} WHERE user_id = ? AND game = ?", user_id, game)
    return StoredLesson(*row)


async def _save(db: Rows, changed: StoredLesson) -> bool:
    """Store a row whose version the caller has raised by one. Return False and store nothing if another change came
    first.
    """
    sql = (
        "UPDATE lessons SET lesson_fingerprint = ?, steps_done = ?, version = ?, finished_at = ? "
        "WHERE id = ? AND version = ? RETURNING version"
    )
    key = (changed.id, changed.version - 1)
    return bool(await db.rows(sql, changed.lesson, changed.step, changed.version, changed.finished, *key))


async def _is_new(db: Rows, user_id: UserId, game: str) -> bool:
    """Return whether a user has finished neither a match nor the lesson of a game."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM lessons WHERE user_id = ? AND game = ? AND finished_at IS NOT NULL) OR EXISTS "
        "(SELECT 1 FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.user_id = ? AND matches.game = ? AND matches.status = 'over')"
    )
    [(is_known,)] = await db.rows(sql, user_id, game, user_id, game)
    return not is_known
