"""The service of puzzles: daily ones, those of every level, and each person's attempts."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from bot.clock import Clock, seconds
from bot.model.match import UserId
from bot.model.reasons.match import ForbiddenByRules, UnreadableAction
from bot.puzzles import store as sql
from bot.puzzles.attempts import Attempt, Place, attempt_of, closes, puzzle_view, replayed
from bot.puzzles.booklet import of_level
from bot.puzzles.days import streak, typed_day
from bot.puzzles.making import Workshop
from bot.puzzles.offers import Offer, Offers
from bot.puzzles.posts import Posts
from bot.puzzles.refusals import (
    AllSolved,
    AttemptMovedOn,
    BoardHidden,
    GoalReached,
    NoHintNeeded,
    NoPuzzleNamed,
    NothingToTakeBack,
    NoTurnToPass,
    PuzzleOfToday,
    SolutionHidden,
    UnknownLevel,
    UnknownPuzzle,
)
from bot.puzzles.stock import Stock
from bot.puzzles.store import StoredAttempt, StoredPuzzle
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from rules.core.game import Game
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError, View, apply
from rules.core.puzzles import SOLVER

BOARD: Final = 10
"""The maximum number of people on a server's board."""


class Puzzles:
    """The service of puzzles. Every coroutine may raise `Unavailable`, and a `Refusal` if no game here offers puzzles,
    or the puzzle's game does not.
    """

    def __init__(
        self, database: Database, games: Mapping[str, Game], clock: Clock, workshop: Workshop | None = None
    ) -> None:
        """games: all installed games, by key. workshop: as for `Stock`."""
        self._database = database
        self._clock = clock
        self.offers: Final = Offers(games)
        self.stock: Final = Stock(database, self.offers, clock, workshop)
        self.posts: Final = Posts(database, self.stock, clock)

    def today(self) -> date:
        """Return the present date in UTC."""
        return self.stock.today()

    def day(self, typed: str) -> date:
        """Read a typed date, as `typed_day` does."""
        return typed_day(typed, self.today())

    async def daily(self, user: UserId, guild: int, day: date) -> Attempt:
        """Return a user's attempt at the daily puzzle of a past or present date, begun if necessary."""
        return await self._begun(await self.stock.of_day(day), user, guild)

    async def open(self, number: int, user: UserId, guild: int) -> Attempt:
        """Return a user's attempt at the daily puzzle with this id, begun if necessary.

        Raises:
            NotUnderstood: there is no such puzzle, or its day is in the future.
        """
        with readable():
            puzzle = await self._database.read(lambda db: sql.load(db, number))
        if puzzle is None or not puzzle.day or date.fromisoformat(puzzle.day) > self.today():
            raise UnknownPuzzle
        return await self._begun(puzzle, user, guild)

    async def named(self, game: str, name: str) -> str:
        """Return a puzzle of a game as JSON (`PuzzleSet.written`).

        name: level and number of one in the booklet, like 3.12; the date of a daily one; for any other, “#” and the
        number in its title.

        Raises:
            NotUnderstood: the game has no puzzle of this name.
            NotAllowed: the day of a daily puzzle is not over.
        """
        offer = self.offers.of(game)
        if booklet := re.fullmatch(r"(\d{1,2})\.(\d{1,3})", name):
            entries = of_level(offer, int(booklet[1]))
            if not 1 <= int(booklet[2]) <= len(entries):
                raise NoPuzzleNamed(name=name)
            return json.dumps(offer.puzzles.written(entries[int(booklet[2]) - 1].puzzle))
        if number := re.fullmatch(r"#(\d{1,18})", name):
            with readable():
                puzzle = await self._database.read(lambda db: sql.load(db, int(number[1])))
        elif re.fullmatch(r"\d{4}-\d\d-\d\d", name):
            puzzle = await self.stock.of_day(self.day(name))
        else:
            raise NoPuzzleNamed(name=name)
        if puzzle is None or puzzle.game != game:
            raise NoPuzzleNamed(name=name)
        if puzzle.day and date.fromisoformat(puzzle.day) >= self.today():
            raise PuzzleOfToday
        return puzzle.puzzle

    def listed(self) -> Mapping[str, str]:
        """Return the titles of all puzzles of the booklets, by the key of the game and the name, like “tnb 3.12”."""
        return {
            f"{offer.game.key} {level.number}.{number}": f"{offer.game.title} {level.number}.{number} · {level.title}"
            for offer in self.offers.all
            for level in offer.puzzles.levels
            for number in range(1, len(of_level(offer, level.number)) + 1)
        }

    async def play(self, user: UserId, guild: int, offer: Offer, level: int) -> Attempt:
        """Return a user's attempt at a puzzle of a level: one that they have begun, or else a new one.

        Raises:
            NotUnderstood: the game has no such level.
            NotAllowed: they have solved all puzzles of the level so far.
        """
        levels = len(offer.puzzles.levels)
        if not 1 <= level <= levels:
            raise UnknownLevel(levels=levels)
        puzzle = await self.stock.next_of(offer, level, user)
        if puzzle is None:
            raise AllSolved(level=level)
        return await self._begun(puzzle, user, guild)

    async def look(self, number: int, user: UserId) -> Attempt:
        """Return a user's attempt at a puzzle.

        Raises:
            NotUnderstood: they have not begun it, or there is no such puzzle.
        """
        with readable():
            puzzle = await self._database.read(lambda db: sql.load(db, number))
            stored = await self._database.read(lambda db: sql.attempt(db, number, user))
        if puzzle is None or stored is None:
            raise UnknownPuzzle
        return await self._attempt(puzzle, stored)

    async def act(self, number: int, user: UserId, words: str, version: int) -> Attempt:
        """Play an action in a puzzle.

        Raises:
            StaleDecision: the attempt has changed since that version.
            NotAllowed: the rules refuse it, or the goal is reached.
        """
        before = await self._at(number, user, version)
        offer = before.offer
        try:
            action = offer.game.parse(words)
        except NotationError as error:
            raise UnreadableAction(text=words, reason=str(error)) from error
        if before.is_met:
            raise GoalReached
        if isinstance(action, offer.puzzles.refused):
            raise NoTurnToPass
        try:
            after = apply(before.state, SOLVER, action)
        except IllegalActionError as error:
            raise ForbiddenByRules(reason=offer.game.voice.refusal(str(error))) from error
        stored = before.stored._replace(actions="\n".join([*before.done, str(action)]))
        is_met = await asyncio.to_thread(offer.puzzles.is_met, before.puzzle, after)
        if is_met and stored.solved is None:
            cost = offer.puzzles.cost(before.puzzle, after)
            stored = stored._replace(cost=cost, solved=seconds(self._clock))
        return await self._save(before, stored)

    async def undo(self, number: int, user: UserId, version: int) -> Attempt:
        """Take back the last action; it costs nothing.

        Raises:
            StaleDecision: as for `act`.
            NotAllowed: there is no action to take back.
        """
        before = await self._at(number, user, version)
        if not before.done:
            raise NothingToTakeBack
        return await self._save(before, before.stored._replace(actions="\n".join(before.done[:-1])))

    async def restart(self, number: int, user: UserId, version: int) -> Attempt:
        """Start the puzzle again. This is free, but counts as a try until the puzzle is solved.

        Raises:
            StaleDecision: as for `act`.
        """
        before = await self._at(number, user, version)
        tries = before.stored.tries + (bool(before.done) and not before.is_finished)
        return await self._save(before, before.stored._replace(actions="", tries=tries))

    def hint(self, attempt: Attempt) -> Sequence[str]:
        """Return the next actions of a solution, in notation: those that hints have told, and one more if there is one;
        none if the user has to undo something first.

        This may take a second.

        Raises:
            NotAllowed: the goal is reached.
        """
        if attempt.is_met:
            raise NoHintNeeded
        known = (*attempt.done, *attempt.told)
        if attempt.solution[: len(known)] == known:
            return attempt.solution[len(attempt.done) : len(known) + 1]
        puzzle_set = attempt.offer.puzzles
        state = replayed(attempt.offer, attempt.puzzle, known)
        action = None if puzzle_set.is_met(attempt.puzzle, state) else puzzle_set.hint(attempt.puzzle, state)
        return attempt.told if action is None else (*attempt.told, str(action))

    async def hinted(self, attempt: Attempt, told: Sequence[str]) -> Attempt:
        """Record the actions that a hint has told. Count it unless an earlier one has told as much, or the puzzle is
        already solved.
        """
        line = [*attempt.done, *(told or [""])]
        lines = json.loads(attempt.stored.told)
        if any(earlier[: len(line)] == line for earlier in lines):
            return attempt
        lines = [*(earlier for earlier in lines if earlier != line[: len(earlier)]), line]
        hints = attempt.stored.hints + (not attempt.is_finished)
        return await self._save(attempt, attempt.stored._replace(hints=hints, told=json.dumps(lines)))

    def views(self, attempt: Attempt, actions: Sequence[str]) -> Sequence[View]:
        """Return the solver's view before each of these next actions."""
        offer, puzzle = attempt.offer, attempt.puzzle
        states = [replayed(offer, puzzle, [*attempt.done, *actions[:count]]) for count in range(len(actions))]
        return [puzzle_view(offer, puzzle, state) for state in states]

    async def board(self, attempt: Attempt, guild: int) -> Sequence[Place]:
        """Return the people who solved a daily puzzle on a server in time: those without hints first, then by cost,
        then by tries.

        Raises:
            NotAllowed: the user has not solved the puzzle yet.
        """
        if not attempt.is_finished:
            raise BoardHidden
        if attempt.day is None:
            return ()
        until, number = closes(attempt.day), attempt.number
        with readable():
            rows = await self._database.read(lambda db: sql.board(db, number, guild, until, BOARD))
        return [Place(row.user, (row.cost or 0) - attempt.least, row.tries, row.hints) for row in rows]

    async def streak(self, user: UserId) -> int:
        """Return the days in a row, up to today or yesterday, on which a user solved the daily puzzle in time."""
        with readable():
            rows = await self._database.read(lambda db: sql.days(db, user))
        days = {date.fromisoformat(day): solved for day, solved in rows}
        return streak((day for day, solved in days.items() if solved <= closes(day)), self.today())

    def frames(self, attempt: Attempt) -> Sequence[View]:
        """Return the solution step by step: the view at the beginning, and after each of its actions.

        Raises:
            NotAllowed: the user has not solved the puzzle yet.
        """
        if not attempt.is_finished:
            raise SolutionHidden
        offer, puzzle = attempt.offer, attempt.puzzle
        g = offer.puzzles.begin(puzzle)
        views = [puzzle_view(offer, puzzle, g)]
        for text in attempt.solution:
            g = apply(g, SOLVER, offer.game.parse(text))
            views.append(puzzle_view(offer, puzzle, g))
        return views

    async def _begun(self, puzzle: StoredPuzzle, user: UserId, guild: int) -> Attempt:
        with available():
            stored = await self._database.write(lambda db: sql.begin(db, puzzle.id, user, guild))
        return await self._attempt(puzzle, stored)

    async def _at(self, number: int, user: UserId, version: int) -> Attempt:
        attempt = await self.look(number, user)
        if attempt.version != version:
            raise AttemptMovedOn
        return attempt

    async def _save(self, before: Attempt, stored: StoredAttempt) -> Attempt:
        changed = stored._replace(version=before.version + 1)
        day = before.day if changed.solved is not None and not before.is_finished else None

        async def work(db: Rows) -> bool:
            saved = await sql.save(db, changed)
            if saved and day is not None:
                await self.posts.owe_change(db, day, changed.guild)
            return saved

        with available():
            saved = await self._database.write(work)
        if not saved:
            raise AttemptMovedOn
        if day is not None:
            self.posts.tell()
        return await self.look(before.number, stored.user)

    async def _attempt(self, puzzle: StoredPuzzle, stored: StoredAttempt) -> Attempt:
        return await asyncio.to_thread(attempt_of, self.offers.of(puzzle.game), puzzle, stored)
