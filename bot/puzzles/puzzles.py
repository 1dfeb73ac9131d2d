"""Puzzles of Circuitry for people: the daily one, those of every level, and what each person does in them."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from bot.application.match.positions import available, readable
from bot.clock import Clock, seconds
from bot.model.match import UserId
from bot.model.refusals import NotAllowed, NotUnderstood, Refusal, StaleDecision
from bot.puzzles import store as sql
from bot.puzzles.attempts import USELESS, Attempt, Place, attempt_of, cards_played, closes, puzzle_view
from bot.puzzles.days import streak, typed_day
from bot.puzzles.making import Workshop
from bot.puzzles.posts import Posts
from bot.puzzles.stock import Stock
from bot.puzzles.store import StoredAttempt, StoredPuzzle
from bot.store.database import Database, Rows
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle import levels
from rules.circuitry.puzzle.puzzle import ME, now
from rules.circuitry.puzzle.solution import actions, solve
from rules.circuitry.state import CircuitryState
from rules.circuitry.view import CircuitryView
from rules.core.game import Game
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError, apply

LEVELS: Final = levels.LEVELS
"""From easy to hard."""
ABOUT: Final = f"{Circuitry.title} for one: a board, a hand, and one turn to win in"
BOARD: Final = 10
"""How many a server's board names."""
STALE: Final = "You have gone on since, perhaps on another device. This is how things stand now."
UNKNOWN: Final = "I do not know that puzzle any more. `/puzzle daily` and `/puzzle play` bring you another one."


