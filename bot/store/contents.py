"""SQL about contents: the card tables with which matches were started. Each content is stored once."""

from bot.content.seeds import Content
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
