"""SQL about content packs. Their tables and rulebooks are those of `contents`, which matches share."""

from typing import Final

from bot.content.seeds import Content, Rulebook
from bot.model.match import UserId
from bot.model.packs import Pack
from bot.store import contents
from bot.store.database import Rows
from rules.core.game import pack_number

_COLUMNS: Final = (
    "id, guild_id, game, name, edition, rules_version, content_hash, rulebook_hash, user_id, uploaded_at, retired_at"
)


def _read(row: tuple[object, ...]) -> Pack:
    names = (
        *("id", "guild", "game", "name", "edition", "rules", "content", "rulebook", "user", "uploaded_at"),
        "retired_at",
    )
    return Pack(**dict(zip(names, row, strict=True)))  # type: ignore[arg-type] # the columns have the types of the fields


async def find(db: Rows, key: str) -> Pack | None:
    """Return the pack whose game has this key. Return None if there is none, or if it is the key of a game of the
    catalog.
    """
    number = pack_number(key)
    rows = [] if number is None else await db.rows(f"SELECT {_COLUMNS} FROM packs WHERE id = ?", number)  # noqa: S608 # ours
    return next((pack for pack in map(_read, rows) if pack.key == key), None)


async def of_server(db: Rows, guild_id: int) -> list[Pack]:
    """Return the packs of a server, oldest first."""
    sql = f"SELECT {_COLUMNS} FROM packs WHERE guild_id = ? ORDER BY id"  # noqa: S608 # ours
    return [_read(row) for row in await db.rows(sql, guild_id)]


async def uploaded_by(db: Rows, interaction_id: int) -> Pack | None:
    """Return the pack that an interaction uploaded, if it uploaded one."""
    rows = await db.rows(f"SELECT {_COLUMNS} FROM packs WHERE interaction_id = ?", interaction_id)  # noqa: S608 # ours
    return _read(rows[0]) if rows else None


async def insert(  # noqa: PLR0913 # the columns
    db: Rows,
    *,
    guild: int,
    name: str,
    edition: str,
    rules: int,
    content: Content,
    rulebook: Rulebook,
    user: UserId,
    at: int,
    interaction: int,
) -> Pack:
    """Store a pack with its tables and its rulebook, and return it."""
    await contents.save(db, content)
    await contents.save_rulebook(db, rulebook)
    sql = (
        "INSERT INTO packs (guild_id, game, name, edition, rules_version, content_hash, rulebook_hash, user_id, "  # noqa: S608 # ours
        f"uploaded_at, interaction_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING {_COLUMNS}"
    )
    made = (guild, content.game, name, edition, rules, content.hash, rulebook.hash, user, at, interaction)
    [row] = await db.rows(sql, *made)
    return _read(row)


async def count_matches(db: Rows, key: str) -> int:
    """Return how many matches began with the game of a pack."""
    [(count,)] = await db.rows("SELECT count(*) FROM matches WHERE game = ? AND started_at IS NOT NULL", key)
    return int(count)


async def retire(db: Rows, pack: Pack, at: int) -> None:
    """Retire a pack. If no match has been opened with it, and no comparison was begun with it, delete it."""
    sql = (
        "SELECT 1 FROM matches WHERE game = ? "
        "UNION ALL SELECT 1 FROM comparisons WHERE first_game = ? OR second_game = ? LIMIT 1"
    )
    if await db.rows(sql, pack.key, pack.key, pack.key):
        await db.run("UPDATE packs SET retired_at = ? WHERE id = ? AND retired_at IS NULL", at, pack.id)
    else:
        await _delete(db, pack)


async def delete_of_server(db: Rows, guild_id: int) -> None:
    """Delete the packs of a server. Matches that began with one keep its tables."""
    for pack in await of_server(db, guild_id):
        await _delete(db, pack)


async def _delete(db: Rows, pack: Pack) -> None:
    await db.run("DELETE FROM packs WHERE id = ?", pack.id)
    for table, column, value in (
        ("contents", "content_hash", pack.content),
        ("rulebooks", "rulebook_hash", pack.rulebook),
    ):
        sql = (
            f"DELETE FROM {table} WHERE hash = ? "  # noqa: S608 # ours
            f"AND NOT EXISTS (SELECT 1 FROM matches WHERE {column} = {table}.hash) "
            f"AND NOT EXISTS (SELECT 1 FROM packs WHERE {column} = {table}.hash)"
        )
        await db.run(sql, value)
