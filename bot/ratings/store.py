"""SQL about ratings and leaderboards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict

from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.people import listing
from bot.store.database import Rows
from rules.core.events import Seat

_LIST: Final = "guild_id = ? AND game = ? AND rules = ?"

_Band = tuple[int, int]
"""The fewest points of a band, and how many players have points in it."""


class Stored(TypedDict):
    """A rating as it is stored."""

    mu: float
    sigma: float
    games: int
    wins: int
    season_games: int
    season_wins: int


class Ranked(Stored):
    """A rating with its points."""

    points: int
    """The points by `bot.ratings.ratings.Rating.points`. If that formula changes, every stored rating needs
    new points.
    """


async def find(db: Rows, of: RatingList, user_id: UserId) -> Stored | None:
    """Return the rating of a user in a list, if they have one."""
    sql = f"SELECT mu, sigma, games, wins, season_games, season_wins FROM ratings WHERE {_LIST} AND user_id = ?"  # noqa: S608 # ours
    for mu, sigma, games, wins, season_games, season_wins in await db.rows(sql, *of, user_id):
        return Stored(mu=mu, sigma=sigma, games=games, wins=wins, season_games=season_games, season_wins=season_wins)
    return None


async def save(db: Rows, of: RatingList, user_id: UserId, rating: Ranked) -> None:
    """Store a rating, in place of an earlier one."""
    where = f"{_LIST} AND user_id = ?"
    sql = f"SELECT points FROM ratings WHERE {where} AND is_listed = 1"  # noqa: S608 # ours
    for (points,) in await db.rows(sql, *of, user_id):
        await listing.count(db, of, points, -1)
    listed = await listing.is_listed(db, of.guild, user_id)
    await db.run(f"DELETE FROM ratings WHERE {where}", *of, user_id)  # noqa: S608 # ours
    sql = (
        "INSERT INTO ratings (guild_id, game, rules, user_id, mu, sigma, games, wins, points, season_games, "
        "season_wins, is_listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    strength = (rating["mu"], rating["sigma"], rating["games"], rating["wins"], rating["points"])
    season = (rating["season_games"], rating["season_wins"])
    await db.run(sql, *of, user_id, *strength, *season, int(listed))
    if listed:
        await listing.count(db, of, rating["points"], 1)


async def players(db: Rows, of: RatingList) -> int:
    """Return how many players are listed in a rating list."""
    return sum(count for _, count in await _wide(db, of))


async def ranked(db: Rows, of: RatingList, user_id: UserId) -> tuple[int, int, int, int] | None:
    """Return how many players have more points than a user, then the user's points, games and wins; None: they are not
    listed.
    """
    sql = f"SELECT points, games, wins FROM ratings WHERE {_LIST} AND user_id = ? AND is_listed = 1"  # noqa: S608 # ours
    for points, games, wins in await db.rows(sql, *of, user_id):
        band = points - points % listing.BAND
        bands = [each for each in await _wide(db, of) if each[0] > band]
        levels = [each for each in await _narrow(db, of, band) if each[0] > points]
        return sum(count for _, count in [*bands, *levels]), points, games, wins
    return None


async def level_at(db: Rows, of: RatingList, players_ahead: int) -> tuple[int, int]:
    """Return the points of the player who comes after this many others, and how many players have more points.

    Raises:
        LookupError: fewer players are listed.
    """
    band, above = _holder(await _wide(db, of), players_ahead, 0)
    return _holder(await _narrow(db, of, band), players_ahead, above)


def _holder(bands: Iterable[_Band], players_ahead: int, above: int) -> tuple[int, int]:
    """Return the points of the band of the player who comes after this many others, and how many players are above
    that band. above: how many are above all these bands.
    """
    for points, count in bands:
        if above + count > players_ahead:
            return points, above
        above += count
    raise LookupError(players_ahead)


async def _wide(db: Rows, of: RatingList) -> Sequence[_Band]:
    """Return all wide bands of a list, the best first."""
    sql = f"SELECT points, players FROM players_by_points WHERE {_LIST} AND width = ? ORDER BY points DESC"  # noqa: S608 # ours
    return [(points, count) for points, count in await db.rows(sql, *of, listing.BAND)]


async def _narrow(db: Rows, of: RatingList, band: int) -> Sequence[_Band]:
    """Return the narrow bands within a wide one, the best first. band: the fewest points of the wide one."""
    sql = (
        f"SELECT points, players FROM players_by_points WHERE {_LIST} "  # noqa: S608 # ours
        "AND width = 1 AND points >= ? AND points < ? ORDER BY points DESC"
    )
    return [(points, count) for points, count in await db.rows(sql, *of, band, band + listing.BAND)]


async def page(db: Rows, of: RatingList, *, most: int, skipped: int, count: int) -> Sequence[tuple[Any, ...]]:
    """Return user, points, games and wins of the best players with at most `most` points: `count` of them after the
    `skipped` best ones.
    """
    sql = (
        "SELECT user_id, points, games, wins FROM ratings "
        "WHERE guild_id = ? AND game = ? AND rules = ? AND points <= ? AND is_listed = 1 "
        "ORDER BY points DESC, games DESC, user_id LIMIT ? OFFSET ?"
    )
    return await db.rows(sql, *of, most, count, skipped)


async def save_list(db: Rows, match_id: MatchId, of: RatingList) -> None:
    """Store that a match is rated, in this list."""
    sql = "UPDATE matches SET rated_guild_id = ?, rated_rules = ? WHERE id = ?"
    await db.run(sql, of.guild, of.rules, match_id)


async def save_change(db: Rows, match_id: MatchId, seat: Seat, before: int, after: int) -> None:
    """Store the points of a seat's player before and after a match."""
    sql = "UPDATE players SET points_before = ?, points_after = ? WHERE match_id = ? AND seat = ?"
    await db.run(sql, before, after, match_id, seat)


async def changes(db: Rows, match_id: MatchId) -> Mapping[Seat, tuple[int, int]]:
    """Return the points before and after a match of each rated seat; {} before the match has ended."""
    sql = "SELECT seat, points_before, points_after FROM players WHERE match_id = ? AND points_after IS NOT NULL"
    return {seat: (before, after) for seat, before, after in await db.rows(sql, match_id)}


async def opponents(db: Rows, of: RatingList, user_id: UserId, before: MatchId, since: int) -> Mapping[UserId, int]:
    """Return whom a user has met in a rating list before a match, and in how many matches that ended since a moment."""
    sql = (
        "SELECT others.user_id, sum(CASE WHEN matches.ended_at >= ? THEN 1 ELSE 0 END) FROM players AS mine "
        "JOIN matches ON matches.id = mine.match_id "
        "JOIN players AS others ON others.match_id = mine.match_id AND others.seat <> mine.seat "
        "WHERE mine.user_id = ? AND matches.rated_guild_id = ? AND matches.game = ? AND matches.rated_rules = ? "
        "AND matches.id <> ? AND others.user_id IS NOT NULL GROUP BY others.user_id"
    )
    return {user: int(count) for user, count in await db.rows(sql, since, user_id, *of, before)}


async def players_at_most(db: Rows, of: RatingList, most: int) -> int:
    """Return how many players a rating list has, and at most `most`."""
    sql = (
        "SELECT count(*) FROM (SELECT 1 FROM ratings WHERE guild_id = ? AND game = ? AND rules = ? LIMIT ?) AS counted"
    )
    [(count,)] = await db.rows(sql, *of, most)
    return int(count)
