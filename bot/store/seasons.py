"""SQL about the seasons of servers, and who won them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bot.model.match import UserId
from bot.model.seasons import season_bounds
from bot.store.database import Rows

WINNERS: Final = 3
"""The best places of a season that are remembered with its date."""

Drawn = tuple[float, float, int]
"""The mu, the sigma and the points of a rating."""
Draw = Callable[[float, float], Drawn]
"""Returns a rating as the next season begins with it."""


class Season(NamedTuple):
    """A season of a server. Moments are seconds since 1970-01-01 UTC."""

    number: int
    """Counted from 1."""
    began_at: int
    ends_at: int


class Winner(NamedTuple):
    """One of the best of a season that is over."""

    season: Season
    place: int
    user: UserId
    points: int


async def present(db: Rows, guild_id: int) -> Season | None:
    """Return the open season of a server, if it has one."""
    sql = "SELECT season_number, began_at, ends_at FROM seasons WHERE guild_id = ? AND is_over = 0"
    for season_number, began_at, ends_at in await db.rows(sql, guild_id):
        return Season(season_number, began_at, ends_at)
    return None


async def is_due(db: Rows, guild_id: int, now: int) -> bool:
    """Return whether `advance` would change something."""
    season = await present(db, guild_id)
    return season.ends_at <= now if season else await _months(db, guild_id) is not None


async def advance(db: Rows, guild_id: int, now: int, draw: Draw) -> None:
    """End the season of a server if its date has come, and begin the next one if the server wants seasons."""
    season = await present(db, guild_id)
    if season is not None and season.ends_at <= now:
        await _end(db, guild_id, season, draw)
        season = None
    if season is None and (months := await _months(db, guild_id)):
        await _begin(db, guild_id, months, now)


async def winners(db: Rows, guild_id: int, game: str, seasons: int) -> Sequence[Winner]:
    """Return the best of the latest seasons that are over and had any, the latest season first."""
    sql = (
        "SELECT seasons.season_number, began_at, ends_at, place, user_id, points FROM season_standings "
        "JOIN seasons ON seasons.guild_id = season_standings.guild_id "
        "AND seasons.season_number = season_standings.season_number "
        "WHERE season_standings.guild_id = ? AND game = ? AND place <= ? "
        "ORDER BY seasons.season_number DESC, place, user_id LIMIT ?"
    )
    rows = await db.rows(sql, guild_id, game, WINNERS, 2 * WINNERS * seasons)  # places may be shared
    found = [Winner(Season(number, began_at, ends_at), *rest) for number, began_at, ends_at, *rest in rows]
    kept = list(dict.fromkeys(winner.season for winner in found))[:seasons]
    return [winner for winner in found if winner.season in kept]


async def _months(db: Rows, guild_id: int) -> int | None:
    rows = await db.rows("SELECT season_months FROM server_preferences WHERE guild_id = ?", guild_id)
    return rows[0][0] if rows else None


async def _begin(db: Rows, guild_id: int, months: int, now: int) -> None:
    """Begin a season: with the calendar after an earlier one, at once if it is the server's first. No earlier match
    counts in it.
    """
    sql = "UPDATE ratings SET season_games = 0, season_wins = 0 WHERE guild_id = ? AND season_games > 0"
    await db.rows(sql, guild_id)
    start, end = season_bounds(datetime.fromtimestamp(now, UTC), months)
    sql = "SELECT coalesce(max(season_number), 0), coalesce(max(ends_at), ?) FROM seasons WHERE guild_id = ?"
    [(latest, ended_at)] = await db.rows(sql, now, guild_id)
    began_at = max(ended_at, int(start.timestamp()))
    sql = "INSERT INTO seasons (guild_id, season_number, began_at, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    await db.rows(sql, guild_id, int(latest) + 1, began_at, int(end.timestamp()))


async def _end(db: Rows, guild_id: int, season: Season, draw: Draw) -> None:
    """End a season: keep its standings, and draw all ratings. One in which nobody played changes no rating."""
    sql = (
        "UPDATE seasons SET is_over = 1 WHERE guild_id = ? AND season_number = ? AND is_over = 0 "
        "RETURNING season_number"
    )
    if not await db.rows(sql, guild_id, season.number):
        return  # another process has ended it
    sql = (
        "SELECT game, user_id, mu, sigma, points, season_games, season_wins, CASE WHEN is_listed = 1 "
        "AND season_games > 0 THEN rank() OVER (PARTITION BY game, is_listed, CASE WHEN season_games > 0 THEN 1 "
        "ELSE 0 END ORDER BY points DESC) END FROM ratings WHERE guild_id = ? ORDER BY game, user_id"
    )
    ratings = await db.rows(sql, guild_id)
    if not any(season_games for *_, season_games, _, _ in ratings):
        return
    for game, user_id, mu, sigma, points, games, wins, place in ratings:
        new_mu, new_sigma, new_points = draw(mu, sigma)
        sql = (
            "INSERT INTO season_standings (guild_id, season_number, game, user_id, place, points, games, wins, "
            "points_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        await db.rows(sql, guild_id, season.number, game, user_id, place, points, games, wins, new_points)
        sql = "UPDATE ratings SET mu = ?, sigma = ?, points = ? WHERE guild_id = ? AND game = ? AND user_id = ?"
        await db.rows(sql, new_mu, new_sigma, new_points, guild_id, game, user_id)
    await db.rows("DELETE FROM players_by_points WHERE guild_id = ?", guild_id)
    sql = (
        "INSERT INTO players_by_points (guild_id, game, points, players) SELECT guild_id, game, points, count(*) "
        "FROM ratings WHERE guild_id = ? AND is_listed = 1 GROUP BY guild_id, game, points"
    )
    await db.rows(sql, guild_id)