class Puzzles:
    """Every method that waits may raise `Unavailable`."""

    def __init__(
        self, database: Database, games: Callable[[], Game | None], clock: Clock, workshop: Workshop | None = None
    ) -> None:
        """games: finds Circuitry, if it is played here. workshop: as for `Stock`."""
        self._database = database
        self._games = games
        self._clock = clock
        self.stock: Final = Stock(database, clock, workshop, lambda: isinstance(games(), Circuitry))
        self.posts: Final = Posts(database, self.stock, clock)

    @property
    def game(self) -> Circuitry:
        """Circuitry.

        Raises:
            Refusal: it is not played here.
        """
        game = self._games()
        if not isinstance(game, Circuitry):
            raise Refusal("There are no puzzles here: they are of Circuitry, and that is not played here.")
        return game

    def today(self) -> date:
        """The present date in UTC."""
        return self.stock.today()

    def day(self, typed: str) -> date:
        """The date that somebody typed; it raises what `typed_day` does."""
        return typed_day(typed, self.today())

    async def daily(self, user: UserId, guild: int, day: date) -> Attempt:
        """The daily puzzle of a date that has come, begun by a user unless it was."""
        return await self._begun(await self.stock.of_day(day), user, guild)

    async def open(self, number: int, user: UserId, guild: int) -> Attempt:
        """The daily puzzle of this number, begun by a user unless it was.

        Raises:
            NotUnderstood: there is none, or its day has not come.
        """
        with readable():
            known = await self._database.read(lambda db: sql.load(db, number))
        if known is None or not known.day or date.fromisoformat(known.day) > self.today():
            raise NotUnderstood(UNKNOWN)
        return await self._begun(known, user, guild)

    async def play(self, user: UserId, guild: int, level: int) -> Attempt:
        """A puzzle of a level: the one that a user has begun, else one that they have not.

        Raises:
            NotAllowed: they have solved all that there are so far.
        """
        if level not in {known.number for known in LEVELS}:
            raise NotUnderstood(f"The levels are 1 to {len(LEVELS)}.")
        known = await self.stock.next_of(level, user)
        if known is None:
            raise NotAllowed(
                f"You have solved all puzzles of level {level} that I have so far. More are being made: ask again in "
                "some minutes, or try another level!"
            )
        return await self._begun(known, user, guild)

    async def look(self, number: int, user: UserId) -> Attempt:
        """A puzzle that a user has begun.

        Raises:
            NotUnderstood: they have not, or there is none.
        """
        with readable():
            puzzle = await self._database.read(lambda db: sql.load(db, number))
            stored = await self._database.read(lambda db: sql.attempt(db, number, user))
        if puzzle is None or stored is None:
            raise NotUnderstood(UNKNOWN)
        return self._attempt(puzzle, stored)

    async def act(self, number: int, user: UserId, words: str, version: int) -> Attempt:
        """Do something in a puzzle.

        Raises:
            StaleDecision: the attempt has changed since that version.
            NotAllowed: the rules refuse it, or the goal is reached.
        """
        before = await self._at(number, user, version)
        try:
            action = self.game.parse(words)
        except NotationError as error:
            raise NotUnderstood(str(error)) from error
        if before.is_met:
            raise NotAllowed("You have solved it. Begin anew to try it another way.")
        if isinstance(action, USELESS):
            raise NotAllowed("A puzzle is one turn, and nobody else has one: there is no need for that.")
        try:
            after = apply(before.state, ME, action)
        except IllegalActionError as error:
            raise NotAllowed(str(error)) from error
        stored = before.stored._replace(actions="\n".join([*before.done, str(action)]))
        if before.puzzle.met(after) and stored.solved is None:
            stored = stored._replace(cards=cards_played(before.puzzle, after), solved=seconds(self._clock))
        return await self._save(before, stored)

    async def undo(self, number: int, user: UserId, version: int) -> Attempt:
        """Take back what was done last; it costs nothing.

        Raises:
            StaleDecision: as for `act`.
            NotAllowed: nothing was done.
        """
        before = await self._at(number, user, version)
        if not before.done:
            raise NotAllowed("Nothing was done yet: there is nothing to take back.")
        return await self._save(before, before.stored._replace(actions="\n".join(before.done[:-1])))

    async def restart(self, number: int, user: UserId, version: int) -> Attempt:
        """Begin anew: it costs no cards, and is counted as a try as long as the puzzle is not solved.

        Raises:
            StaleDecision: as for `act`.
        """
        before = await self._at(number, user, version)
        tries = before.stored.tries + (bool(before.done) and not before.is_finished)
        return await self._save(before, before.stored._replace(actions="", tries=tries))

    def hint(self, attempt: Attempt) -> str:
        """What could be done next: an action in notation; "" if something has to be taken back first. It may take a
        second.

        Raises:
            NotAllowed: the goal is reached.
        """
        if attempt.is_met:
            raise NotAllowed("You have solved it: there is nothing left to do.")
        if attempt.solution[: len(attempt.done)] == attempt.done:
            return attempt.solution[len(attempt.done)]
        rest = now(attempt.puzzle, attempt.state)
        solved = solve(rest) if rest else None
        if rest is None or solved is None or not solved.least:
            return ""
        return str(actions(self.game.content, rest, solved, solved.steps(1)[0])[0])

    async def hinted(self, attempt: Attempt) -> Attempt:
        """Count a hint that was given; after the puzzle is solved it costs nothing."""
        if attempt.is_finished:
            return attempt
        return await self._save(attempt, attempt.stored._replace(hints=attempt.stored.hints + 1))

    async def board(self, attempt: Attempt, guild: int) -> Sequence[Place]:
        """Who solved a daily puzzle on a server in time, the best first: without a hint, with few cards, in few tries.

        Raises:
            NotAllowed: the user has not solved it yet.
        """
        if not attempt.is_finished:
            raise NotAllowed("What others did is shown once you have solved it yourself.")
        if attempt.day is None:
            return ()
        until, number = closes(attempt.day), attempt.number
        with readable():
            found = await self._database.read(lambda db: sql.board(db, number, guild, until, BOARD))
        return [Place(row.user, (row.cards or 0) - attempt.least, row.tries, row.hints) for row in found]

    async def streak(self, user: UserId) -> int:
        """For how many days in a row, up to today or yesterday, a user has solved the daily puzzle in time."""
        with readable():
            rows = await self._database.read(lambda db: sql.days(db, user))
        days = {date.fromisoformat(day): solved for day, solved in rows}
        return streak((day for day, solved in days.items() if solved <= closes(day)), self.today())

    def frames(self, attempt: Attempt) -> Sequence[CircuitryView]:
        """The solution step by step: what is seen after each action of it, the beginning first.

        Raises:
            NotAllowed: the user has not solved it yet.
        """
        if not attempt.is_finished:
            raise NotAllowed("The solution is shown once you have solved it. `/puzzle hint` gives a step.")
        g = attempt.puzzle.state(self.game.content)
        found = [self._view(g)]
        for text in attempt.solution:
            g = apply(g, ME, self.game.parse(text))
            found.append(self._view(g))
        return found

    async def _begun(self, puzzle: StoredPuzzle, user: UserId, guild: int) -> Attempt:
        with available():
            stored = await self._database.write(lambda db: sql.begin(db, puzzle.id, user, guild))
        return self._attempt(puzzle, stored)

    async def _at(self, number: int, user: UserId, version: int) -> Attempt:
        found = await self.look(number, user)
        if found.version != version:
            raise StaleDecision(STALE)
        return found

    async def _save(self, before: Attempt, stored: StoredAttempt) -> Attempt:
        changed = stored._replace(version=before.version + 1)
        day = before.day if changed.solved is not None and not before.is_finished else None

        async def work(db: Rows) -> bool:
            saved = await sql.save(db, changed)
            if saved and day is not None:
                await self.posts.owe_change(db, changed.puzzle, day, changed.guild)
            return saved

        with available():
            saved = await self._database.write(work)
        if not saved:
            raise StaleDecision(STALE)
        if day is not None:
            self.posts.tell()
        return await self.look(before.number, stored.user)

    def _attempt(self, known: StoredPuzzle, stored: StoredAttempt) -> Attempt:
        return attempt_of(self.game, known, stored)

    def _view(self, g: CircuitryState) -> CircuitryView:
        return puzzle_view(self.game, g)
