"""SQL about puzzles, and what people made of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class StoredPuzzle(NamedTuple):
    """A puzzle as it is stored."""

    id: int
    day: str
    level: int
    least: int
    puzzle: str
    solution: str


class StoredAttempt(NamedTuple):
    """What somebody made of a puzzle."""

    puzzle: int
    user: UserId
    guild: int
    version: int
    actions: str
    tries: int
    hints: int
    cards: int | None
    solved: int | None


_PUZZLE = "SELECT id, day, level, least, puzzle, solution FROM puzzles"
_ATTEMPT = "SELECT puzzle, user, guild, version, actions, tries, hints, cards, solved FROM attempts"


async def secret(db: Rows, name: str, fresh: str) -> str:
    """The secret of this name, which is this fresh one if there was none."""
    await db.rows("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, fresh)
    [(value,)] = await db.rows("SELECT value FROM secrets WHERE name = ?", name)
    return str(value)


async def of_day(db: Rows, day: str) -> StoredPuzzle | None:
    """The daily puzzle of a date, if somebody has asked for it."""
    found = await db.rows(f"{_PUZZLE} WHERE day = ?", day)
    return StoredPuzzle(*found[0]) if found else None


async def load(db: Rows, number: int) -> StoredPuzzle | None:
    """The puzzle of this number, if there is one."""
    found = await db.rows(f"{_PUZZLE} WHERE id = ?", number)
    return StoredPuzzle(*found[0]) if found else None


async def keep(db: Rows, puzzle: StoredPuzzle) -> StoredPuzzle:
    """Store a puzzle, unless that of the day, or the same one of no day, is stored already; what is stored."""
    sql = "INSERT INTO puzzles (day, level, least, puzzle, solution) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, puzzle.day, puzzle.level, puzzle.least, puzzle.puzzle, puzzle.solution)
    if puzzle.day:
        [found] = await db.rows(f"{_PUZZLE} WHERE day = ?", puzzle.day)
    else:
        [found] = await db.rows(f"{_PUZZLE} WHERE day = '' AND puzzle = ?", puzzle.puzzle)
    return StoredPuzzle(*found)


async def begun(db: Rows, user: UserId) -> Sequence[tuple[str, bool]]:
    """The puzzles of no day that a user has begun, as JSON, and whether they solved each."""
    sql = (
        "SELECT puzzles.puzzle, attempts.cards IS NOT NULL FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle "
        "WHERE attempts.user = ? AND puzzles.day = ''"
    )
    return [(str(puzzle), bool(solved)) for puzzle, solved in await db.rows(sql, user)]


async def attempt(db: Rows, puzzle: int, user: UserId) -> StoredAttempt | None:
    """What a user made of a puzzle; None: they have not begun it."""
    found = await db.rows(f"{_ATTEMPT} WHERE puzzle = ? AND user = ?", puzzle, user)
    return StoredAttempt(*found[0]) if found else None


async def begin(db: Rows, puzzle: int, user: UserId, guild: int) -> StoredAttempt:
    """Begin a puzzle, unless it was begun."""
    sql = "INSERT INTO attempts (puzzle, user, guild) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, puzzle, user, guild)
    found = await attempt(db, puzzle, user)
    assert found is not None
    return found


async def save(db: Rows, changed: StoredAttempt) -> bool:
    """Store an attempt whose version was counted up by one; False: somebody was quicker, and nothing was stored."""
    sql = (
        "UPDATE attempts SET version = ?, actions = ?, tries = ?, hints = ?, cards = ?, solved = ? "
        "WHERE puzzle = ? AND user = ? AND version = ? RETURNING version"
    )
    values: tuple[Any, ...] = (changed.version, changed.actions, changed.tries, changed.hints, changed.cards)
    key = (changed.puzzle, changed.user, changed.version - 1)
    return bool(await db.rows(sql, *values, changed.solved, *key))


async def board(db: Rows, puzzle: int, guild: int, until: int, count: int) -> Sequence[StoredAttempt]:
    """Those who solved a puzzle on a server in time, the best first."""
    sql = (
        f"{_ATTEMPT} WHERE puzzle = ? AND guild = ? AND solved <= ? "
        "ORDER BY hints > 0, cards, tries, hints, solved LIMIT ?"
    )
    return [StoredAttempt(*row) for row in await db.rows(sql, puzzle, guild, until, count)]


async def days(db: Rows, user: UserId) -> Sequence[tuple[str, int]]:
    """The dates whose daily puzzle a user solved, the latest first, and when they did."""
    sql = (
        "SELECT puzzles.day, attempts.solved FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle "
        "WHERE attempts.user = ? AND puzzles.day <> '' AND attempts.solved IS NOT NULL ORDER BY puzzles.day DESC"
    )
    return [(str(day), int(solved)) for day, solved in await db.rows(sql, user)]
