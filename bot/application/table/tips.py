"""Give tips to newcomers to a game. A user gets each tip at one decision only, and no tips after a few matches."""

import re
from hashlib import blake2b
from typing import Final

from bot.application.match.positions import Positions
from bot.model.match import MatchId, TableView, UserId
from bot.store import lessons
from bot.store import shown_tips as sql
from bot.store.database import Rows

NEWCOMER: Final = 3
"""The number of finished matches of a game after which a user is no longer a newcomer to it."""

_NUMBERS: Final = re.compile("[0-9]+")


class Tips:
    """Decide which users are newcomers, and remember which tips they got. Methods may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def is_newcomer(self, user: UserId, game: str) -> bool:
        """Return whether a user has finished fewer than `NEWCOMER` matches of a game."""
        return await self._positions.read(lambda db: lessons.finished_matches(db, user, game)) < NEWCOMER

    async def given(self, user: UserId, table_view: TableView, tip: str, *, of_game: bool = True) -> str:
        """Return the tip if the user has not got it before, or got it at this same decision, which is shown again.
        Otherwise return "".

        of_game: whether the tip is about the game; if not, the user gets it in one game only.
        """
        if not tip:
            return ""
        game = table_view.match.game if of_game else ""
        key, here = _key(tip), (table_view.match.id, table_view.decision)
        where = await self._positions.read(lambda db: sql.find(db, user, game, key))

        async def work(db: Rows) -> tuple[MatchId, int] | None:
            await sql.save(db, user, game, key, here)
            return await sql.find(db, user, game, key)

        return tip if (where or await self._positions.write(work)) == here else ""


def _key(tip: str) -> str:
    """Return a hash of a tip that does not depend on the numbers in it."""
    return blake2b(_NUMBERS.sub("0", tip).encode(), digest_size=8).hexdigest()
