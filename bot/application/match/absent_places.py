"""Keep the absent places in memory. A place is absent while the bot is removed from its server, or the channel is
deleted.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.model.absence import Place
from bot.model.match import Match
from bot.store import absent_places as sql
from bot.store.database import Rows

Reading = Callable[[Callable[[Rows], Awaitable[dict[Place, float]]]], Awaitable[dict[Place, float]]]


class AbsentPlaces:
    """Remember when each absent place became absent, in seconds since 1970-01-01 UTC. The rows are read on
    first use.
    """

    def __init__(self, read: Reading) -> None:
        self._read = read
        self._since: dict[Place, float] | None = None

    async def all(self) -> Mapping[Place, float]:
        """Return every absent place.

        Raises:
            Unavailable: the database cannot be read.
        """
        if self._since is None:
            stored = await self._read(sql.load)
            if self._since is None:  # no other task has read them meanwhile
                self._since = stored
        return self._since

    async def read_again(self) -> None:
        """Read the absent places anew, if they are in memory, since another process may have changed them.

        Raises:
            Unavailable: the database cannot be read.
        """
        if self._since is not None:
            self._since = await self._read(sql.load)

    async def since(self, match: Match) -> float | None:
        """Return when the place of a match became absent; None: it is present.

        Raises:
            Unavailable: the database cannot be read.
        """
        return _earliest(await self.all(), match)

    def known_since(self, match: Match) -> float | None:
        """Return when the place of a match became absent; None: it is present. The rows must have been read before."""
        return _earliest(self._since or {}, match)

    async def add(self, places: Mapping[Place, float]) -> None:
        """Add places that were stored as absent."""
        self._since = {**await self.all(), **places}

    async def remove(self, place: Place) -> None:
        """Forget a place that is no longer stored as absent."""
        self._since = {each: since for each, since in (await self.all()).items() if each != place}


def _earliest(absent: Mapping[Place, float], match: Match) -> float | None:
    moments = (absent.get(Place(match.guild)), absent.get(Place(match.guild, match.channel)))
    return min((moment for moment in moments if moment is not None), default=None)
