"""Puzzles beyond the booklet: those of the days to come, and fresh ones of every level."""

import asyncio
import json
import secrets
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
from bot.puzzles.offers import Offer, Offers
from bot.puzzles.store import StoredPuzzle
from bot.store.database import Database

AHEAD: Final = 3
"""For how many days the puzzle is made before its date."""
SPARE: Final = 2
"""How many fresh puzzles of a level wait for the person who has solved the most of it."""


class Stock:
    """The puzzles that there are. Every method that waits may raise `Unavailable`.

    What is made is drawn from a secret key of this installation: it is the same for everybody here, and nobody can tell
    it before.
    """

    def __init__(self, database: Database, offers: Offers, clock: Clock, workshop: Workshop | None) -> None:
        """workshop: None: nothing is made, and the booklets have to do."""
        self.offers: Final = offers
        self._database = database
        self._clock = clock
        self._workshop = workshop
        self._lacking: set[tuple[str, int]] = set()
        """The levels that somebody is going through, by game."""
        self._until: date | None = None
        """The last date whose puzzle is known to be made."""
        self._working: asyncio.Task[None] | None = None

    def today(self) -> date:
        """Return the present date in UTC."""
        return self._clock().astimezone(UTC).date()

    async def of_day(self, day: date) -> StoredPuzzle:
        """Return the puzzle of a date that has come: once anybody has seen it, it stays.

        Raises:
            Refusal: no game offers puzzles.
        """
        known = await self._known(day.isoformat())
        if known is None:
            offer, entry = self.offers.of_day(day), chosen(self.offers, day, await self._key())
            known = await self._keep(_stored(offer, entry, day.isoformat()))
        self.refill()
        return known

    async def next_of(self, offer: Offer, level: int, user: UserId) -> StoredPuzzle | None:
        """Return a puzzle of a level: the one that a user has begun, else one that they have not; those of the booklet
        come first. None: they have solved all of them; more are being made.
        """
        game = offer.game.key
        with readable():
            begun = dict(await self._database.read(lambda db: sql.begun(db, game, user)))
            made = await self._database.read(lambda db: sql.unsolved(db, game, level, user))
        booklet = [_stored(offer, entry, "") for entry in load_booklet(offer) if entry.level == level]
        left = sorted((p for p in booklet if not begun.get(p.puzzle)), key=lambda p: p.puzzle not in begun)
        begun_ones = [puzzle for puzzle in made if puzzle.puzzle in begun]
        if len(left) + len(made) <= SPARE:
            self._lacking.add((game, level))
        self.refill()
        if begun_ones and not (left and left[0].puzzle in begun):
            return begun_ones[0]
        if left:
            return await self._keep(left[0])
        return made[0] if made else None

    def refill(self) -> None:
        """Begin to make in the background what is wanted."""
        if self._workshop is None or self._working is not None or not self.offers.all:
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
                game, level = self._lacking.pop()
                await self._make_fresh(self._workshop, key, self.offers.of(game), level)
        except Unavailable:  # it has been logged, and is tried with the next one who asks
            pass
        finally:
            self._workshop.rest()
            self._working = None

    async def _make_days(self, workshop: Workshop, key: str) -> None:
        today = self.today()
        for day in (today + timedelta(days=number) for number in range(AHEAD + 1)):
            if await self._known(day.isoformat()) is None:
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

    async def _known(self, day: str) -> StoredPuzzle | None:
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
    """Return an entry as it is to be stored."""
    written = json.dumps(offer.puzzles.written(entry.puzzle))
    return StoredPuzzle(0, offer.game.key, day, entry.level, entry.least, written, "\n".join(entry.solution), made)
