"""Give tips to newcomers to a game. A match repeats none; the next match does, until a user has finished one."""

import re
from hashlib import blake2b
from typing import Final, NamedTuple

from bot.application.match.positions import Positions
from bot.model.match import MatchId, TableView, UserId
from bot.store.database import Rows

NEWCOMER: Final = 3
"""The number of finished matches of a game after which choices are no longer explained to a user."""
BEGUN: Final = 5
"""The number of matches of a game, finished or not, after which a user is no newcomer to it."""

_NUMBERS: Final = re.compile("[0-9]+")


class Experience(NamedTuple):
    """How much a user has played a game."""

    begun: int
    """The number of matches that have started, present and former ones."""
    finished: int
    """The number of matches that the user has played to their end, without resigning."""


class Tips:
    """Decide which users are newcomers, and remember which tips they got. Methods may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def experience(self, user: UserId, game: str) -> Experience:
        """Return how many matches of a game a user has begun and finished."""
        return await self._positions.read(lambda db: _experience(db, user, game))

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
            found = await _places_of(db, user, game, key)
            return [place for place in found if place[0] == here[0]] if of_game else found

        async def work(db: Rows) -> list[tuple[MatchId, int]]:
            await _save(db, user, game, key, here)
            return await places(db)

        known = await self._positions.read(places) or await self._positions.write(work)
        return tip if here in known else ""


def explains(experience: Experience) -> bool:
    """Return whether choices are explained to a user with this experience of a game."""
    return experience.finished < NEWCOMER and experience.begun <= BEGUN


def gives_tips(experience: Experience) -> bool:
    """Return whether a user with this experience of a game gets tips: newcomers do until they have finished a match."""
    return explains(experience) and not experience.finished


def _key(tip: str) -> str:
    """Return a hash of a tip that does not depend on the numbers in it."""
    return blake2b(_NUMBERS.sub("0", tip).encode(), digest_size=8).hexdigest()


async def _places_of(db: Rows, user_id: UserId, game: str, tip: str) -> list[tuple[MatchId, int]]:
    """Return the matches and the decisions at which a user got a tip."""
    rows = await db.rows(
        "SELECT match_id, decision FROM shown_tips WHERE user_id = ? AND game = ? AND tip = ? ORDER BY match_id",
        user_id,
        game,
        tip,
    )
    return [(MatchId(match_id), int(decision)) for match_id, decision in rows]


async def _save(db: Rows, user_id: UserId, game: str, tip: str, where: tuple[MatchId, int]) -> None:
    """Store the match and the decision at which a user gets a tip, unless they got it before in that match."""
    await db.run(
        "INSERT INTO shown_tips (user_id, game, tip, match_id, decision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        user_id,
        game,
        tip,
        *where,
    )


async def _experience(db: Rows, user_id: UserId, game: str) -> Experience:
    """Return how many matches of a game a user has begun, and how many of them they have finished."""
    sql = (
        "SELECT COUNT(*), COUNT(CASE WHEN matches.status = 'over' AND NOT EXISTS ("
        "SELECT 1 FROM plies WHERE plies.match_id = players.match_id AND plies.seat = players.seat "
        "AND plies.kind = 'resignation') THEN 1 END) "
        "FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.user_id = ? AND matches.game = ? AND matches.started_at IS NOT NULL"
    )
    [(begun, finished)] = await db.rows(sql, user_id, game)
    return Experience(int(begun), int(finished))
