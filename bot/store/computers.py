"""SQL about computer players: where they play, and what their decisions are drawn from."""

from bot.model.match import MatchId
from bot.store.database import Rows


async def playing(db: Rows) -> list[MatchId]:
    """The live matches at which computers play."""
    sql = (
        "SELECT DISTINCT matches.id FROM matches JOIN players ON players.match = matches.id "
        "WHERE matches.status = 'live' AND players.computer IS NOT NULL ORDER BY matches.id"
    )
    return [MatchId(number) for (number,) in await db.rows(sql)]


async def save_seed(db: Rows, number: MatchId, seed: int) -> None:
    """What the decisions of computers in a match are drawn from; it has nothing to do with its cards, and stays
    if there is one. Secret.
    """
    await db.rows("UPDATE matches SET computer_seed = coalesce(computer_seed, ?) WHERE id = ?", seed, number)


async def seed(db: Rows, number: MatchId) -> int:
    """What the decisions of computers in a match are drawn from."""
    [(found,)] = await db.rows("SELECT computer_seed FROM matches WHERE id = ?", number)
    return int(found or 0)
