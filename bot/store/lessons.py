"""SQL about lessons: the progress of users, and whether a game is new to them."""

from typing import NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class StoredLesson(NamedTuple):
    """The progress of a user in the lesson of a game: a row of `lessons`."""

    id: int
    user: UserId
    game: str
    lesson: str
    """The fingerprint of the lesson to which the steps belong."""
    step: int
    """The number of steps that are done."""
    version: int
    """The number of changes of the row."""
    finished: int | None
    """The moment at which the user first finished the lesson, in seconds since 1970-01-01 UTC; None: never."""


_LESSON = "SELECT id, user_id, game, lesson_fingerprint, steps_done, version, finished_at FROM lessons"


async def load(db: Rows, lesson_id: int) -> StoredLesson | None:
    """Return the row with this id, if it exists."""
    rows = await db.rows(f"{_LESSON} WHERE id = ?", lesson_id)
    return StoredLesson(*rows[0]) if rows else None


async def begin(db: Rows, user_id: UserId, game: str, fingerprint: str) -> StoredLesson:
    """Begin the lesson of a game, unless the user has begun it; return their progress."""
    sql = "INSERT INTO lessons (user_id, game, lesson_fingerprint) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, user_id, game, fingerprint)
    [row] = await db.rows(f"{_LESSON} WHERE user_id = ? AND game = ?", user_id, game)
    return StoredLesson(*row)


async def save(db: Rows, changed: StoredLesson) -> bool:
    """Store a row whose version the caller has raised by one. Return False and store nothing if another change came
    first.
    """
    sql = (
        "UPDATE lessons SET lesson_fingerprint = ?, steps_done = ?, version = ?, finished_at = ? "
        "WHERE id = ? AND version = ? RETURNING version"
    )
    key = (changed.id, changed.version - 1)
    return bool(await db.rows(sql, changed.lesson, changed.step, changed.version, changed.finished, *key))


async def is_new(db: Rows, user_id: UserId, game: str) -> bool:
    """Return whether a user has finished neither a match nor the lesson of a game."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM lessons WHERE user_id = ? AND game = ? AND finished_at IS NOT NULL) OR EXISTS "
        "(SELECT 1 FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.user_id = ? AND matches.game = ? AND matches.status = 'over')"
    )
    [(is_known,)] = await db.rows(sql, user_id, game, user_id, game)
    return not is_known


class Experience(NamedTuple):
    """How much a user has played a game."""

    begun: int
    """The number of matches that have started, present and former ones."""
    finished: int
    """The number of matches that the user has played to their end, without resigning."""


async def experience(db: Rows, user_id: UserId, game: str) -> Experience:
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
