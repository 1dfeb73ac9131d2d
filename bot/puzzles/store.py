"""SQL about puzzles and the attempts at them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class StoredPuzzle(NamedTuple):
    """A row of `puzzles`."""

    id: int
    game: str
    """The game's key."""
    day: str
    """The UTC date of a daily puzzle; "" for any other."""
    level: int
    least: int
    """The lowest cost of any solution, in the game's units."""
    puzzle: str
    """The puzzle as JSON."""
    solution: str
    """A solution in notation, one action per line."""
    made: bool = False
    """Whether the puzzle is a generated spare one, neither a daily one nor from the booklet."""


class StoredAttempt(NamedTuple):
    """A row of `puzzle_attempts`."""

    puzzle: int
    user: UserId
    guild: int
    version: int
    actions: str
    tries: int
    hints: int
    told: str
    """The actions that hints have told, as JSON: lists of actions since the start, in notation. A list that ends with
    "" tells that nothing after these actions leads to the goal.
    """
    cost: int | None
    """The cost of the first solution, in the game's units; None until solved."""
    solved: int | None


_PUZZLE = "SELECT id, game, day, level, lowest_cost, puzzle_json, solution, generated FROM puzzles"
_ATTEMPT = (
    "SELECT puzzle_id, user_id, guild_id, version, actions, tries, hints, told, cost, solved_at FROM puzzle_attempts"
)


