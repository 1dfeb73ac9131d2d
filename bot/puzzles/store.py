"""SQL about puzzles and attempts at them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class StoredPuzzle(NamedTuple):
    """A puzzle as it is stored."""

    id: int
    game: str
    """The game's key."""
    day: str
    level: int
    least: int
    puzzle: str
    solution: str
    made: bool = False
    """Whether it was made here, and is of no day and in no booklet."""


class StoredAttempt(NamedTuple):
    """An attempt of one person, as it is stored."""

    puzzle: int
    user: UserId
    guild: int
    version: int
    actions: str
    tries: int
    hints: int
    cost: int | None
    """What it was first solved with, in the game's units; None: not yet."""
    solved: int | None


_PUZZLE = "SELECT id, game, day, level, least, puzzle, solution, made FROM puzzles"
_ATTEMPT = "SELECT puzzle, user, guild, version, actions, tries, hints, cost, solved FROM attempts"


async def secret(db: Rows, name: str, fresh: str) -> str:
    """Return the secret of this name, stored as `fresh` if there was none."""
    await db.rows("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, fresh)
    [(value,)] = await db.rows("SELECT value FROM secrets WHERE name = ?", name)
    return str(value)


async def of_day(db: Rows, day: str) -> StoredPuzzle | None:
    """Return the daily puzzle of a date, if it was stored."""
    found = await db.rows(f"{_PUZZLE} WHERE day = ?", day)
    return StoredPuzzle(*found[0]) if found else None


async def load(db: Rows, number: int) -> StoredPuzzle | None:
    """Return the puzzle of this number, if there is one."""
    found = await db.rows(f"{_PUZZLE} WHERE id = ?", number)
    return StoredPuzzle(*found[0]) if found else None


async def keep(db: Rows, puzzle: StoredPuzzle) -> StoredPuzzle:
    """Store a puzzle unless that of the day, or the same one of no day, is stored already; return the stored one."""
    columns, marks = "game, day, level, least, puzzle, solution, made", "?, ?, ?, ?, ?, ?, ?"
    sql = f"INSERT INTO puzzles ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 # ours
    await db.rows(sql, *puzzle[1:])
    if puzzle.day:
        [found] = await db.rows(f"{_PUZZLE} WHERE day = ?", puzzle.day)
    else:
        [found] = await db.rows(f"{_PUZZLE} WHERE day = '' AND game = ? AND puzzle = ?", puzzle.game, puzzle.puzzle)
    return StoredPuzzle(*found)


async def begun(db: Rows, game: str, user: UserId) -> Sequence[tuple[str, bool]]:
    """Return the puzzles of a game and of no day that a user has begun, as JSON, and whether they solved each."""
    sql = (
        "SELECT puzzles.puzzle, attempts.cost IS NOT NULL FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle "
        "WHERE attempts.user = ? AND puzzles.game = ? AND puzzles.day = ''"
    )
    return [(str(puzzle), bool(solved)) for puzzle, solved in await db.rows(sql, user, game)]


async def fresh(db: Rows, game: str, level: int, user: UserId) -> Sequence[StoredPuzzle]:
    """Return the puzzles of a level that were made here and that a user has not solved, the oldest first."""
    sql = (
        f"{_PUZZLE} WHERE made = 1 AND game = ? AND level = ? AND NOT EXISTS (SELECT 1 FROM attempts "  # noqa: S608 # ours
        "WHERE attempts.puzzle = puzzles.id AND attempts.user = ? AND attempts.cost IS NOT NULL) ORDER BY id"
    )
    return [StoredPuzzle(*row) for row in await db.rows(sql, game, level, user)]


async def made(db: Rows, game: str, level: int) -> int:
    """Return how many puzzles of a level were made here."""
    [(count,)] = await db.rows("SELECT count(*) FROM puzzles WHERE made = 1 AND game = ? AND level = ?", game, level)
    return int(count)


async def attempt(db: Rows, puzzle: int, user: UserId) -> StoredAttempt | None:
    """Return a user's attempt at a puzzle; None if they have not begun it."""
    found = await db.rows(f"{_ATTEMPT} WHERE puzzle = ? AND user = ?", puzzle, user)
    return StoredAttempt(*found[0]) if found else None


async def begin(db: Rows, puzzle: int, user: UserId, guild: int) -> StoredAttempt:
    """Begin a puzzle unless it was begun; return the attempt."""
    sql = "INSERT INTO attempts (puzzle, user, guild) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, puzzle, user, guild)
    found = await attempt(db, puzzle, user)
    assert found is not None
    return found


async def save(db: Rows, changed: StoredAttempt) -> bool:
    """Store an attempt whose version was raised by one; return False, storing nothing, if another change came first."""
    sql = (
        "UPDATE attempts SET version = ?, actions = ?, tries = ?, hints = ?, cost = ?, solved = ? "
        "WHERE puzzle = ? AND user = ? AND version = ? RETURNING version"
    )
    values: tuple[Any, ...] = (changed.version, changed.actions, changed.tries, changed.hints, changed.cost)
    key = (changed.puzzle, changed.user, changed.version - 1)
    return bool(await db.rows(sql, *values, changed.solved, *key))


async def board(db: Rows, puzzle: int, guild: int, until: int, count: int) -> Sequence[StoredAttempt]:
    """Return the attempts that solved a puzzle on a server in time, the best first."""
    sql = (
        f"{_ATTEMPT} WHERE puzzle = ? AND guild = ? AND solved <= ? "
        "ORDER BY hints > 0, cost, tries, hints, solved LIMIT ?"
    )
    return [StoredAttempt(*row) for row in await db.rows(sql, puzzle, guild, until, count)]


async def days(db: Rows, user: UserId) -> Sequence[tuple[str, int]]:
    """Return the dates whose daily puzzle a user solved, the latest first, and when they did."""
    sql = (
        "SELECT puzzles.day, attempts.solved FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle "
        "WHERE attempts.user = ? AND puzzles.day <> '' AND attempts.solved IS NOT NULL ORDER BY puzzles.day DESC"
    )
    return [(str(day), int(solved)) for day, solved in await db.rows(sql, user)]
