"""SQL about ratings and leaderboards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict

from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.people import listing
from bot.store.database import Rows
from rules.core.events import Seat

_BAND: Final = 64
"""The width, in points, of the bands that are counted first when a place is looked up. A few dozen bands hold all
players.
"""


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
    sql = (
        "SELECT mu, sigma, games, wins, season_games, season_wins FROM ratings "
        "WHERE guild_id = ? AND game = ? AND rules = ? AND user_id = ?"
    )
    for mu, sigma, games, wins, season_games, season_wins in await db.rows(sql, *of, user_id):
        return Stored(mu=mu, sigma=sigma, games=games, wins=wins, season_games=season_games, season_wins=season_wins)
    return None


async def save(db: Rows, of: RatingList, user_id: UserId, rating: Ranked) -> None:
    """Store a rating, in place of an earlier one."""
    where = "guild_id = ? AND game = ? AND rules = ? AND user_id = ?"
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
    sql = "SELECT coalesce(sum(players), 0) FROM players_by_points WHERE guild_id = ? AND game = ? AND rules = ?"
    [(count,)] = await db.rows(sql, *of)
    return int(count)


async def ranked(db: Rows, of: RatingList, user_id: UserId) -> tuple[int, int, int, int] | None:
    """Return how many players have more points than a user, then the user's points, games and wins; None: they are not
    listed.
    """
    sql = (
        "SELECT (SELECT coalesce(sum(better.players), 0) FROM players_by_points AS better "
        "WHERE better.guild_id = ratings.guild_id AND better.game = ratings.game AND better.rules = ratings.rules "
        "AND better.points > ratings.points), points, games, wins FROM ratings "
        "WHERE guild_id = ? AND game = ? AND rules = ? AND user_id = ? AND is_listed = 1"
    )
    for ahead, points, games, wins in await db.rows(sql, *of, user_id):
        return int(ahead), points, games, wins
    return None


async def level_at(db: Rows, of: RatingList, players_ahead: int) -> tuple[int, int]:
    """Return the points of the player who comes after this many others, and how many players have more points.

    Raises:
        LookupError: fewer players are listed.
    """
    bands_sql = (
        f"SELECT points / {_BAND}, sum(players) FROM players_by_points "  # noqa: S608 # ours
        f"WHERE guild_id = ? AND game = ? AND rules = ? GROUP BY points / {_BAND} ORDER BY points / {_BAND} DESC"
    )  # a window over all levels takes four times as long
    band, above = _holder(await db.rows(bands_sql, *of), players_ahead, 0)
    levels_sql = (
        "SELECT points, players FROM players_by_points WHERE guild_id = ? AND game = ? AND rules = ? "
        "AND points BETWEEN ? AND ? ORDER BY points DESC"
    )
    levels = await db.rows(levels_sql, *of, _BAND * band, _BAND * band + _BAND - 1)
    return _holder(levels, players_ahead, above)


def _holder(levels: Iterable[tuple[Any, ...]], players_ahead: int, above: int) -> tuple[int, int]:
    """Return the level of the player who comes after this many others, and how many players are above that level."""
    for level, players_there in levels:
        if above + players_there > players_ahead:
            return int(level), above
        above += int(players_there)
    raise LookupError(players_ahead)


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