async def secret(db: Rows, name: str, fresh: str) -> str:
    """Return the secret with this name, after storing the fresh one if there was none."""
    await db.run("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, fresh)
    [(value,)] = await db.rows("SELECT value FROM secrets WHERE name = ?", name)
    return str(value)


async def of_day(db: Rows, day: str) -> StoredPuzzle | None:
    """Return the daily puzzle of a date, if it is stored."""
    rows = await db.rows(f"{_PUZZLE} WHERE day = ?", day)
    return _puzzle(rows[0]) if rows else None


async def load(db: Rows, puzzle_id: int) -> StoredPuzzle | None:
    """Return the puzzle with this id, if it exists."""
    rows = await db.rows(f"{_PUZZLE} WHERE id = ?", puzzle_id)
    return _puzzle(rows[0]) if rows else None


async def insert_once(db: Rows, puzzle: StoredPuzzle) -> StoredPuzzle:
    """Store a puzzle, unless its day already has one (or, without a day, its game has the same one); return the stored
    one.
    """
    sql = (
        "INSERT INTO puzzles (game, day, level, lowest_cost, puzzle_json, solution, generated) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING"
    )
    place = (puzzle.game, puzzle.day, puzzle.level, puzzle.least)
    await db.run(sql, *place, puzzle.puzzle, puzzle.solution, int(puzzle.made))
    if puzzle.day:
        [row] = await db.rows(f"{_PUZZLE} WHERE day = ?", puzzle.day)
    else:
        [row] = await db.rows(f"{_PUZZLE} WHERE day = '' AND game = ? AND puzzle_json = ?", puzzle.game, puzzle.puzzle)
    return _puzzle(row)


async def begun(db: Rows, game: str, user_id: UserId) -> Sequence[tuple[str, bool]]:
    """Return the puzzles, other than daily ones, that a user has begun in a game: the JSON of each, and whether it is
    solved.
    """
    sql = (
        "SELECT puzzles.puzzle_json, puzzle_attempts.cost FROM puzzle_attempts "
        "JOIN puzzles ON puzzles.id = puzzle_attempts.puzzle_id "
        "WHERE puzzle_attempts.user_id = ? AND puzzles.game = ? AND puzzles.day = ''"
    )
    return [(str(puzzle_json), cost is not None) for puzzle_json, cost in await db.rows(sql, user_id, game)]


async def unsolved(db: Rows, game: str, level: int, user_id: UserId) -> Sequence[StoredPuzzle]:
    """Return the generated puzzles of a level that a user has not solved, the oldest first."""
    sql = (
        f"{_PUZZLE} WHERE generated = 1 AND game = ? AND level = ? AND NOT EXISTS (SELECT 1 FROM puzzle_attempts "  # noqa: S608 # ours
        "WHERE puzzle_attempts.puzzle_id = puzzles.id AND puzzle_attempts.user_id = ? "
        "AND puzzle_attempts.cost IS NOT NULL) ORDER BY id"
    )
    return [_puzzle(row) for row in await db.rows(sql, game, level, user_id)]


async def count_generated(db: Rows, game: str, level: int) -> int:
    """Return how many generated puzzles of a level are stored."""
    sql = "SELECT count(*) FROM puzzles WHERE generated = 1 AND game = ? AND level = ?"
    [(count,)] = await db.rows(sql, game, level)
    return int(count)


async def attempt(db: Rows, puzzle_id: int, user_id: UserId) -> StoredAttempt | None:
    """Return a user's attempt at a puzzle, if they have begun it."""
    rows = await db.rows(f"{_ATTEMPT} WHERE puzzle_id = ? AND user_id = ?", puzzle_id, user_id)
    return StoredAttempt(*rows[0]) if rows else None


async def begin(db: Rows, puzzle_id: int, user_id: UserId, guild_id: int) -> StoredAttempt:
    """Begin a puzzle, unless the user has begun it; return their attempt."""
    sql = "INSERT INTO puzzle_attempts (puzzle_id, user_id, guild_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, puzzle_id, user_id, guild_id)
    begun_attempt = await attempt(db, puzzle_id, user_id)
    assert begun_attempt is not None
    return begun_attempt


async def save(db: Rows, changed: StoredAttempt) -> bool:
    """Store an attempt whose version has grown by one; return False and store nothing if another change came first."""
    sql = (
        "UPDATE puzzle_attempts SET version = ?, actions = ?, tries = ?, hints = ?, told = ?, cost = ?, solved_at = ? "
        "WHERE puzzle_id = ? AND user_id = ? AND version = ? RETURNING version"
    )
    progress = (changed.actions, changed.tries, changed.hints, changed.told, changed.cost, changed.solved)
    key = (changed.puzzle, changed.user, changed.version - 1)
    return bool(await db.rows(sql, changed.version, *progress, *key))


async def board(db: Rows, puzzle_id: int, guild_id: int, until: int, count: int) -> Sequence[StoredAttempt]:
    """Return the attempts that solved a puzzle on a server in time, the best first, at most this many."""
    sql = (
        f"{_ATTEMPT} WHERE puzzle_id = ? AND guild_id = ? AND solved_at <= ? "
        "ORDER BY CASE WHEN hints > 0 THEN 1 ELSE 0 END, cost, tries, hints, solved_at LIMIT ?"
    )
    return [StoredAttempt(*row) for row in await db.rows(sql, puzzle_id, guild_id, until, count)]


async def days(db: Rows, user_id: UserId) -> Sequence[tuple[str, int]]:
    """Return the dates whose daily puzzle a user solved and when they did, the latest date first."""
    sql = (
        "SELECT puzzles.day, puzzle_attempts.solved_at FROM puzzle_attempts "
        "JOIN puzzles ON puzzles.id = puzzle_attempts.puzzle_id WHERE puzzle_attempts.user_id = ? "
        "AND puzzles.day <> '' AND puzzle_attempts.solved_at IS NOT NULL ORDER BY puzzles.day DESC"
    )
    return [(str(day), int(solved_at)) for day, solved_at in await db.rows(sql, user_id)]


def _puzzle(row: Sequence[Any]) -> StoredPuzzle:
    puzzle_id, game, day, level, lowest_cost, puzzle_json, solution, generated = row
    return StoredPuzzle(puzzle_id, game, day, level, lowest_cost, puzzle_json, solution, bool(generated))
