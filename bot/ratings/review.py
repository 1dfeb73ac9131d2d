"""Review ratings: pairs whose results look agreed, and results that an admin takes out.

Callers must check that the user is an admin.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.clock import Clock, seconds
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.ratings import results as rated_results
from bot.ratings import store as ratings_sql
from bot.ratings.pairs import Pair, suspicious
from bot.ratings.ratings import Rating, points_back, season_start, stored
from bot.store import admin_actions
from bot.store import matches as sql
from bot.store.database import Database, Rows


class RatingReview:
    """Find pairs and take results out. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def pairs(self, guild: int) -> Sequence[Pair]:
        """Return the suspicious pairs of a server in this season; without seasons, of the latest 90 days."""

        async def work(db: Rows) -> list[Pair]:
            return suspicious(await rated_results.since(db, guild, await season_start(db, guild, self._now)))

        return await self._database.read(work)

    async def take_out(self, of: RatingList, winner: UserId, loser: UserId, admin: UserId) -> int:
        """Take out of the ratings all results of two players in this season, by whomever they were won. Every rating
        gets back the points that these matches moved, and each match's log names the admin. Return the number of
        matches.
        """

        async def work(db: Rows) -> int:
            start = await season_start(db, of.guild, self._now)
            found = await rated_results.since(db, of.guild, start)
            matches = {
                each.match_id for each in found if each.of == of and {each.winner, each.loser} == {winner, loser}
            }
            for match_id in sorted(matches):
                await self._take_out(db, of, match_id, admin)
            return len(matches)

        return await self._database.write(work)

    async def _take_out(self, db: Rows, of: RatingList, match_id: MatchId, admin: UserId) -> None:
        for user, gained, won in await rated_results.moved_points(db, match_id):
            if (found := await ratings_sql.find(db, of, user)) is not None:
                rating = points_back(Rating(**found), gained)
                games, season_games = max(0, rating.games - 1), max(0, rating.season_games - 1)
                wins, season_wins = max(0, rating.wins - won), max(0, rating.season_wins - won)
                rating = replace(rating, games=games, wins=wins, season_games=season_games, season_wins=season_wins)
                await ratings_sql.save(db, of, user, stored(rating))
        await rated_results.take_out(db, match_id)
        match = await sql.find(db, match_id)
        assert match is not None
        act = AdminAction(ply=match.ply, user=admin, kind=AdminActionKind.UNRATED, at=self._now)
        await admin_actions.insert(db, match_id, act)

    @property
    def _now(self) -> int:
        return seconds(self._clock)
