"""Posts of the daily puzzle in the channels that servers chose for it; `cogs.puzzles.posts` delivers them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.clock import Clock
from bot.model.match import UserId
from bot.puzzles import post_store as sql
from bot.puzzles.attempts import closes
from bot.puzzles.offers import Offer
from bot.puzzles.stock import Stock
from bot.puzzles.store import StoredPuzzle
from bot.store import announcements
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from bot.store.leases import Work

FOLD: Final = 5.0
"""The seconds between two edits of a post; each edit includes all changes since the last one."""
OLD_FOLD: Final = 120.0
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

    def midnight(self) -> float:
        """Return the moment of the next midnight in UTC."""
        after = self._stock.today() + timedelta(days=1)
        return datetime.combine(after, datetime.min.time(), UTC).timestamp()

    async def owe_today(self) -> None:
        """Queue today's puzzle for every server that wants it, exactly once, and start making the puzzles of the next
        days.
        """
        today, now = self._stock.today(), self._clock().timestamp()
        self._stock.refill()
        if self._day != today:
            with available():
                await self._database.write(lambda db: sql.owe(db, today.isoformat(), now))
            self._day = today

    def chosen(self) -> None:
        """Queue today's puzzle for servers that have just chosen a channel."""
        self._day = None
        self.tell()

    async def shown(self, guild: int, day: date) -> Shown:
        """Return the puzzle of a day, and the users of a server who solved it in time.

        Raises:
            Refusal: its game no longer offers puzzles here.
        """
        puzzle = await self._stock.of_day(day)
        with readable():
            solvers = await self._database.read(lambda db: sql.solvers(db, puzzle.id, guild, closes(day)))
        return Shown(self._stock.offers.of(puzzle.game), puzzle, solvers)

    async def owe_change(self, db: Rows, day: date, guild: int) -> None:
        """Queue an edit of a server's post, in the transaction that records a solution of its puzzle."""
        now = self._clock()
        is_young = now - datetime.combine(day, datetime.min.time(), UTC) < YOUNG
        due = now.timestamp() + (FOLD if is_young else OLD_FOLD)
        await announcements.owe_change(db, Work.PUZZLES, guild, day.isoformat(), due)

    def tell(self) -> None:
        """Call the listeners."""
        for listener in self.listeners:
            listener()
