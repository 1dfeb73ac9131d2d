"""Count for the figures what people do while a match goes on, and fold matches whose folding failed."""

import asyncio
import re
from contextlib import suppress
from typing import Final

import structlog

from bot.application.match.counting import ended_match, save_deeds
from bot.application.match.folding import deeds_of
from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError
from bot.clock import Clock
from bot.model.figures import Count, Deed, Figure, Subject, Variant
from bot.model.match import Match, MatchId, UserId
from bot.model.refusals import Refusal
from bot.packs.packs import Packs
from bot.store import figures as sql
from bot.store.database import Rows

_CLAUSE: Final = re.compile(r"\(rules? (\d+\.\d+)")
_AT_ONCE: Final = 50
"""The maximum number of matches that are looked up at once."""
_log = structlog.stdlib.get_logger(__name__)


class Deeds:
    """Store what people do for the figures. No method raises a refusal: nobody should notice that a count failed."""

    def __init__(self, positions: Positions, packs: Packs, clock: Clock) -> None:
        self._positions = positions
        self._packs = packs
        self._clock = clock

    async def refused(self, match: Match, user: UserId, reason: str) -> None:
        """Count that the rules refused an action. reason: their sentence, which names the clause."""
        if named := _CLAUSE.search(reason):
            await self.note(user, Figure.REFUSED, named[1], match.guild, match)

    async def note(self, user: UserId, figure: Figure, clause: str, guild: int, match: Match | str) -> None:
        """Count what a user did about a clause on a server. match: the match in which they did it, or else the key of
        the game, with its present content.
        """
        with suppress(Refusal):
            begun = None
            if not isinstance(match, str):
                number = match.id
                begun = await self._positions.read(lambda db: sql.variant_of(db, number))
            played = begun or (guild, await self._present(match if isinstance(match, str) else match.game))
            of_match = None if begun is None or isinstance(match, str) else match.id
            deeds = [Deed(user, Subject(figure, clause), Count(1))]

            async def work(db: Rows) -> None:
                if await sql.is_wanted(db, guild, [user]):
                    await sql.add(db, *played, of_match, deeds)

            await self._positions.write(work)

    async def fold_missed(self) -> int:
        """Fold all matches that have ended and are not folded yet, and return how many that were.

        A match whose log does not replay stays as it is.
        """
        folded, last = 0, 0

        async def following(db: Rows) -> list[MatchId]:
            return await sql.unfolded(db, last, _AT_ONCE)

        with suppress(Refusal):  # the next start goes on
            while numbers := await self._positions.read(following):
                for last in numbers:
                    folded += await self._fold(last)
        return folded

    async def _fold(self, match_id: MatchId) -> bool:
        position = await self._positions.get(match_id)
        try:
            ended = await self._positions.read(lambda db: ended_match(db, position.game, position.match))
            deeds = await asyncio.to_thread(deeds_of, ended)
        except DivergedError as error:
            _log.info("what people did in a match could not be counted", match=match_id, cause=str(error))
            return False
        now = self._clock().timestamp()
        await self._positions.write(lambda db: save_deeds(db, position.match, deeds, now))
        return True

    async def _present(self, game: str) -> Variant:
        """Return a game with its present content, as it is played unless something else is chosen."""
        played = await self._packs.game(game)
        content, _ = await self._packs.printed(game)
        return Variant.of(game, played.version, content.hash, played.all_options({}), played.seats[0])
