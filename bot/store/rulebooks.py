"""SQL about rulebooks: their texts as matches were started with them. Each is stored once."""

from bot.content.seeds import Rulebook
from bot.model.match import MatchId
from bot.store.request import Rows


async def save(db: Rows, rulebook: Rulebook) -> None:
    """Store a rulebook, unless it is stored already."""
    sql = "INSERT INTO rulebooks (hash, game, markdown) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, rulebook.hash, rulebook.game, rulebook.text)


async def of_match(db: Rows, match_id: MatchId, unless: Rulebook) -> Rulebook | None:
    """Return the rulebook with which a match was started; None if it is `unless`, or the match has not started."""
    sql = (
        "SELECT rulebooks.game, rulebooks.markdown FROM matches "
        "JOIN rulebooks ON rulebooks.hash = matches.rulebook_hash "
        "WHERE matches.id = ? AND matches.rulebook_hash <> ?"
    )
    rows = await db.rows(sql, match_id, unless.hash)
    return Rulebook(*rows[0]) if rows else None
