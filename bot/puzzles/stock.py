"""Which puzzles there are beyond the booklet: those of the days to come, and fresh ones of every level."""

import asyncio
import json
import secrets
from collections.abc import Callable
from datetime import UTC, date, timedelta
from typing import Final

from bot.application.match.positions import available, readable
from bot.clock import Clock
from bot.model.match import UserId
from bot.model.refusals import Unavailable
from bot.puzzles import store as sql
from bot.puzzles.booklet import Entry, load_booklet
from bot.puzzles.days import chosen, level_of, seed
from bot.puzzles.making import Workshop
from bot.puzzles.store import StoredPuzzle
from bot.store.database import Database

AHEAD: Final = 3
"""For how many days the puzzle is made before its date."""
SPARE: Final = 2
"""How many fresh puzzles of a level wait for whoever has solved the most of it."""


class Stock:
    """Every method that waits may raise `Unavailable`. What is made is drawn from a secret key of this installation: it
    is the same for everybody here, and nobody can tell it before.
    """

    def __init__(
        self, database: Database, clock: Clock, workshop: Workshop | None, can_make: Callable[[], bool]
    ) -> None:
        """workshop: None: nothing is made, and the booklet has to do. can_make: whether the game is played here."""
        self._database = database
        self._clock = clock
        self._workshop = workshop
        self._can_make = can_make
        self._lacking: set[int] = set()
        """The levels that somebody is going through."""
        self._until: date | None = None
        """The last date whose puzzle is known to be made."""
        self._working: asyncio.Task[None] | None = None

    def today(self) -> date:
        """The present date in UTC."""
        return self._clock().astimezone(UTC).date()

    async def of_day(self, day: date) -> StoredPuzzle:
        """The puzzle of a date that has come: once anybody has seen it, it stays."""
        known = await self._known(day.isoformat())
        if known is None:
            known = await self._keep(_stored(chosen(day, await self._key()), day.isoformat()))
        self.refill()
        return known

    async def next_of(self, level: int, user: UserId) -> StoredPuzzle | None:
        """A puzzle of a level: the one that a user has begun, else one that they have not; those of the booklet come
        first. None: they have solved all that there are; more are being made.
        """
        with readable():
            begun = dict(await self._database.read(lambda db: sql.begun(db, user)))
            made = await self._database.read(lambda db: sql.fresh(db, level, user))
        entries = [entry for entry in load_booklet() if entry.level == level]
        left = sorted((e for e in entries if not begun.get(_json(e))), key=lambda e: _json(e) not in begun)
        begun_ones = [puzzle for puzzle in made if _is_begun(puzzle, begun)]
        if len(left) + len(made) <= SPARE:
            self._lacking.add(level)
        self.refill()
        if begun_ones and not (left and _json(left[0]) in begun):
            return begun_ones[0]
        if left:
            return await self._keep(_stored(left[0], ""))
        return made[0] if made else None

    def refill(self) -> None:
        """See to it that what is wanted is made, in the background."""
        if self._workshop is None or self._working is not None or not self._can_make():
            return
        if self._lacking or self._until is None or self._until < self.today() + timedelta(days=1):
            self._working = asyncio.create_task(self._work(), name="make puzzles")

    async def settled(self) -> None:
        """Wait until nothing is being made."""
        while self._working is not None:
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """Make no more: what is being made is made anew when it is wanted again."""
        if self._workshop is not None:
            self._workshop.close()
        await self.settled()

    async def _work(self) -> None:
        assert self._workshop is not None
        try:
            key = await self._key()
            await self._make_days(self._workshop, key)
            while self._lacking:
                await self._make_fresh(self._workshop, key, self._lacking.pop())
        except Unavailable:  # it has been logged, and is tried with the next one who asks
            pass
        finally:
            self._workshop.rest()
            self._working = None

    async def _make_days(self, workshop: Workshop, key: str) -> None:
        today = self.today()
        for day in (today + timedelta(days=number) for number in range(AHEAD + 1)):
            if await self._known(day.isoformat()) is None:
                entry = await workshop.puzzle(level_of(day), seed(key, f"day {day.isoformat()}"))
                if entry is None:
                    return
                await self._keep(_stored(entry, day.isoformat()))
            self._until = day

    async def _make_fresh(self, workshop: Workshop, key: str, level: int) -> None:
        for _ in range(SPARE):
            with readable():
                number = await self._database.read(lambda db: sql.made(db, level))
            entry = await workshop.puzzle(level, seed(key, f"level {level}/{number}"))
            if entry is None:
                return
            await self._keep(_stored(entry, "", made=True))

    async def _known(self, day: str) -> StoredPuzzle | None:
        with readable():
            return await self._database.read(lambda db: sql.of_day(db, day))

    async def _keep(self, puzzle: StoredPuzzle) -> StoredPuzzle:
        with available():
            return await self._database.write(lambda db: sql.keep(db, puzzle))

    async def _key(self) -> str:
        fresh = secrets.token_hex(32)
        with available():
            return await self._database.write(lambda db: sql.secret(db, "puzzles", fresh))


def _is_begun(puzzle: StoredPuzzle, begun: dict[str, bool]) -> bool:
    return puzzle.puzzle in begun


def _stored(entry: Entry, day: str, *, made: bool = False) -> StoredPuzzle:
    return StoredPuzzle(0, day, entry.level, entry.least, _json(entry), "\n".join(entry.solution), made)


def _json(entry: Entry) -> str:
    return json.dumps(entry.puzzle.as_json())
