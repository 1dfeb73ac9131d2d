"""SQL about lessons: how far somebody is, and whether a game is new to them."""

from typing import NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class StoredLesson(NamedTuple):
    """How far somebody is in the lesson of a game."""

    id: int
    user: UserId
    game: str
    lesson: str
    step: int
    version: int
    finished: int | None


_LESSON = "SELECT id, user, game, lesson, step, version, finished FROM lessons"


async def load(db: Rows, number: int) -> StoredLesson | None:
    """The one of this number, if there is one."""
    found = await db.rows(f"{_LESSON} WHERE id = ?", number)
    return StoredLesson(*found[0]) if found else None


async def begin(db: Rows, user: UserId, game: str, lesson: str) -> StoredLesson:
    """The lesson of a game for a user, begun unless it was."""
    sql = "INSERT INTO lessons (user, game, lesson) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, user, game, lesson)
    [found] = await db.rows(f"{_LESSON} WHERE user = ? AND game = ?", user, game)
    return StoredLesson(*found)


async def save(db: Rows, changed: StoredLesson) -> bool:
    """Store one whose version was counted up by one; False: somebody was quicker, and nothing was stored."""
    sql = (
        "UPDATE lessons SET lesson = ?, step = ?, version = ?, finished = ? WHERE id = ? AND version = ? "
        "RETURNING version"
    )
    key = (changed.id, changed.version - 1)
    return bool(await db.rows(sql, changed.lesson, changed.step, changed.version, changed.finished, *key))


async def is_new(db: Rows, user: UserId, game: str) -> bool:
    """Whether a user has finished neither a match nor the lesson of a game."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM lessons WHERE user = ? AND game = ? AND finished IS NOT NULL) OR EXISTS "
        "(SELECT 1 FROM players JOIN matches ON matches.id = players.match "
        "WHERE players.user = ? AND matches.game = ? AND matches.status = 'over')"
    )
    [(known,)] = await db.rows(sql, user, game, user, game)
    return not known
