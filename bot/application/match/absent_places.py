"""Keep in memory which places are absent: servers from which the bot was removed, and channels that were deleted."""

from collections.abc import Awaitable, Callable, Mapping

from bot.model.absence import Place
from bot.model.match import Match
from bot.store import absent_places as sql
from bot.store.database import Rows

Reading = Callable[[Callable[[Rows], Awaitable[dict[Place, float]]]], Awaitable[dict[Place, float]]]


class AbsentPlaces:
    """The absent places, each with the moment since which it is absent, in seconds since 1970-01-01 UTC. They are read
    from the database on first use.
    """

    def __init__(self, read: Reading) -> None:
        self._read = read
        self._since: dict[Place, float] | None = None

    async def all(self) -> Mapping[Place, float]:
        """Return every absent place with the moment since which it is absent.

        Raises:
            Unavailable: the database cannot be read.
        """
        if self._since is None:
            stored = await self._read(sql.load)
            if self._since is None:  # no other task has read the places meanwhile
                self._since = stored
        return self._since

    async def read_again(self) -> None:
        """Read the absent places again if they are in memory, since another process may have changed them.

        Raises:
            Unavailable: the database cannot be read.
        """
        if self._since is not None:
            self._since = await self._read(sql.load)

    async def since(self, match: Match) -> float | None:
        """Return when the place of a match became absent, or None if it is present.

        Raises:
            Unavailable: the database cannot be read.
        """
        return _earliest(await self.all(), match)

    def known_since(self, match: Match) -> float | None:
        """Return the same as `since` from memory. The places must have been read before."""
        return _earliest(self._since or {}, match)

    async def add(self, places: Mapping[Place, float]) -> None:
        """Add places that have been stored as absent, each with the moment since which it is absent."""
        self._since = {**await self.all(), **places}

    async def remove(self, place: Place) -> None:
        """Forget a place that is no longer stored as absent."""
        self._since = {each: since for each, since in (await self.all()).items() if each != place}


def _earliest(absent: Mapping[Place, float], match: Match) -> float | None:
    moments = (absent.get(Place(match.guild)), absent.get(Place(match.guild, match.channel)))
    return min((moment for moment in moments if moment is not None), default=None)
