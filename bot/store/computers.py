"""SQL about computer players: the matches that they play in, and the seeds of their decisions."""

from bot.model.match import MatchId
from bot.store.database import Rows


async def playing(db: Rows) -> list[MatchId]:
    """Return the live matches that have a computer player, oldest first."""
    sql = (
        "SELECT DISTINCT matches.id FROM matches JOIN players ON players.match_id = matches.id "
        "WHERE matches.status = 'live' AND players.computer_level IS NOT NULL ORDER BY matches.id"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql)]


async def save_seed(db: Rows, match_id: MatchId, seed: int) -> None:
    """Store the seed of the computers' decisions in a match, unless it has one. It is secret, and does not affect the
    deal.
    """
    await db.run("UPDATE matches SET computer_seed = coalesce(computer_seed, ?) WHERE id = ?", seed, match_id)


async def seed(db: Rows, match_id: MatchId) -> int:
    """Return the seed of the computers' decisions in a match; 0: it has none."""
    [(stored_seed,)] = await db.rows("SELECT computer_seed FROM matches WHERE id = ?", match_id)
    return int(stored_seed or 0)
