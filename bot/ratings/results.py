"""SQL about the results of rated matches: to look for agreed ones, and to take them out of the ratings."""

from collections.abc import Sequence

from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.ratings.pairs import Result
from bot.store.database import Rows
from rules.core.options import RuleSet


async def since(db: Rows, guild_id: int, moment: int) -> list[Result]:
    """Return the results of a server's rated matches that have ended since a moment, for each winner and each loser."""
    sql = (
        "SELECT matches.id, game, rated_rules, winner.user_id, loser.user_id, loser.own_plies, "
        "ended_at - started_at FROM matches "
        "JOIN players AS winner ON winner.match_id = matches.id AND winner.final_rank = 1 "
        "JOIN players AS loser ON loser.match_id = matches.id AND loser.final_rank > 1 "
        "WHERE matches.rated_guild_id = ? AND matches.status = 'over' AND matches.ended_at >= ? "
        "AND matches.rated_rules IS NOT NULL AND winner.user_id >= 0 AND loser.user_id >= 0 "
        "AND loser.own_plies IS NOT NULL ORDER BY matches.id"
    )
    return [
        Result(match_id, RatingList(guild_id, game, RuleSet(rules)), winner, loser, int(moves), int(seconds))
        for match_id, game, rules, winner, loser, moves, seconds in await db.rows(sql, guild_id, moment)
    ]


async def moved_points(db: Rows, match_id: MatchId) -> Sequence[tuple[UserId, int, bool]]:
    """Return what a match was for each rated player: the user, the points gained, and whether they won."""
    sql = (
        "SELECT user_id, points_after - points_before, CASE WHEN final_rank = 1 AND EXISTS (SELECT 1 FROM players AS "
        "beaten WHERE beaten.match_id = players.match_id AND beaten.final_rank > 1) THEN 1 ELSE 0 END FROM players "
        "WHERE match_id = ? AND points_after IS NOT NULL "
        "UNION ALL SELECT user_id, points_after - points_before, 0 FROM former_players "
        "WHERE match_id = ? AND points_after IS NOT NULL"
    )
    return [(user, int(gained), bool(won)) for user, gained, won in await db.rows(sql, match_id, match_id)]


async def take_out(db: Rows, match_id: MatchId) -> None:
    """Store that a match is not rated."""
    await db.run("UPDATE matches SET rated_guild_id = NULL, rated_rules = NULL WHERE id = ?", match_id)
    for table in ("players", "former_players"):
        sql = f"UPDATE {table} SET points_before = NULL, points_after = NULL WHERE match_id = ?"  # noqa: S608 # ours
        await db.run(sql, match_id)
