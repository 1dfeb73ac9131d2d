"""Puzzles of Circuitry for people: the daily one, those of the booklet, and what each person makes of them.

A puzzle is one turn. What was done in it is stored as a list of actions, and everything else follows from that.
"""

import hmac
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.application.positions import available, readable
from bot.clock import Clock, seconds
from bot.content.booklet import Entry, load_booklet
from bot.model.match import UserId
from bot.model.refusals import NotAllowed, NotUnderstood, Refusal, StaleDecision
from bot.store import puzzles as sql
from bot.store.database import Database
from bot.store.puzzles import StoredAttempt, StoredPuzzle
from render.circuitry.puzzle import puzzle_picture
from render.picture import Picture
from rules.circuitry import actions as a
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle import levels
from rules.circuitry.puzzle.puzzle import ME, Puzzle, now, read
from rules.circuitry.puzzle.solution import actions, solve
from rules.circuitry.state import CircuitryState
from rules.circuitry.view import CircuitryView
from rules.core.game import Game
from rules.core.notation import Action, NotationError
from rules.core.play import IllegalActionError, OwnView, apply

LEVELS: Final = levels.LEVELS
"""From easy to hard."""
ABOUT: Final = f"{Circuitry.title} for one: a board, a hand, and one turn to win in"
WEEK: Final = (1, 1, 3, 2, 4, 4, 5)
"""The level of the daily puzzle from Monday to Sunday."""
GRACE: Final = timedelta(hours=12)
"""A daily puzzle counts for so long after its date has ended in UTC: somewhere it has not ended yet."""
BOARD: Final = 10
"""How many a server's board names."""
_USELESS: Final = (a.Done, a.Inhibit, a.Free, a.Discharge)
"""What a turn of the game offers and a puzzle does not."""
STALE: Final = "You have gone on since, perhaps on another device. This is how things stand now."
UNKNOWN: Final = "I do not know that puzzle any more. `/puzzle daily` and `/puzzle play` bring you another one."


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


