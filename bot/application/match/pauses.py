"""Keep in memory what is paused: shards and places, whose matches cannot be played, and clocks of single seats."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from bot.model.absence import Place
from bot.model.breaks import Break
from bot.model.clocks import NO_OUTAGE, Outage
from bot.model.match import DIRECT_MESSAGES, MatchId, UserId
from bot.model.pauses import DOWN, Pause, Reason
from bot.model.shards import Shard
from bot.store import pauses as sql
from bot.store.database import Rows
from rules.core.events import Seat

T = TypeVar("T")

Ending = Callable[[Rows, Pause, Outage], Awaitable[None]]
"""A function to call in the transaction that stores that a pause is over, with the time that it took."""


class Storage(Protocol):
    """The database, as `Positions` reads and writes it."""

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of a read."""
        ...

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of a write that is committed."""
        ...


async def _nothing(_: Rows) -> None: ...


async def _all(db: Rows) -> tuple[dict[Pause, float], Mapping[tuple[Reason, int], tuple[Break, ...]]]:
    return await sql.load(db), await sql.breaks(db)


class Pauses:
    """The pauses of the present, each with the moment at which it began, in seconds since 1970-01-01 UTC. They are read
    from the database on first use. Every coroutine may raise `Unavailable`.

    A pause goes on until it has been left out of all clocks that it stopped. A shard of this process that has not
    connected since the start counts as lost since the bot was last up.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._since: dict[Pause, float] = {}
        self._untold: Mapping[MatchId, Mapping[Seat, float]] = {}
        """The seats whose players cannot be told of their turn, with the moment since when, by match."""
        self._totals: frozenset[int] = frozenset()
        """The numbers of shards with which the lost shards were connected."""
        self._ours: frozenset[Pause] = frozenset()
        """The pauses that only this process begins and ends: those of its shards."""
        self._breaks: Mapping[tuple[Reason, int], tuple[Break, ...]] = {}
        """The holidays by user, and the agreed breaks by match, past ones too."""
        self._is_read = False
        self.down: Outage = NO_OUTAGE
        """The latest time in which everything was paused (`DOWN`)."""
        self.endings: Final[list[Ending]] = []
        """The functions to call for each pause that is over."""

    async def all(self) -> Mapping[Pause, float]:
        """Return everything that is paused, with the moment since when."""
        if not self._is_read:
            stored, breaks = await self._storage.read(_all)
            if not self._is_read:  # no other task has read it meanwhile
                self._breaks = breaks
                up_until = stored.pop(DOWN, float("inf"))
                known = {pause: min(since, up_until) for pause, since in self._since.items()}
                self._set(known | {pause: min(since, known.get(pause, since)) for pause, since in stored.items()})
                self._is_read = True
        return self._since

    @property
    def is_anything_paused(self) -> bool:
        """Return whether anything is paused. The pauses must have been read before."""
        return bool(self._since)

    async def read_again(self) -> None:
        """Read again what other processes have paused, if it is in memory."""
        if self._is_read:
            stored, self._breaks = await self._storage.read(_all)
            others = {pause: since for pause, since in stored.items() if pause not in {DOWN, *self._ours}}
            self._set(others | self.of_ours())

    def expect(self, shards: Iterable[Shard], now: float) -> None:
        """Name the shards that this process will connect. Until it does, each counts as lost since `now`."""
        self._ours = frozenset(map(Pause.lost, shards))
        self.add(dict.fromkeys(self._ours, now))

    def of_ours(self) -> dict[Pause, float]:
        """Return the pauses of the shards of this process, each with the moment since when. They must have been read
        before.
        """
        return {pause: since for pause, since in self._since.items() if pause in self._ours}

    def add(self, pauses: Mapping[Pause, float]) -> None:
        """Count things as paused, each since a moment, unless they are paused already."""
        self._set({**pauses, **self._since})

    def correct(self, pause: Pause, since: float) -> None:
        """Set the moment since which something is paused."""
        self._set({**self._since, pause: since})

    async def begin(self, pauses: Mapping[Pause, float], *, also: Callable[[Rows], Awaitable[None]] = _nothing) -> None:
        """Store that things are paused, each since a moment. A stored pause keeps its moment. also: is done in the same
        transaction.
        """

        async def work(db: Rows) -> None:
            await sql.begin(db, pauses)
            await also(db)

        if pauses:
            await self.all()
            await self._storage.write(work)
            self.add(pauses)

    async def end(
        self,
        pauses: Iterable[Pause],
        now: float,
        *,
        is_over: Callable[[Pause], bool] = lambda _: True,
        also: Callable[[Rows], Awaitable[None]] = _nothing,
    ) -> None:
        """Store that pauses are over, once they have been left out of all clocks.

        is_over: returns whether one is still over. also: is done in the same transaction.
        """
        over = {pause: Outage(self._since[pause], now) for pause in pauses if is_over(pause)}
        if not over:
            return

        async def work(db: Rows) -> None:
            await self.tell(db, over)
            await sql.end(db, over)
            await also(db)

        await self._storage.write(work)
        self._set({pause: since for pause, since in self._since.items() if pause not in over or not is_over(pause)})

    async def tell(self, db: Rows, over: Mapping[Pause, Outage]) -> None:
        """Call the `endings` for pauses that are over."""
        for ending in self.endings:
            for pause, outage in over.items():
                await ending(db, pause, outage)

    async def since(self, place: Place) -> float | None:
        """Return the moment since which matches at a place are paused, or None if they can be played."""
        await self.all()
        return self.known_since(place)

    def known_since(self, place: Place) -> float | None:
        """Return the same as `since` from memory. The pauses must have been read before."""
        shards = (Shard.of(place.guild, total) for total in self._totals)
        return self._earliest([Pause.absent(place), Pause.absent(Place(place.guild)), *map(Pause.lost, shards)])

    def known_absent_since(self, place: Place) -> float | None:
        """Return the moment since which a place is absent, or None. The pauses must have been read before."""
        return self._earliest([Pause.absent(place), Pause.absent(Place(place.guild))])

    def known_untold(self, match_id: MatchId) -> Mapping[Seat, float]:
        """Return the seats of a match whose players cannot be told of their turn, each with the moment since
        when. The pauses must have been read before.
        """
        return self._untold.get(match_id, {})

    @property
    def knows_breaks(self) -> bool:
        """Return whether anybody has a break, past or future. The pauses must have been read before."""
        return bool(self._breaks)

    def known_holidays(self, user: UserId) -> Sequence[Break]:
        """Return the holidays of a user, past and future ones too, in the order in which they begin. The pauses must
        have been read before.
        """
        return self._breaks.get((Reason.HOLIDAY, user), ())

    def known_agreed(self, match_id: MatchId) -> Sequence[Break]:
        """Return the breaks on which the players of a match have agreed, past ones too, in the order in which they
        begin. The pauses must have been read before.
        """
        return self._breaks.get((Reason.AGREED, match_id), ())

    def set_breaks(self, reason: Reason, first: int, breaks: Sequence[Break]) -> None:
        """Set the holidays of a user or the agreed breaks of a match, once they are committed (`sql.save_breaks`)."""
        self._breaks = {**self._breaks, (reason, first): tuple(breaks)}

    async def direct_messages_since(self) -> float | None:
        """Return the moment since which direct messages do not arrive, or None if they do."""
        await self.all()
        return self._earliest([Pause.lost(Shard.of(DIRECT_MESSAGES, total)) for total in self._totals])

    async def hands(self, match_id: MatchId) -> frozenset[Seat]:
        """Return the seats of a match whose hand is shown in a direct message."""
        return await self._storage.read(lambda db: sql.hands_by_direct_message(db, match_id))

    def _earliest(self, pauses: Collection[Pause]) -> float | None:
        return min((self._since[pause] for pause in pauses if pause in self._since), default=None)

    def _set(self, since: dict[Pause, float]) -> None:
        self._since = since
        untold: dict[MatchId, dict[Seat, float]] = {}
        for pause, moment in since.items():
            if pause.reason is Reason.UNTOLD:
                untold.setdefault(MatchId(pause.first), {})[pause.second] = moment
        self._untold = untold
        self._totals = frozenset(pause.shard.total for pause in since if pause.reason is Reason.LOST)
