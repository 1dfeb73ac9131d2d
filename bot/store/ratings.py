"""SQL about ratings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from bot.model.match import UserId
from bot.store.database import Rows
from rules.core.events import Seat


class Stored(TypedDict):
    """A rating as it is stored."""

    mu: float
    sigma: float
    games: int
    wins: int


class Ranked(Stored):
    """A rating, and where it stands among others."""

    points: int
    """`bot.application.match.ratings.Rating.points`. If that formula changes, store every rating's points anew."""


async def find(db: Rows, guild: int, game: str, user: UserId) -> Stored | None:
    """What is stored about a user at a game on a server."""
    sql = "SELECT mu, sigma, games, wins FROM ratings WHERE guild = ? AND game = ? AND user = ?"
    found = await db.rows(sql, guild, game, user)
    return Stored(mu=found[0][0], sigma=found[0][1], games=found[0][2], wins=found[0][3]) if found else None


async def save(db: Rows, guild: int, game: str, user: UserId, rating: Ranked) -> None:
    """Store a rating, in place of an earlier one."""
    leave = (
        "UPDATE players_by_points SET players = players - 1 WHERE guild = ? AND game = ? AND points = "
        "(SELECT points FROM ratings WHERE guild = ? AND game = ? AND user = ?)"
    )
    await db.rows(leave, guild, game, guild, game, user)
    sql = (
        "INSERT INTO ratings (guild, game, user, mu, sigma, games, wins, points) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (guild, game, user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
        "games = excluded.games, wins = excluded.wins, points = excluded.points"
    )
    numbers = (rating["mu"], rating["sigma"], rating["games"], rating["wins"], rating["points"])
    await db.rows(sql, guild, game, user, *numbers)
    enter = (
        "INSERT INTO players_by_points (guild, game, points, players) VALUES (?, ?, ?, 1) "
        "ON CONFLICT (guild, game, points) DO UPDATE SET players = players_by_points.players + 1"
    )
    await db.rows(enter, guild, game, rating["points"])


async def players(db: Rows, guild: int, game: str) -> int:
    """How many are rated at a game on a server."""
    sql = "SELECT coalesce(sum(players), 0) FROM players_by_points WHERE guild = ? AND game = ?"
    return int((await db.rows(sql, guild, game))[0][0])


async def ranked(db: Rows, guild: int, game: str, user: UserId) -> tuple[int, int, int, int] | None:
    """How many have more points than a user, and the user's points, games and wins; None: not rated there."""
    sql = (
        "SELECT (SELECT coalesce(sum(players), 0) FROM players_by_points AS better WHERE better.guild = ratings.guild "
        "AND better.game = ratings.game AND better.points > ratings.points), points, games, wins "
        "FROM ratings WHERE guild = ? AND game = ? AND user = ?"
    )
    found = await db.rows(sql, guild, game, user)
    return (int(found[0][0]), found[0][1], found[0][2], found[0][3]) if found else None


async def level_at(db: Rows, guild: int, game: str, number: int) -> tuple[int, int]:
    """The points of the player who has so many before them, best first, and how many have more points than that.
    There must be such a player.
    """
    bands = (
        "SELECT points / 64, sum(players) FROM players_by_points WHERE guild = ? AND game = ? "
        "GROUP BY points / 64 ORDER BY points / 64 DESC"
    )  # a few dozen; a window over all levels takes four times as long
    band, above = _holder(await db.rows(bands, guild, game), number, 0)
    levels = (
        "SELECT points, players FROM players_by_points WHERE guild = ? AND game = ? AND points BETWEEN ? AND ? "
        "ORDER BY points DESC"
    )
    return _holder(await db.rows(levels, guild, game, 64 * band, 64 * band + 63), number, above)


def _holder(levels: Iterable[tuple[Any, ...]], number: int, above: int) -> tuple[int, int]:
    for level, players in levels:
        if above + players > number:
            return int(level), above
        above += int(players)
    raise LookupError(number)


async def page(  # noqa: PLR0913 # a piece of a list
    db: Rows, guild: int, game: str, *, most: int, skipped: int, count: int
) -> Sequence[tuple[Any, ...]]:
    """User, points, games and wins of so many players, the best first, among those with at most so many points."""
    sql = (
        "SELECT user, points, games, wins FROM ratings WHERE guild = ? AND game = ? AND points <= ? "
        "ORDER BY points DESC, games DESC, user LIMIT ? OFFSET ?"
    )
    return await db.rows(sql, guild, game, most, count, skipped)


async def save_change(db: Rows, number: int, seat: Seat, before: int, after: int) -> None:
    """Store what a match made of a seat's points."""
    sql = "UPDATE players SET points_before = ?, points_after = ? WHERE match = ? AND seat = ?"
    await db.rows(sql, before, after, number, seat)


async def changes(db: Rows, number: int) -> Mapping[Seat, tuple[int, int]]:
    """The points before and after a match, by seat, of those that were rated; {} before it has ended."""
    sql = "SELECT seat, points_before, points_after FROM players WHERE match = ? AND points_after IS NOT NULL"
    return {seat: (before, after) for seat, before, after in await db.rows(sql, number)}