class Puzzles:
    """Every method that waits may raise `Unavailable`."""

    def __init__(self, database: Database, games: Callable[[], Game | None], clock: Clock) -> None:
        """games: finds Circuitry, if it is played here."""
        self._database = database
        self._games = games
        self._clock = clock

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
        return self._clock().astimezone(UTC).date()

    def day(self, typed: str) -> date:
        """The date that somebody typed, as year-month-day; today for nothing.

        Raises:
            NotUnderstood: it is none.
            NotAllowed: it has not come yet.
        """
        if not typed.strip():
            return self.today()
        try:
            day = date.fromisoformat(typed.strip())
        except ValueError:
            raise NotUnderstood("A day is typed like 2026-01-31. Without one, the puzzle is today's.") from None
        if day > self.today():
            raise NotAllowed("That day has not come yet, and nobody knows its puzzle, not even I. Today's is ready.")
        if day < self.today() - timedelta(days=366):
            raise NotAllowed("That is too long ago: I keep the daily puzzles of a year. Today's is ready.")
        return day

    async def daily(self, user: UserId, guild: int, day: date) -> Attempt:
        """The daily puzzle of a date that has come, begun by a user unless it was."""
        known = await self._of_day(day)
        if known is None:
            fresh = secrets.token_hex(32)
            with available():
                key = await self._database.write(lambda db: sql.secret(db, "puzzles", fresh))
                entry = self._chosen(day, key)
                known = await self._database.write(lambda db: sql.keep(db, _stored(entry, day.isoformat())))
        return await self._begun(known, user, guild)

    def _chosen(self, day: date, key: str) -> Entry:
        """A date's puzzle out of the booklet, in an order that only the secret key tells: none comes again before all
        of its level have.
        """
        level = WEEK[day.weekday()]
        entries = [entry for entry in load_booklet() if entry.level == level]
        within = WEEK[: day.weekday()].count(level)
        turn = (day.toordinal() - 1) // 7 * WEEK.count(level) + within
        cycle, place = divmod(turn, len(entries))

        def drawn(number: int) -> bytes:
            return hmac.digest(key.encode(), f"{level}/{cycle}/{number}".encode(), "sha256")

        return entries[sorted(range(len(entries)), key=drawn)[place]]

    async def play(self, user: UserId, guild: int, level: int) -> Attempt:
        """A puzzle of a level: the one that a user has begun, else the next one of the booklet.

        Raises:
            NotAllowed: they have solved them all.
        """
        if level not in {known.number for known in LEVELS}:
            raise NotUnderstood(f"The levels are 1 to {len(LEVELS)}.")
        with readable():
            begun = dict(await self._database.read(lambda db: sql.begun(db, user)))
        entries = [entry for entry in load_booklet() if entry.level == level]
        open_ones = sorted((e for e in entries if not begun.get(_json(e))), key=lambda e: _json(e) not in begun)
        if not open_ones:
            raise NotAllowed(f"You have solved all {len(entries)} puzzles of level {level}. Try another level!")
        entry = open_ones[0]
        with available():
            known = await self._database.write(lambda db: sql.keep(db, _stored(entry, "")))
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
        if isinstance(action, _USELESS):
            raise NotAllowed("A puzzle is one turn, and nobody else has one: there is no need for that.")
        try:
            after = apply(before.state, ME, action)
        except IllegalActionError as error:
            raise NotAllowed(str(error)) from error
        stored = before.stored._replace(actions="\n".join([*before.done, str(action)]))
        if before.puzzle.met(after) and stored.solved is None:
            stored = stored._replace(cards=_cards(before.puzzle, after), solved=seconds(self._clock))
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
        until, number = _closes(attempt.day), attempt.number
        with readable():
            found = await self._database.read(lambda db: sql.board(db, number, guild, until, BOARD))
        return [Place(row.user, (row.cards or 0) - attempt.least, row.tries, row.hints) for row in found]

    async def streak(self, user: UserId) -> int:
        """For how many days in a row, up to today or yesterday, a user has solved the daily puzzle in time."""
        with readable():
            rows = await self._database.read(lambda db: sql.days(db, user))
        days = {date.fromisoformat(day) for day, solved in rows if solved <= _closes(date.fromisoformat(day))}
        today = self.today()
        last = next((day for day in (today, today - timedelta(days=1)) if day in days), None)
        count = 0
        while last is not None and last - timedelta(days=count) in days:
            count += 1
        return count

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

    async def _of_day(self, day: date) -> StoredPuzzle | None:
        with readable():
            return await self._database.read(lambda db: sql.of_day(db, day.isoformat()))

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
        with available():
            saved = await self._database.write(lambda db: sql.save(db, changed))
        if not saved:
            raise StaleDecision(STALE)
        return await self.look(before.number, stored.user)

    def _attempt(self, known: StoredPuzzle, stored: StoredAttempt) -> Attempt:
        puzzle = read(self.game.content, json.loads(known.puzzle))
        g = puzzle.state(self.game.content)
        for text in stored.actions.splitlines():
            g = apply(g, ME, self.game.parse(text))
        return Attempt(
            number=known.id,
            day=date.fromisoformat(known.day) if known.day else None,
            level=known.level,
            least=known.least,
            puzzle=puzzle,
            stored=stored,
            state=g,
            view=self._view(g, over=puzzle.met(g)),
            solution=tuple(known.solution.splitlines()),
        )

    def _view(self, g: CircuitryState, *, over: bool = False) -> CircuitryView:
        return puzzle_view(self.game, g, over=over)


def puzzle_view(game: Circuitry, g: CircuitryState, *, over: bool = False) -> CircuitryView:
    """What the player of a puzzle sees, and can do."""
    view = game.view(g, ME)
    offered: tuple[Action, ...] = () if over else tuple(o for o in view.options if not isinstance(o, _USELESS))
    return replace(view, options=offered)


def _cards(puzzle: Puzzle, g: CircuitryState) -> int:
    """How many cards were played."""
    return puzzle.cards - len(g.sides[ME].minis) - len(g.sides[ME].circuits)


def _closes(day: date) -> int:
    """The last second in which the daily puzzle of a date counts."""
    return int((datetime.combine(day, datetime.min.time(), UTC) + timedelta(days=1) + GRACE).timestamp())


def _stored(entry: Entry, day: str) -> StoredPuzzle:
    return StoredPuzzle(0, day, entry.level, entry.least, _json(entry), "\n".join(entry.solution))


def _json(entry: Entry) -> str:
    return json.dumps(entry.puzzle.as_json())
