"""SQL about contents and rulebooks: the card tables and the texts with which matches were started, each stored once."""

from bot.content.seeds import Content, Rulebook
from bot.model.match import MatchId
from bot.store.database import Rows
from bot.store.errors import StoreError


async def save(db: Rows, content: Content) -> None:
    """Store a content, unless it is stored already."""
    sql = "INSERT INTO contents (hash, game, tables_json) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, content.hash, content.game, content.text)


async def load(db: Rows, content_hash: str) -> Content:
    """Return the stored content with this hash.

    Raises:
        StoreError: it has been altered in the file.
    """
    [row] = await db.rows("SELECT game, tables_json FROM contents WHERE hash = ?", content_hash)
    content = Content(*row)
    if content.hash != content_hash:
        raise StoreError(f"The content {content_hash} in the database has been altered. Put back a backup.")
    return content


async def save_rulebook(db: Rows, rulebook: Rulebook) -> None:
    """Store a rulebook, unless it is stored already."""
    sql = "INSERT INTO rulebooks (hash, game, markdown) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, rulebook.hash, rulebook.game, rulebook.text)


async def load_rulebook(db: Rows, rulebook_hash: str) -> Rulebook:
    """Return the stored rulebook with this hash."""
    [row] = await db.rows("SELECT game, markdown FROM rulebooks WHERE hash = ?", rulebook_hash)
    return Rulebook(*row)


async def rulebook_of(db: Rows, match_id: MatchId, unless: Rulebook) -> Rulebook | None:
    """Return the rulebook with which a match was started; None if it is `unless`, or the match has not started."""
    sql = (
        "SELECT rulebooks.game, rulebooks.markdown FROM matches "
        "JOIN rulebooks ON rulebooks.hash = matches.rulebook_hash "
        "WHERE matches.id = ? AND matches.rulebook_hash <> ?"
    )
    rows = await db.rows(sql, match_id, unless.hash)
    return Rulebook(*rows[0]) if rows else None
