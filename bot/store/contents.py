"""SQL about the contents that matches were begun with: each is stored once."""

from bot.content.seeds import Content
from bot.store.database import Rows
from bot.store.errors import StoreError


async def save(db: Rows, content: Content) -> None:
    """Store a content, unless it is there already."""
    sql = "INSERT INTO contents (hash, game, tables) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, content.hash, content.game, content.text)


async def find(db: Rows, name: str) -> Content | None:
    """The content of this hash, if it is stored.

    Raises:
        StoreError: it has been altered since.
    """
    found = await db.rows("SELECT game, tables FROM contents WHERE hash = ?", name)
    if not found:
        return None
    content = Content(*found[0])
    if content.hash != name:
        raise StoreError(f"The content {name} in the database has been altered. Put back a backup.")
    return content
