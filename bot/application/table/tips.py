"""Give tips to newcomers to a game. A match repeats none; the next match does, until a user has finished one."""

import re
from hashlib import blake2b
from typing import Final

from bot.application.match.positions import Positions
from bot.model.match import MatchId, TableView, UserId
from bot.store import lessons
from bot.store import shown_tips as sql
from bot.store.database import Rows

NEWCOMER: Final = 3
"""The number of finished matches of a game after which choices are no longer explained to a user."""
BEGUN: Final = 5
"""The number of matches of a game, finished or not, after which a user is no newcomer to it."""

_NUMBERS: Final = re.compile("[0-9]+")


class Tips:
    """Decide which users are newcomers, and remember which tips they got. Methods may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def experience(self, user: UserId, game: str) -> lessons.Experience:
        """Return how many matches of a game a user has begun and finished."""
        return await self._positions.read(lambda db: lessons.experience(db, user, game))

    async def given(self, user: UserId, table_view: TableView, tip: str, *, of_game: bool = True) -> str:
        """Return the tip if the user has not got it before in this match, or got it at this same decision, which is
        shown again. Otherwise return "".

        of_game: whether the tip is about the game; if not, the user gets it once, in one match of any game.
        """
        if not tip:
            return ""
        game = table_view.match.game if of_game else ""
        key, here = _key(tip), (table_view.match.id, table_view.decision)

        async def places(db: Rows) -> list[tuple[MatchId, int]]:
            found = await sql.places(db, user, game, key)
            return [place for place in found if place[0] == here[0]] if of_game else found

        async def work(db: Rows) -> list[tuple[MatchId, int]]:
            await sql.save(db, user, game, key, here)
            return await places(db)

        known = await self._positions.read(places) or await self._positions.write(work)
        return tip if here in known else ""


def explains(experience: lessons.Experience) -> bool:
    """Return whether choices are explained to a user with this experience of a game."""
    return experience.finished < NEWCOMER and experience.begun <= BEGUN


def gives_tips(experience: lessons.Experience) -> bool:
    """Return whether a user with this experience of a game gets tips: newcomers do until they have finished a match."""
    return explains(experience) and not experience.finished


def _key(tip: str) -> str:
    """Return a hash of a tip that does not depend on the numbers in it."""
    return blake2b(_NUMBERS.sub("0", tip).encode(), digest_size=8).hexdigest()
