"""Opinions: what players tell the designers after a match, or at a moment of it that felt wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.application.match.deeds import Deeds
from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.clock import Clock, seconds
from bot.model.figures import Figure
from bot.model.match import Match, MatchId, UserId
from bot.model.reasons.match import MatchNotLive
from bot.model.refusals import NotAllowed
from bot.people.preferences import PreferenceBook
from bot.store import comparisons
from bot.store import opinions as sql
from bot.store.database import Rows
from bot.store.opinions import WHOLE_MATCH, Opinion

ANSWERS: Final = {"yes": 1.0, "perhaps": 0.5, "no": 0.0}
"""The answers to the question whether a player would play again, with their worth for a comparison of drafts."""
LENGTHS: Final = ("too short", "right", "too long")
REMARK_LIMIT: Final = 500
"""The maximum length of an opinion in words."""
_SHOWN: Final = 50


class NotAskedNow(NotAllowed):
    """The user was asked about another match within a day, or has left themselves out of figures."""


class RemarksSwitchedOff(NotAllowed):
    """The user or the server wants no figures, and so no opinions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HowItWas:
    """A player's answers after a match; "" stands for no answer."""

    again: str = ""
    """One of `ANSWERS`."""
    length: str = ""
    """One of `LENGTHS`."""
    clause: str = ""
    """The clause that was unclear."""
    remark: str = ""
    is_signed: bool = False


class Opinions:
    """Store opinions. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions, preferences: PreferenceBook, deeds: Deeds, clock: Clock) -> None:
        self._positions = positions
        self._preferences = preferences
        self._deeds = deeds
        self._clock = clock
        self.listeners: list[Callable[[], None]] = []
        """Functions called when somebody has answered."""

    async def check_asked(self, match_id: MatchId, user: UserId) -> None:
        """Raise a refusal unless a user is asked how this match was.

        Raises:
            NotLive: what was told about the match has been deleted because of its age.
            NotAllowed: they are not.
        """
        match = (await self._positions.get(match_id)).match
        if match.cleared:
            raise MatchNotLive(match=match)
        if user not in await self._positions.read(lambda db: sql.asked(db, match_id)):
            raise NotAskedNow

    async def tell(self, match_id: MatchId, user: UserId, told: HowItWas) -> None:
        """Store how a match was for one of its players. Answers count once; later words replace earlier ones.

        Raises:
            NotAllowed: the user is not asked about this match.
        """
        await self.check_asked(match_id, user)
        match = (await self._positions.get(match_id)).match
        await self._check_wanted(match, user)
        opinion = Opinion(match_id, user, WHOLE_MATCH, told.clause, told.remark[:REMARK_LIMIT], told.is_signed)
        now = seconds(self._clock)

        async def work(db: Rows) -> bool:
            is_first = await sql.save(db, opinion, now)
            if is_first and told.again:
                await comparisons.count_answer(db, match_id, ANSWERS[told.again], now)
            return is_first

        if not await self._positions.write(work):
            return
        for listener in self.listeners:
            listener()
        for figure, name in ((Figure.AGAIN, told.again), (Figure.LENGTH, told.length), (Figure.UNCLEAR, told.clause)):
            if name:
                await self._deeds.note(user, figure, name, match.guild, match)

    async def felt_wrong(self, match_id: MatchId, user: UserId, ply: int, remark: str, *, is_signed: bool) -> None:
        """Store that the moment after a ply of a match felt wrong to one of its players.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: the user or the server wants no figures.
        """
        position = await self._positions.get(match_id)
        table, _ = seat_in_play(position, user)
        await self._check_wanted(position.match, user)
        clause = table.state.phase.clause
        moment = min(ply, table.ply)
        opinion = Opinion(match_id, user, moment, clause, remark[:REMARK_LIMIT], is_signed)
        if await self._positions.write(lambda db: sql.save(db, opinion, seconds(self._clock))):
            await self._deeds.note(user, Figure.WRONG, clause, position.match.guild, position.match)

    async def of_server(self, guild: int, game: str) -> list[tuple[Opinion, Match]]:
        """Return the latest opinions in words about a game's matches on a server that are over, with their matches."""

        async def work(db: Rows) -> list[Opinion]:
            return await sql.of_server(db, guild, game, _SHOWN)

        found = await self._positions.read(work)
        return [(opinion, (await self._positions.get(opinion.match_id)).match) for opinion in found]

    async def _check_wanted(self, match: Match, user: UserId) -> None:
        wanted = (await self._preferences.of(user)).in_figures
        if not (wanted and (await self._preferences.of_server(match.guild)).figures):
            raise RemarksSwitchedOff
