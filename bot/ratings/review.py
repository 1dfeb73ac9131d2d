"""Review ratings: pairs whose results look agreed, and results that an admin takes out.

Callers must check that the user is an admin.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.clock import Clock, seconds
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.ratings import store as ratings_sql
from bot.ratings.pairs import Pair, Result, suspicious
from bot.ratings.ratings import Rating, points_back, season_start, stored
from bot.store import admin_actions
from bot.store import matches as sql
from bot.store.database import Database, Rows
from rules.core.options import RuleSet


class RatingReview:
    """Find pairs and take results out. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def pairs(self, guild: int) -> Sequence[Pair]:
        """Return the suspicious pairs of a server in this season; without seasons, of the latest 90 days."""

        async def work(db: Rows) -> list[Pair]:
            return suspicious(await _results_since(db, guild, await season_start(db, guild, self._now)))

        return await self._database.read(work)

    async def take_out(self, of: RatingList, winner: UserId, loser: UserId, admin: UserId) -> int:
        """Take out of the ratings all results of two players in this season, by whomever they were won. Every rating
        gets back the points that these matches moved, and each match's log names the admin. Return the number of
        matches.
        """

        async def work(db: Rows) -> int:
            start = await season_start(db, of.guild, self._now)
            found = await _results_since(db, of.guild, start)
            matches = {
                each.match_id for each in found if each.of == of and {each.winner, each.loser} == {winner, loser}
            }
            for match_id in sorted(matches):
                await self._take_out(db, of, match_id, admin)
            return len(matches)

        return await self._database.write(work)

    async def _take_out(self, db: Rows, of: RatingList, match_id: MatchId, admin: UserId) -> None:
        for user, gained, won in await _moved_points(db, match_id):
            if (found := await ratings_sql.find(db, of, user)) is not None:
                rating = points_back(Rating(**found), gained)
                games, season_games = max(0, rating.games - 1), max(0, rating.season_games - 1)
                wins, season_wins = max(0, rating.wins - won), max(0, rating.season_wins - won)
                rating = replace(rating, games=games, wins=wins, season_games=season_games, season_wins=season_wins)
                await ratings_sql.save(db, of, user, stored(rating))
        await _store_unrated(db, match_id)
        match = await sql.find(db, match_id)
        assert match is not None
        act = AdminAction(ply=match.ply, user=admin, kind=AdminActionKind.UNRATED, at=self._now)
        await admin_actions.insert(db, match_id, act)

    @property
    def _now(self) -> int:
        return seconds(self._clock)


async def _results_since(db: Rows, guild_id: int, moment: int) -> list[Result]:
    """Return the results of a server's rated matches that have ended since a moment, for each winner and each loser."""
    sql = (
        "SELECT matches.id, game, rated_rules, winner.user_id, loser.user_id, loser.own_plies, "
        "matches.ended_at - matches.started_at FROM matches "
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


async def _moved_points(db: Rows, match_id: MatchId) -> Sequence[tuple[UserId, int, bool]]:
    """Return what a match was for each rated player: the user, the points gained, and whether they won."""
    sql = (
        "SELECT user_id, points_after - points_before, CASE WHEN final_rank = 1 AND EXISTS (SELECT 1 FROM players AS "
        "beaten WHERE beaten.match_id = players.match_id AND beaten.final_rank > 1) THEN 1 ELSE 0 END FROM players "
        "WHERE match_id = ? AND points_after IS NOT NULL "
        "UNION ALL SELECT user_id, points_after - points_before, 0 FROM former_players "
        "WHERE match_id = ? AND points_after IS NOT NULL"
    )
    return [(user, int(gained), bool(won)) for user, gained, won in await db.rows(sql, match_id, match_id)]


async def _store_unrated(db: Rows, match_id: MatchId) -> None:
    """Store that a match is not rated."""
    await db.run("UPDATE matches SET rated_guild_id = NULL, rated_rules = NULL WHERE id = ?", match_id)
    for table in ("players", "former_players"):
        sql = f"UPDATE {table} SET points_before = NULL, points_after = NULL WHERE match_id = ?"  # noqa: S608 # ours
        await db.run(sql, match_id)
