"""SQL about the seasons of servers and their winners."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bot.model.match import UserId
from bot.model.rating_list import RatingList
from bot.people.listing import WIDTHS
from bot.people.season_plan import CalendarSeasons, DatedSeasons, SeasonPlan, read_plan
from bot.ratings.season import Season
from bot.store import announcements
from bot.store.database import Rows
from bot.store.leases import Work
from rules.core.options import RuleSet

WINNERS: Final = 3
"""The number of best places whose players count as winners of a season."""

Drawn = tuple[float, float, int]
"""The mu, the sigma and the points of a rating."""
Draw = Callable[[float, float], Drawn]
"""A function that takes the mu and the sigma of a rating, and returns the rating with which the next season begins."""

_IS_LISTED: Final = (
    "EXISTS (SELECT 1 FROM ratings WHERE ratings.guild_id = season_standings.guild_id "
    "AND ratings.game = season_standings.game AND ratings.rules = season_standings.rules "
    "AND ratings.user_id = season_standings.user_id AND ratings.is_listed = 1)"
)


class Winner(NamedTuple):
    """One of the winners of a season that is over."""

    season: Season
    place: int
    user: UserId
    points: int


async def present(db: Rows, guild_id: int) -> Season | None:
    """Return the open season of a server, if it has one."""
    sql = "SELECT season_number, began_at, ends_at FROM seasons WHERE guild_id = ? AND is_over = 0"
    rows = await db.rows(sql, guild_id)
    return Season(*rows[0]) if rows else None


async def plan_of(db: Rows, guild_id: int) -> SeasonPlan | None:
    """Return the plan of seasons that a server has chosen, if it has one."""
    rows = await db.rows("SELECT seasons FROM server_preferences WHERE guild_id = ?", guild_id)
    return read_plan(rows[0][0]) if rows and rows[0][0] else None


async def is_due(db: Rows, guild_id: int, now: int) -> bool:
    """Return whether `advance` would change something."""
    season = await present(db, guild_id)
    if season is not None:
        return season.ends_at <= now
    plan = await plan_of(db, guild_id)
    return plan is not None and plan.bounds(datetime.fromtimestamp(now, UTC)) is not None


async def advance(db: Rows, guild_id: int, now: int, draw: Draw) -> None:
    """End the season of a server if its date has come, and begin a new one if the server's plan has one now."""
    season = await present(db, guild_id)
    if season is not None and season.ends_at > now:
        return
    if season is not None:
        await _end(db, guild_id, season, draw)
    if plan := await plan_of(db, guild_id):
        await _begin(db, guild_id, plan, now if season is None else season.ends_at, now)


async def plan_dates(db: Rows, guild_id: int, plan: DatedSeasons, now: int) -> None:
    """Move the end of a server's open season according to the dates of its new plan."""
    season = await present(db, guild_id)
    if season is not None:
        sql = "UPDATE seasons SET ends_at = ? WHERE guild_id = ? AND season_number = ?"
        await db.run(sql, season.under(plan, now).ends_at, guild_id, season.number)


async def servers_due(db: Rows, now: int) -> tuple[list[int], float | None]:
    """Return the servers with a season that is due to end or to begin, and the next moment at which one will be; None:
    never.
    """
    rows = await db.rows("SELECT guild_id, ends_at FROM seasons WHERE is_over = 0")
    turns = [(float(ends_at), guild_id) for guild_id, ends_at in rows]
    sql = (
        "SELECT guild_id, seasons FROM server_preferences WHERE seasons IS NOT NULL AND NOT EXISTS (SELECT 1 "
        "FROM seasons WHERE seasons.guild_id = server_preferences.guild_id AND is_over = 0)"
    )
    moment = datetime.fromtimestamp(now, UTC)
    for guild_id, text in await db.rows(sql):
        plan = read_plan(text)
        following = moment if plan.bounds(moment) else plan.following(moment)
        if following is not None:
            turns.append((following.timestamp(), guild_id))
    later = [turn for turn, _ in turns if turn > now]
    return [guild_id for turn, guild_id in turns if turn <= now], min(later, default=None)


async def winners(db: Rows, of: RatingList, seasons: int) -> Sequence[Winner]:
    """Return the winners of a rating list in the latest seasons that are over, the latest season first. Seasons without
    winners do not count. Users who are on no leaderboard now are left out.
    """
    sql = (
        "SELECT seasons.season_number, began_at, ends_at, place, user_id, points FROM season_standings "  # noqa: S608 # ours
        "JOIN seasons ON seasons.guild_id = season_standings.guild_id "
        "AND seasons.season_number = season_standings.season_number "
        f"WHERE season_standings.guild_id = ? AND game = ? AND rules = ? AND place <= ? AND {_IS_LISTED} "
        "ORDER BY seasons.season_number DESC, place, user_id LIMIT ?"
    )
    rows = await db.rows(sql, *of, WINNERS, 2 * WINNERS * seasons)  # places may be shared
    found = [Winner(Season(number, began_at, ends_at), *rest) for number, began_at, ends_at, *rest in rows]
    kept = list(dict.fromkeys(winner.season for winner in found))[:seasons]
    return [winner for winner in found if winner.season in kept]


