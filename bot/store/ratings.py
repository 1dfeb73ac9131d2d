"""SQL about ratings."""

from collections.abc import Sequence
from typing import Any, TypedDict

from bot.match import UserId
from bot.store.database import Rows
from rules.core.events import Seat


class Stored(TypedDict):
    """A rating as it is stored."""

    mu: float
    sigma: float
    games: int
    wins: int


async def find(db: Rows, guild: int, game: str, user: UserId) -> Stored | None:
    """What is stored about a user at a game on a server."""
    sql = "SELECT mu, sigma, games, wins FROM ratings WHERE guild = ? AND game = ? AND user = ?"
    found = await db.rows(sql, guild, game, user)
    return Stored(mu=found[0][0], sigma=found[0][1], games=found[0][2], wins=found[0][3]) if found else None


async def save(db: Rows, guild: int, game: str, user: UserId, rating: Stored) -> None:
    """Store it, new or anew."""
    sql = (
        "INSERT INTO ratings (guild, game, user, mu, sigma, games, wins) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (guild, game, user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
        "games = excluded.games, wins = excluded.wins"
    )
    await db.rows(sql, guild, game, user, rating["mu"], rating["sigma"], rating["games"], rating["wins"])


async def all_of(db: Rows, guild: int, game: str) -> Sequence[tuple[Any, ...]]:
    """User, mu, sigma, games and wins of everybody rated at a game on a server."""
    sql = "SELECT user, mu, sigma, games, wins FROM ratings WHERE guild = ? AND game = ?"
    return await db.rows(sql, guild, game)


async def save_change(db: Rows, match: int, seat: Seat, before: int, after: int) -> None:
    """Store what a match made of a seat's points."""
    sql = "UPDATE chairs SET points_before = ?, points_after = ? WHERE match = ? AND seat = ?"
    await db.rows(sql, before, after, match, seat)


async def changes(db: Rows, match: int) -> Sequence[tuple[Any, ...]]:
    """The points before and after a match, by seat; nothing before it has ended."""
    sql = "SELECT points_before, points_after FROM chairs WHERE match = ? AND points_after IS NOT NULL ORDER BY seat"
    return await db.rows(sql, match)
