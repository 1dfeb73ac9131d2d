"""The stock of puzzles: the booklet, generated ones for the next days, and spare ones of every level."""

import asyncio
import json
import secrets
from datetime import UTC, date, timedelta
from typing import Final

from bot.clock import Clock
from bot.model.match import UserId
from bot.model.refusals import Unavailable
from bot.puzzles import store as sql
from bot.puzzles.booklet import Entry, of_level
from bot.puzzles.days import chosen, level_of, seed
from bot.puzzles.making import Workshop
from bot.puzzles.offers import Offer, Offers
from bot.puzzles.store import StoredPuzzle
from bot.store.availability import available, readable
from bot.store.database import Database

AHEAD: Final = 3
"""The number of days ahead for which daily puzzles are made."""
SPARE: Final = 2
"""The number of unsolved puzzles of a level to keep ready for the person who has solved the most of them."""


class Stock:
    """All available puzzles. Every coroutine may raise `Unavailable`.

    A secret key of this installation is the source of generated puzzles: they are the same for everyone here, and
    nobody can predict them.
    """

    def __init__(self, database: Database, offers: Offers, clock: Clock, workshop: Workshop | None) -> None:
        """workshop: makes further puzzles; None to use the booklets alone."""
        self.offers: Final = offers
        self._database = database
        self._clock = clock
        self._workshop = workshop
        self._lacking: set[tuple[str, int]] = set()
        """The games and levels that need further puzzles."""
        self._until: date | None = None
        """The last date whose puzzle is certainly stored."""
        self._working: asyncio.Task[None] | None = None

    def today(self) -> date:
        """Return the present date in UTC."""
        return self._clock().astimezone(UTC).date()

    async def of_day(self, day: date) -> StoredPuzzle:
        """Return the puzzle of a past or present date; it never changes once someone has seen it.

        Raises:
            Refusal: no game offers puzzles.
        """
        puzzle = await self._stored_for(day.isoformat())
        if puzzle is None:
            offer, entry = self.offers.of_day(day), chosen(self.offers, day, await self._key())
            puzzle = await self._keep(_stored(offer, entry, day.isoformat()))
        self.refill()
        return puzzle

    async def next_of(self, offer: Offer, level: int, user: UserId) -> StoredPuzzle | None:
        """Return an unsolved puzzle of a level: one that the user has begun, or else a new one, from the booklet first.

        Return None if they have solved all of them; more are then being made.
        """
        game = offer.game.key
        with readable():
            begun = dict(await self._database.read(lambda db: sql.begun(db, game, user)))
            made = await self._database.read(lambda db: sql.unsolved(db, game, level, user))
        booklet = [_stored(offer, entry, "") for entry in of_level(offer, level)]
        unsolved = sorted((p for p in booklet if not begun.get(p.puzzle)), key=lambda p: p.puzzle not in begun)
        begun_ones = [puzzle for puzzle in made if puzzle.puzzle in begun]
        if len(unsolved) + len(made) <= SPARE:
            self._lacking.add((game, level))
        self.refill()
        if begun_ones and not (unsolved and unsolved[0].puzzle in begun):
            return begun_ones[0]
        if unsolved:
            return await self._keep(unsolved[0])
        return made[0] if made else None

    def refill(self) -> None:
        """Start making puzzles in the background if any are missing."""
        if self._workshop is None or self._working is not None or not self.offers.all:
            return
        if self._lacking or self._until is None or self._until < self.today() + timedelta(days=1):
            self._working = asyncio.create_task(self._work(), name="make puzzles")

    async def settled(self) -> None:
        """Wait until the background work is done."""
        while self._working is not None:
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """Stop making puzzles. An unfinished puzzle is made again when it is next needed."""
        if self._workshop is not None:
            self._workshop.close()
        await self.settled()

    async def _work(self) -> None:
        assert self._workshop is not None
        try:
            key = await self._key()
            await self._make_days(self._workshop, key)
            while self._lacking:
                game, level = self._lacking.pop()
                await self._make_fresh(self._workshop, key, self.offers.of(game), level)
        except Unavailable:  # already logged; the next request for a puzzle tries again
            pass
        finally:
            self._working = None

    async def _make_days(self, workshop: Workshop, key: str) -> None:
        today = self.today()
        for day in (today + timedelta(days=number) for number in range(AHEAD + 1)):
            if await self._stored_for(day.isoformat()) is None:
                offer = self.offers.of_day(day)
                what = f"{offer.game.key} day {day.isoformat()}"
                entry = await workshop.puzzle(offer.game, level_of(offer, day), seed(key, what))
                if entry is None:
                    return
                await self._keep(_stored(offer, entry, day.isoformat()))
            self._until = day

    async def _make_fresh(self, workshop: Workshop, key: str, offer: Offer, level: int) -> None:
        game = offer.game.key
        with readable():
            made = await self._database.read(lambda db: sql.count_generated(db, game, level))
        for number in range(made, made + SPARE):
            entry = await workshop.puzzle(offer.game, level, seed(key, f"{game} level {level}/{number}"))
            if entry is None:
                return
            await self._keep(_stored(offer, entry, "", made=True))

    async def _stored_for(self, day: str) -> StoredPuzzle | None:
        with readable():
            return await self._database.read(lambda db: sql.of_day(db, day))

    async def _keep(self, puzzle: StoredPuzzle) -> StoredPuzzle:
        with available():
            return await self._database.write(lambda db: sql.insert_once(db, puzzle))

    async def _key(self) -> str:
        fresh = secrets.token_hex(32)
        with available():
            return await self._database.write(lambda db: sql.secret(db, "puzzles", fresh))


def _stored(offer: Offer, entry: Entry, day: str, *, made: bool = False) -> StoredPuzzle:
    """Return the row to store for a puzzle of the booklet or a generated one."""
    written = json.dumps(offer.puzzles.written(entry.puzzle))
    return StoredPuzzle(0, offer.game.key, day, entry.level, entry.least, written, "\n".join(entry.solution), made)