async def numbered(db: Rows, guild_id: int, season_number: int) -> Season:
    """Return the season of a server with this number."""
    sql = "SELECT season_number, began_at, ends_at FROM seasons WHERE guild_id = ? AND season_number = ?"
    [season] = await db.rows(sql, guild_id, season_number)
    return Season(*season)


async def winners_of(db: Rows, guild_id: int, season: Season) -> Sequence[tuple[RatingList, Winner]]:
    """Return the winners of a season by rating list, without users who are on no leaderboard now."""
    sql = (
        "SELECT game, rules, place, user_id, points FROM season_standings "  # noqa: S608 # ours
        f"WHERE guild_id = ? AND season_number = ? AND place <= ? AND {_IS_LISTED} ORDER BY game, rules DESC, place, "
        "user_id"  # house rules first
    )
    rows = await db.rows(sql, guild_id, season.number, WINNERS)
    return [(RatingList(guild_id, game, RuleSet(rules)), Winner(season, *rest)) for game, rules, *rest in rows]


async def last_channel(db: Rows, guild_id: int) -> int | None:
    """Return the channel or thread in which the latest match of a server ended."""
    sql = "SELECT channel_id FROM matches WHERE guild_id = ? AND status = 'over' ORDER BY ended_at DESC LIMIT 1"
    rows = await db.rows(sql, guild_id)
    return rows[0][0] if rows else None


async def _begin(db: Rows, guild_id: int, plan: SeasonPlan, since: int, now: int) -> None:
    """Begin the season that contains this moment, if the plan has one. No earlier match counts in it.

    since: the end of the season before it, or else the present moment. A calendar season begins no earlier.
    """
    bounds = plan.bounds(datetime.fromtimestamp(now, UTC))
    if bounds is None:
        return
    sql = "UPDATE ratings SET season_games = 0, season_wins = 0 WHERE guild_id = ? AND season_games > 0"
    await db.run(sql, guild_id)
    start, end = (int(moment.timestamp()) for moment in bounds)
    sql = "SELECT coalesce(max(season_number), 0), coalesce(max(ends_at), 0) FROM seasons WHERE guild_id = ?"
    [(latest, ended_at)] = await db.rows(sql, guild_id)
    began_at = max(start, since if isinstance(plan, CalendarSeasons) else ended_at)
    sql = "INSERT INTO seasons (guild_id, season_number, began_at, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, guild_id, int(latest) + 1, began_at, end)


async def _end(db: Rows, guild_id: int, season: Season, draw: Draw) -> None:
    """End a season: store its standings, adjust all ratings with `draw`, and have it announced. If nobody played, no
    rating changes and nothing is announced.
    """
    sql = (
        "UPDATE seasons SET is_over = 1 WHERE guild_id = ? AND season_number = ? AND is_over = 0 "
        "RETURNING season_number"
    )
    if not await db.rows(sql, guild_id, season.number):
        return  # another process has ended it
    sql = (
        "SELECT game, rules, user_id, mu, sigma, points, season_games, season_wins, CASE WHEN is_listed = 1 "
        "AND season_games > 0 THEN rank() OVER (PARTITION BY game, rules, is_listed, CASE WHEN season_games > 0 THEN 1 "
        "ELSE 0 END ORDER BY points DESC) END FROM ratings WHERE guild_id = ? ORDER BY game, rules, user_id"
    )
    ratings = await db.rows(sql, guild_id)
    if not any(season_games for *_, season_games, _, _ in ratings):
        return
    for game, rules, user_id, mu, sigma, points, games, wins, place in ratings:
        new_mu, new_sigma, new_points = draw(mu, sigma)
        sql = (
            "INSERT INTO season_standings (guild_id, season_number, game, rules, user_id, place, points, games, wins, "
            "points_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        before = (points, games, wins)
        await db.run(sql, guild_id, season.number, game, rules, user_id, place, *before, new_points)
        sql = (
            "UPDATE ratings SET mu = ?, sigma = ?, points = ? WHERE guild_id = ? AND game = ? AND rules = ? "
            "AND user_id = ?"
        )
        await db.run(sql, new_mu, new_sigma, new_points, guild_id, game, rules, user_id)
    await db.run("DELETE FROM players_by_points WHERE guild_id = ?", guild_id)
    for width in WIDTHS:
        sql = (
            "INSERT INTO players_by_points (guild_id, game, rules, width, points, players) "  # noqa: S608 # ours
            f"SELECT guild_id, game, rules, {width}, points - points % {width}, count(*) FROM ratings "
            f"WHERE guild_id = ? AND is_listed = 1 GROUP BY guild_id, game, rules, points - points % {width}"
        )
        await db.run(sql, guild_id)
    await announcements.owe(db, Work.SEASONS, guild_id, str(season.number), None)
