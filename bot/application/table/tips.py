"""Tips for newcomers to a game: each once, at one decision, and none after a few matches."""

import re
from hashlib import blake2b
from typing import Final

from bot.application.match.positions import Positions
from bot.model.match import Look, MatchId, UserId
from bot.store import lessons
from bot.store import shown_tips as sql
from bot.store.database import Rows

NEWCOMER: Final = 3
"""Finished matches of a game after which its player is no newcomer."""

_NUMBERS: Final = re.compile("[0-9]+")


class Tips:
    """Decide who is a newcomer, and remember which tips they got. Methods may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def is_newcomer(self, user: UserId, game: str) -> bool:
        """Return whether a user has finished only a few matches of a game."""
        return await self._positions.read(lambda db: lessons.finished_matches(db, user, game)) < NEWCOMER

    async def given(self, user: UserId, look: Look, tip: str) -> str:
        """Return the tip at the first decision of a user for which it is offered, and whenever that decision is shown
        again; "" at any other.
        """
        if not tip:
            return ""
        game, key, here = look.match.game, _key(tip), (look.match.id, look.decision)
        where = await self._positions.read(lambda db: sql.find(db, user, game, key))

        async def work(db: Rows) -> tuple[MatchId, int] | None:
            await sql.save(db, user, game, key, here)
            return await sql.find(db, user, game, key)

        return tip if (where or await self._positions.write(work)) == here else ""


def _key(tip: str) -> str:
    """Return a hash of a tip, whatever numbers it names."""
    return blake2b(_NUMBERS.sub("0", tip).encode(), digest_size=8).hexdigest()
