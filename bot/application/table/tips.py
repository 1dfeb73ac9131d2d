"""Give tips to newcomers to a game. A match repeats none; the next match does, until a user has finished one."""

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from bot.model.match import MatchId, UserId
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


class Tip(NamedTuple):
    """A tip for a newcomer."""

    text: str
    game: str
    """The game that it is about: a match repeats no such tip. "": it is about no game, and a user gets it in one match
    only.
    """


def explains(experience: Experience) -> bool:
    """Return whether choices are explained to a user with this experience of a game."""
    return experience.finished < NEWCOMER and experience.begun <= BEGUN


def gives_tips(experience: Experience) -> bool:
    """Return whether a user with this experience of a game gets tips: newcomers do until they have finished a match."""
    return explains(experience) and not experience.finished


async def find_due(
    db: Rows, user_id: UserId, tips: Sequence[Tip], here: tuple[MatchId, int]
) -> tuple[Tip | None, bool]:
    """Return the first of these tips that a user is to see, and whether that is stored already. A tip that they got at
    this same decision, which is shown again, is repeated.

    here: the match and its decision.
    """
    for tip in tips:
        shown_at = await _places_of(db, user_id, tip, here[0])
        if not shown_at or here in shown_at:
            return tip, bool(shown_at)
    return None, True


async def save_shown(db: Rows, user_id: UserId, tip: Tip, here: tuple[MatchId, int]) -> None:
    """Store the match and the decision at which a user gets a tip, unless they got it before in that match."""
    await db.run(
        "INSERT INTO shown_tips (user_id, game, tip, match_id, decision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        user_id,
        tip.game,
        _key(tip.text),
        *here,
    )


async def find_experience(db: Rows, user_id: UserId, game: str) -> Experience:
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


def _key(tip: str) -> str:
    """Return a hash of a tip that does not depend on the numbers in it."""
    return blake2b(_NUMBERS.sub("0", tip).encode(), digest_size=8).hexdigest()


async def _places_of(db: Rows, user_id: UserId, tip: Tip, match_id: MatchId) -> list[tuple[MatchId, int]]:
    """Return the matches and the decisions at which a user got a tip, if it is about a game in this match alone."""
    rows = await db.rows(
        "SELECT match_id, decision FROM shown_tips WHERE user_id = ? AND game = ? AND tip = ? ORDER BY match_id",
        user_id,
        tip.game,
        _key(tip.text),
    )
    return [(MatchId(number), int(decision)) for number, decision in rows if not tip.game or number == match_id]
