"""The replays of stored matches, and the rule about who may see them.

While a match is in play, all of it is secret. Once it is over, it is open: everyone who may see its board may see its
seed, hands and log, unless one of its players forbade that before it started. Then each player can replay only their
own seat, and nobody gets its file, so that it cannot be verified.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.replay import NeverSeated, NotReplayedNow, ReplayNotOpen, ReplayWhenOver
from bot.people.names import Names
from bot.replay.moments import Replay, replayed
from bot.replay.record import Record, named, read_record
from rules.core.events import Seat

CACHED_REPLAYS: Final = 8
"""The number of replays kept in memory, for viewers who step through them."""

Sees = Callable[[int, int, UserId], Awaitable[bool]]
"""Return whether a user sees a channel of a server; raise `Unavailable` if that cannot be found out now."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A match as one viewer may replay it."""

    position: Position
    replay: Replay
    seat: Seat | None
    """The seat from which the match is shown, as it was seen then; None: all hands are shown."""
    own: Seat | None
    """The seat that the viewer had when the match ended."""
    names: tuple[str, ...]

    @property
    def match(self) -> Match:
        return self.position.match


class Replays:
    """Replays matches that are over. Methods also raise the refusals that the methods of `Matches` raise."""

    def __init__(self, positions: Positions, library: Library, names: Names, sees: Sees) -> None:
        """sees: returns whether a user sees a channel."""
        self._positions = positions
        self._library = library
        self._names = names
        self._sees = sees
        self._kept = LRUCache[MatchId, Replay](CACHED_REPLAYS)

    async def watch(self, match_id: MatchId, user: UserId, seat: Seat | None = None) -> Watched:
        """Return a match for a viewer, from a seat or (None) with all hands.

        If the match is not open, the viewer sees it from their own seat, whichever seat they ask for.

        Raises:
            ReplayWhenOver: the match is not over.
            ReplayNotOpen: the match is not open, and the user had no seat when it ended; or they cannot see its board.
            NeverSeated: it has no such seat.
            NotReplayedNow: its log does not replay.
            NotLive: its log was deleted because of its age.
        """
        position, own = await self._allowed(match_id, user)
        match = position.match
        if not match.is_open:
            seat = own
        if seat is not None and seat >= len(match.players):
            raise NeverSeated(match_id=match_id)
        replay = await self._replay(match_id)
        return Watched(position, replay, seat, own, await self._names.of(match))

    async def record(self, match_id: MatchId, user: UserId) -> Record:
        """Return the record of an open match, for its file.

        Raises:
            ReplayWhenOver, ReplayNotOpen, NotReplayedNow, NotLive: as for `watch`.
        """
        position, _ = await self._allowed(match_id, user)
        if not position.match.is_open:
            raise ReplayNotOpen(match_id=match_id)
        return named((await self._replay(match_id)).record, await self._names.of(position.match))

    async def _allowed(self, match_id: MatchId, user: UserId) -> tuple[Position, Seat | None]:
        """Return a match that is over, and the viewer's seat in it. Raise if the viewer may not replay any of it."""
        position = await self._positions.get(match_id)
        match, own = position.match, position.match.seat_of(user)
        if match.status not in (Status.OVER, Status.ABANDONED):
            raise ReplayWhenOver(match_id=match_id)
        may = own is not None or (match.is_open and await self._sees_any(match, user))
        if not may:
            raise ReplayNotOpen(match_id=match_id)
        if match.cleared:
            raise MatchNotLive(match=match)
        return position, own

    async def _sees_any(self, match: Match, user: UserId) -> bool:
        """Return whether a user sees a channel in which the match has a board."""
        places = [place for place in match.places if not place.is_direct]
        return any([await self._sees(place.guild, place.channel, user) for place in places])

    async def _replay(self, match_id: MatchId) -> Replay:
        if match_id not in self._kept:
            record = await self._positions.read(lambda db: read_record(db, match_id))
            if record is None:  # the match never began
                raise ReplayWhenOver(match_id=match_id)
            try:
                self._kept[match_id] = await asyncio.to_thread(replayed, record, self._library)
            except DivergedError:
                raise NotReplayedNow(match_id=match_id) from None
        return self._kept[match_id]
