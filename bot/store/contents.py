"""SQL about the contents that matches were begun with."""

from bot.content import Content
from bot.store.database import Rows


async def save(db: Rows, content: Content) -> None:
    sql = "INSERT INTO contents (hash, game, tables) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, content.hash, content.game, content.text)


async def find(db: Rows, hash_: str) -> Content | None:
    found = await db.rows("SELECT game, tables FROM contents WHERE hash = ?", hash_)
    return Content(found[0][0], found[0][1], hash_) if found else None
