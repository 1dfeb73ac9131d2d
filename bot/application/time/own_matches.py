"""Select the matches whose stored duties this process does: those on the servers of its shards.

A process also does duties that its own changes of matches have made due, whatever the server.
"""

from collections.abc import Collection, Iterable

from bot.application.match.leases import Leases
from bot.application.match.positions import Positions
from bot.model.match import MatchId
from bot.store import matches as sql


class OwnMatches:
    """Select the matches on the servers of this process's shards. A match never moves to another server."""

    def __init__(self, positions: Positions, leases: Leases) -> None:
        self._positions = positions
        self._leases = leases
        self._guilds: dict[MatchId, int] = {}
        """The servers of the matches in the latest call of `of`, by match."""

    async def of(self, numbers: Iterable[MatchId]) -> Collection[MatchId]:
        """Return those of the given matches that are on servers of this process's shards.

        Raises:
            Unavailable: the database cannot be read.
        """
        numbers = frozenset(numbers)
        shards = self._leases.shards
        if shards is None:
            return numbers
        unknown = numbers - self._guilds.keys()
        read = await self._positions.read(lambda db: sql.guilds(db, unknown)) if unknown else {}
        self._guilds = {number: guild for number, guild in (self._guilds | read).items() if number in numbers}
        return frozenset(number for number, guild in self._guilds.items() if shards.has(guild))
