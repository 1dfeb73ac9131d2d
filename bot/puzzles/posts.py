"""The daily puzzle in the channel that a server has chosen for it: what is owed, a row for each server and day.

It knows ids, not Discord: `cogs.puzzles.posts` brings it there.
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
"""Seconds for which the changes of a post are gathered into one."""
SELDOM: Final = 120.0
"""Likewise once the post is older than `YOUNG`: Discord caps the edits of messages older than an hour."""
YOUNG: Final = timedelta(minutes=50)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a post is to show."""

    offer: Offer
    puzzle: StoredPuzzle
    solvers: Sequence[UserId]
    """The users of this server who solved it, the first one first; how well stays hidden from the others."""


class Posts:
    """Every method that waits may raise `Unavailable`."""

    def __init__(self, database: Database, stock: Stock, clock: Clock) -> None:
        self._database = database
        self._stock = stock
        self._clock = clock
        self._day: date | None = None
        """The latest date that is owed to every server."""
        self.listeners: list[Callable[[], None]] = []
        """Called when a post may be due."""

    def now(self) -> float:
        """Return the present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    def midnight(self) -> float:
        """Return the moment at which the next date begins in UTC."""
        after = self._stock.today() + timedelta(days=1)
        return datetime.combine(after, datetime.min.time(), UTC).timestamp()

    async def open(self) -> None:
        """Doubt what the last process left behind; to be called once, before anything is posted."""
        with available():
            await self._database.write(sql.mark_uncertain)

    async def owe_today(self) -> None:
        """Owe today's puzzle to every server that wants it, once, whatever happens. The puzzles of the days to come are
        made meanwhile.
        """
        today, now = self._stock.today(), self.now()
        self._stock.refill()
        if self._day != today:
            with available():
                await self._database.write(lambda db: sql.owe(db, today.isoformat(), now))
            self._day = today

    async def chosen(self, guild: int) -> None:
        """Move today's post, unless it was sent, to the channel that a server has chosen now, if any."""
        day = self._stock.today().isoformat()
        with available():
            await self._database.write(lambda db: sql.move(db, guild, day))
        self._day = None
        self.tell()

    async def reachable(self, guild: int) -> None:
        """Try again what a server's permissions did not allow before."""
        now = self.now()
        with readable():
            if not await self._database.read(lambda db: sql.is_forbidden(db, guild)):
                return
        with available():
            await self._database.write(lambda db: sql.retry_forbidden(db, guild, now))
        self.tell()

    async def due(self, limit: int) -> Sequence[Post]:
        """Return the posts, at most `limit`, whose message shows less than is owed by now."""
        now = self.now()
        with readable():
            return await self._database.read(lambda db: sql.due(db, now, limit))

    async def next_due(self) -> float | None:
        """Return when a post is to be shown next; None if none is behind."""
        with readable():
            return await self._database.read(sql.next_due)

    async def shown(self, post: Post) -> Shown:
        """Return the puzzle of a post's day, and the users of its server who have solved it in time.

        Raises:
            Refusal: its game offers no puzzles here any more.
        """
        day = date.fromisoformat(post.day)
        puzzle = await self._stock.of_day(day)
        with readable():
            solvers = await self._database.read(lambda db: sql.solvers(db, puzzle.id, post.guild, closes(day)))
        return Shown(self._stock.offers.of(puzzle.game), puzzle, solvers)

    async def save(self, post: Post) -> None:
        """Store a post as it is after its message was sent or edited, or was not."""
        with available():
            await self._database.write(lambda db: sql.save(db, post))

    async def drop(self, post: Post) -> None:
        """Show nothing more of a post."""
        with available():
            await self._database.write(lambda db: sql.drop(db, post))

    async def owe_change(self, db: Rows, puzzle: int, day: date, guild: int) -> None:
        """Owe a server's post a change, in the transaction in which somebody solves its puzzle."""
        begun = datetime.combine(day, datetime.min.time(), UTC)
        is_young = self._clock() - begun < YOUNG
        await sql.owe_change(db, puzzle, guild, self.now() + (FOLD if is_young else SELDOM))

    def tell(self) -> None:
        """Call the listeners."""
        for listener in self.listeners:
            listener()
