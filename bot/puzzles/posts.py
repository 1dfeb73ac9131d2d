"""Posts of the daily puzzle in the channels that servers chose for it: a row for each server and day.

This module knows ids, not Discord: `cogs.puzzles.posts` delivers the posts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.application.match.positions import available, readable
from bot.clock import Clock
from bot.model.match import UserId
from bot.puzzles import post_store as sql
from bot.puzzles.attempts import closes
from bot.puzzles.offers import Offer
from bot.puzzles.post_store import Post
from bot.puzzles.stock import Stock
from bot.puzzles.store import StoredPuzzle
from bot.store.database import Database, Rows

FOLD: Final = 5.0
"""The seconds between two edits of a post; each edit includes all changes since the last one."""
SELDOM: Final = 120.0
"""The seconds between two edits of a post older than `YOUNG`, since Discord limits edits of messages older than an
hour.
"""
YOUNG: Final = timedelta(minutes=50)


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of a post."""

    offer: Offer
    puzzle: StoredPuzzle
    solvers: Sequence[UserId]
    """The users of this server who solved the puzzle, first solver first; their solutions stay hidden."""


class Posts:
    """The queue of the daily puzzle's posts. Every coroutine may raise `Unavailable`."""

    def __init__(self, database: Database, stock: Stock, clock: Clock) -> None:
        self._database = database
        self._stock = stock
        self._clock = clock
        self._day: date | None = None
        """The latest date queued for every server."""
        self.listeners: list[Callable[[], None]] = []
        """Functions called when a post may be due."""

    def now(self) -> float:
        """Return the present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    def midnight(self) -> float:
        """Return the moment of the next midnight in UTC."""
        after = self._stock.today() + timedelta(days=1)
        return datetime.combine(after, datetime.min.time(), UTC).timestamp()

    async def open(self) -> None:
        """Mark the posts of the last process as uncertain; call this once, before posting anything. If several
        processes use the database, this does nothing: the leases of a dead process show which posts are uncertain.
        """
        if not self._database.is_shared:
            with available():
                await self._database.write(sql.mark_uncertain)

    async def owe_today(self) -> None:
        """Queue today's puzzle for every server that wants it, exactly once, and start making the puzzles of the next
        days.
        """
        today, now = self._stock.today(), self.now()
        self._stock.refill()
        if self._day != today:
            with available():
                await self._database.write(lambda db: sql.owe(db, today.isoformat(), now))
            self._day = today

    async def chosen(self, guild: int) -> None:
        """Move today's unsent post to the channel that a server has just chosen, or delete it if the server has chosen
        none.
        """
        day = self._stock.today().isoformat()
        with available():
            await self._database.write(lambda db: sql.move(db, guild, day))
        self._day = None
        self.tell()

    async def reachable(self, guild: int) -> None:
        """Retry the posts that a server's permissions forbade before."""
        now = self.now()
        with readable():
            if not await self._database.read(lambda db: sql.is_forbidden(db, guild)):
                return
        with available():
            await self._database.write(lambda db: sql.retry_forbidden(db, guild, now))
        self.tell()

    async def due(self, limit: int) -> Sequence[Post]:
        """Return at most `limit` posts that are due for sending or editing."""
        now = self.now()
        with readable():
            return await self._database.read(lambda db: sql.due(db, now, limit))

    async def still_due(self, post: Post) -> Post | None:
        """Return a post as it is stored now; None if it is no longer due."""
        now = self.now()
        with readable():
            return await self._database.read(lambda db: sql.still_due(db, post, now))

    async def next_due(self) -> float | None:
        """Return the earliest due time of a pending post; None if there is none."""
        with readable():
            return await self._database.read(sql.next_due)

    async def shown(self, post: Post) -> Shown:
        """Return the puzzle of a post's day, and the users of its server who solved it in time.

        Raises:
            Refusal: its game no longer offers puzzles here.
        """
        day = date.fromisoformat(post.day)
        puzzle = await self._stock.of_day(day)
        with readable():
            solvers = await self._database.read(lambda db: sql.solvers(db, puzzle.id, post.guild, closes(day)))
        return Shown(self._stock.offers.of(puzzle.game), puzzle, solvers)

    async def save(self, post: Post) -> None:
        """Store a post after an attempt to send or edit its message."""
        with available():
            await self._database.write(lambda db: sql.save(db, post))

    async def drop(self, post: Post) -> None:
        """Give up a post."""
        with available():
            await self._database.write(lambda db: sql.drop(db, post))

    async def owe_change(self, db: Rows, puzzle: int, day: date, guild: int) -> None:
        """Queue an edit of a server's post, in the transaction that records a solution of its puzzle."""
        begun = datetime.combine(day, datetime.min.time(), UTC)
        is_young = self._clock() - begun < YOUNG
        await sql.owe_change(db, puzzle, guild, self.now() + (FOLD if is_young else SELDOM))

    def tell(self) -> None:
        """Call the listeners."""
        for listener in self.listeners:
            listener()
