"""Give hints in unrated matches: the action that the expert would choose in the seat of a player."""

import asyncio
from typing import Final

from cachetools import LRUCache

from bot.application.match.deeds import Deeds
from bot.application.match.positions import Positions
from bot.application.match.seats import playing
from bot.application.thinking.computers import drawn
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking
from bot.computer.levels import Choice, Level
from bot.model.figures import Figure
from bot.model.match import MatchId, UserId
from bot.model.position import Position, rules_of
from bot.model.reasons.thinking import NoHintNow, NoHintsWhenRated
from bot.store import computers as sql
from rules.core.events import Seat

HINT_TIMEOUT: Final = 20.0
"""Seconds within which a hint is given. Decisions of computers in matches are computed first."""
_CACHED_HINTS: Final = 256
"""The maximum number of hints kept in memory, to answer repeated requests."""


class Hints:
    """Give hints. Methods that take a match raise the same refusals as methods of `Matches`."""

    def __init__(self, positions: Positions, thinking: Thinking, deeds: Deeds) -> None:
        self._positions = positions
        self._deeds = deeds
        self._thinking = thinking
        self._known = LRUCache[tuple[MatchId, Seat, int], asyncio.Task[Choice]](_CACHED_HINTS)

    async def hint(self, match_id: MatchId, user: UserId) -> tuple[Position, Choice]:
        """Return a match and the expert's choice in the seat of a user, made from the view of that seat alone.

        Raises:
            NotLive, NotAtThisTable: the match is not being played, or not by this user.
            NotAllowed: the match is rated, or the user has forfeited the seat.
            NotYourDecision: the user cannot act now.
        """
        position = await self._positions.get(match_id)
        table, seat = playing(position, user)
        if position.match.is_rated:
            raise NoHintsWhenRated
        if table.opened[seat] is None:
            raise NoHintNow
        key = match_id, seat, table.ply
        if key not in self._known:
            match, clause = position.match, table.state.phase.clause
            await self._deeds.note(user, Figure.HINT, clause, match.guild, match)
            self._known[key] = asyncio.create_task(self._thought(position, seat), name=f"hint for match {match_id}")
        thought = self._known[key]
        try:
            return position, await asyncio.shield(thought)
        finally:
            if thought.done() and (thought.cancelled() or thought.exception() is not None):
                self._known.pop(key, None)

    async def _thought(self, position: Position, seat: Seat) -> Choice:
        number, table = position.match.id, position.seen
        seed = await self._positions.read(lambda db: sql.seed(db, number))
        with rules_of(position.match):
            view = table.view(seat)
        decision = (table.game, view, drawn(seed, table.ply, seat), Level.EXPERT)
        return await self._thinking.choice(*decision, priority=Priority.ASKED, within=HINT_TIMEOUT)
