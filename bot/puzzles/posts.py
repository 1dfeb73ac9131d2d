"""The daily puzzle in a channel that those who manage a server chose: what is owed to whom, a row for each server and
day. It knows ids, not Discord: `cogs.delivery` brings it there.
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
from bot.puzzles.post_store import Post
from bot.puzzles.stock import Stock
from bot.puzzles.store import StoredPuzzle
from bot.store.database import Database, Rows

FOLD: Final = 5.0
"""Seconds for which changes of what hangs are gathered into one."""
SELDOM: Final = 120.0
"""Likewise once it is older than `YOUNG`: Discord caps the edits of messages older than an hour."""
YOUNG: Final = timedelta(minutes=50)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a post is to show."""

    puzzle: StoredPuzzle
    solvers: Sequence[UserId]
    """Who solved it on this server, the first one first: how well is hidden from those who have not."""


class Posts:
    """Every method that waits may raise `Unavailable`."""

    def __init__(self, database: Database, stock: Stock, clock: Clock) -> None:
        self._database = database
        self._stock = stock
        self._clock = clock
        self._day: date | None = None
        """The latest date that is owed to every server."""
        self.listeners: list[Callable[[], None]] = []
        """Told that something may be due."""

    def now(self) -> float:
        """The present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    def midnight(self) -> float:
        """When the next date begins in UTC."""
        after = self._stock.today() + timedelta(days=1)
        return datetime.combine(after, datetime.min.time(), UTC).timestamp()

    async def open(self) -> None:
        """To be called once, before anything is posted."""
        with available():
            await self._database.write(sql.doubt)

    async def owe_today(self) -> None:
        """Owe today's puzzle wherever it is wanted and was not posted: once a server and day, whatever happens. The
        puzzles of the days to come are made meanwhile.
        """
        today, now = self._stock.today(), self.now()
        self._stock.refill()
        if self._day != today:
            with available():
                await self._database.write(lambda db: sql.owe(db, today.isoformat(), now))
            self._day = today

    async def chosen(self, guild: int) -> None:
        """Another channel was chosen on a server, or none: what was posted stays, what was not goes there."""
        day = self._stock.today().isoformat()
        with available():
            await self._database.write(lambda db: sql.move(db, guild, day))
        self._day = None
        self.tell()

    async def reachable(self, guild: int) -> None:
        """What could not be shown on a server may be shown now."""
        now = self.now()
        with readable():
            if not await self._database.read(lambda db: sql.is_forbidden(db, guild)):
                return
        with available():
            await self._database.write(lambda db: sql.hasten(db, guild, now))
        self.tell()

    async def due(self, limit: int) -> Sequence[Post]:
        """The posts, at most so many, whose message shows less than is owed by now."""
        now = self.now()
        with readable():
            return await self._database.read(lambda db: sql.due(db, now, limit))

    async def next_due(self) -> float | None:
        """When something is to be shown next; None: nothing is behind."""
        with readable():
            return await self._database.read(sql.next_due)

    async def shown(self, post: Post) -> Shown:
        """The puzzle of a post's day, and who of its server has solved it in time."""
        day = date.fromisoformat(post.day)
        puzzle = await self._stock.of_day(day)
        with readable():
            found = await self._database.read(lambda db: sql.solvers(db, puzzle.id, post.guild, closes(day)))
        return Shown(puzzle, found)

    async def save(self, post: Post) -> None:
        """Store a post as it is after its message was sent or edited, or was not."""
        with available():
            await self._database.write(lambda db: sql.save(db, post))

    async def drop(self, post: Post) -> None:
        """Show nothing more of a post."""
        with available():
            await self._database.write(lambda db: sql.drop(db, post))

    async def owe_change(self, db: Rows, puzzle: int, day: date, guild: int) -> None:
        """To be called in the transaction in which somebody solves a daily puzzle."""
        begun = datetime.combine(day, datetime.min.time(), UTC)
        is_young = self._clock() - begun < YOUNG
        await sql.owe_change(db, puzzle, guild, self.now() + (FOLD if is_young else SELDOM))

    def tell(self) -> None:
        """Tell the listeners."""
        for listener in self.listeners:
            listener()
