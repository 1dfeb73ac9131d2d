"""Lessons for people: a first match of a game, step by step, and how far each person is.

What is stored is the number of the step: everything else follows from the lesson.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import structlog

from bot.application.match.positions import available, readable
from bot.clock import Clock, seconds
from bot.content.course import LEARNER, Course, LessonError, Stage, course_of
from bot.content.lessons import Lesson, load_lesson
from bot.content.library import Library
from bot.content.seeds import ContentError
from bot.model.match import UserId
from bot.model.reasons.lessons import (
    ChoiceMissing,
    LessonMovedOn,
    LessonReplaced,
    NoLesson,
    NothingToChoose,
    OtherChoice,
    UnknownLesson,
)
from bot.model.reasons.match import ForbiddenByRules, UnreadableAction
from bot.model.refusals import Refusal
from bot.store import lessons as sql
from bot.store.database import Database
from bot.store.lessons import StoredLesson
from rules.core.game import Game
from rules.core.notation import Action, NotationError
from rules.core.play import IllegalActionError, View, check

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Learning:
    """A lesson as it stands for one person."""

    course: Course
    stored: StoredLesson
    renewed: bool = False
    """Whether it begins anew because it is another lesson than the one that they were in."""

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
        """The learner's."""
        return self.stage.view

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.stored.step == self.course.steps


class Lessons:
    """Every method that waits may raise `Unavailable`."""

    def __init__(
        self,
        database: Database,
        library: Library,
        clock: Clock,
        lessons: Callable[[str], Lesson | None] = load_lesson,
    ) -> None:
        """lessons: finds the lesson of a game by its key."""
        self._database = database
        self._library = library
        self._clock = clock
        self._lessons = lessons
        self._courses: dict[str, Course | None] = {}

    @property
    def games(self) -> Mapping[str, Game]:
        """The games that can be learnt here, by key; any thread will do. The first time each lesson is played through:
        that takes some hundredths of a second.
        """
        return {key: game for key, game in self._library.games.items() if self._course(key) is not None}

    async def course(self, key: str) -> Course:
        """The lesson of a game.

        Raises:
            Refusal: there is none that can be played.
        """
        found = await self._known(key)
        if found is None:
            raise NoLesson
        return found

    async def _known(self, key: str) -> Course | None:
        if key in self._library.games and key not in self._courses:
            await asyncio.to_thread(self._course, key)
        return self._courses.get(key)

    def _course(self, key: str) -> Course | None:
        if key not in self._courses:
            self._courses[key] = self._made(key)
        return self._courses[key]

    def _made(self, key: str) -> Course | None:
        try:
            lesson = self._lessons(key)
            return None if lesson is None else course_of(self._library.games[key], self._library.content(key), lesson)
        except (ContentError, LessonError) as error:
            log.warning("a lesson cannot be played as its file and the cards are", game=key, why=str(error))
            return None

    async def is_new(self, user: UserId, key: str) -> bool:
        """Whether a game can be learnt here, and a user has finished neither its lesson nor a match of it."""
        if await self._known(key) is None:
            return False
        with readable():
            return await self._database.read(lambda db: sql.is_new(db, user, key))

    async def begin(self, user: UserId, key: str) -> Learning:
        """The lesson of a game where a user is in it; from the first step, if they have finished it or never begun.

        Raises:
            Refusal: there is none.
        """
        course = await self.course(key)
        with available():
            stored = await self._database.write(lambda db: sql.begin(db, user, key, course.fingerprint))
        found = await self._current(course, stored)
        return await self._save(found, 0) if found.is_over else found

    async def look(self, number: int, user: UserId) -> Learning:
        """A lesson that a user has begun; from the first step, if it has become another one since.

        Raises:
            NotUnderstood: they have not.
        """
        with readable():
            stored = await self._database.read(lambda db: sql.load(db, number))
        if stored is None or stored.user != user:
            raise UnknownLesson
        return await self._current(await self.course(stored.game), stored)

    async def act(self, number: int, user: UserId, words: str, version: int) -> Learning:
        """Do what the step asks for.

        Raises:
            StaleDecision: the lesson has gone on since that version.
            OtherChoice: it is legal, but not what the step is about.
            NotAllowed: the rules refuse it, or there is nothing to choose in this step.
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
            raise _other(stage, action)
        return await self._save(before, before.stored.step + 1)

    async def go_on(self, number: int, user: UserId, version: int) -> Learning:
        """Leave a step in which there is nothing to do but to look.

        Raises:
            StaleDecision: as for `act`.
            NotAllowed: there is something to do.
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
        found = await self.look(number, user)
        if found.version != version:
            raise LessonReplaced if found.renewed else LessonMovedOn
        return found

    async def _current(self, course: Course, stored: StoredLesson) -> Learning:
        found = Learning(course, stored)
        if stored.lesson != course.fingerprint:
            return await self._save(Learning(course, stored._replace(lesson=course.fingerprint), renewed=True), 0)
        return found

    async def _save(self, before: Learning, step: int) -> Learning:
        """Store that so many steps are done."""
        changed = before.stored._replace(step=step, version=before.version + 1)
        after = Learning(before.course, changed, renewed=before.renewed)
        if after.is_over and changed.finished is None:
            changed = changed._replace(finished=seconds(self._clock))
            after = Learning(before.course, changed)
        with available():
            saved = await self._database.write(lambda db: sql.save(db, changed))
        if not saved:
            raise LessonMovedOn
        return after


def _other(stage: Stage, action: Action) -> Refusal:
    """Why another action than the one that a step is about is not played."""
    try:
        check(stage.state, LEARNER, action)
    except IllegalActionError as error:
        return ForbiddenByRules(reason=str(error))
    said = stage.step.otherwise
    return OtherChoice(text=said.get(action.verb, said[""]))
