"""The matches whose stored duties this process does: those on servers of its shards.

A process does as well what became due by its own changes, wherever the match is: it has the match in memory.
"""

from collections.abc import Collection, Iterable

from bot.application.match.leases import Leases
from bot.application.match.positions import Positions
from bot.model.match import MatchId
from bot.store import matches as sql


class OwnMatches:
    """Tells the matches of this process from those of others. A match never moves to another server."""

    def __init__(self, positions: Positions, leases: Leases) -> None:
        self._positions = positions
        self._leases = leases
        self._guilds: dict[MatchId, int] = {}
        """The servers of the matches that it was asked about last."""

    async def of(self, numbers: Iterable[MatchId]) -> Collection[MatchId]:
        """Return those of these matches that are ours.

        Raises:
            Unavailable: the database does not say.
        """
        numbers = frozenset(numbers)
        shards = self._leases.shards
        if shards is None:
            return numbers
        unknown = numbers - self._guilds.keys()
        read = await self._positions.read(lambda db: sql.guilds(db, unknown)) if unknown else {}
        self._guilds = {number: guild for number, guild in (self._guilds | read).items() if number in numbers}
        return frozenset(number for number, guild in self._guilds.items() if shards.has(guild))
