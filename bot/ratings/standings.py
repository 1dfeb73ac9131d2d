"""SQL about leaderboards that are computed on request: of all games together, of a month, of a season.

Each reads all rows of one server. The leaderboard of one game's present ratings uses an index instead
(`bot.ratings.store`).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.model.match import UserId
from bot.ratings.season import Period
from bot.store.database import Rows
from rules.core.options import RuleSet

_WON: Final = (
    "final_rank = 1 AND EXISTS (SELECT 1 FROM players AS beaten WHERE beaten.match_id = matches.id "
    "AND beaten.final_rank > 1)"
)
_LISTED: Final = (
    "EXISTS (SELECT 1 FROM ratings WHERE ratings.guild_id = matches.rated_guild_id AND ratings.game = matches.game "
    "AND ratings.rules = matches.rated_rules AND ratings.user_id = {0}.user_id AND ratings.is_listed = 1)"
)
_IN_MONTH: Final = (
    "matches.rated_guild_id = ? AND matches.ended_at >= ? AND matches.status = 'over' "
    "AND matches.rated_rules = ? {game}"
)
_OF_CATALOG: Final = "AND game NOT LIKE '%.%'"
"""The games of content packs are rated apart, and are not among all games together."""
_SOURCES: Final = {
    Period.NOW: (
        "SELECT user_id, sum(points - 1000) AS points, sum(games) AS games, sum(wins) AS wins, "
        "sum(games) AS ever FROM ratings "
        "WHERE guild_id = ? AND rules = ? AND is_listed = 1 {game} GROUP BY user_id"
    ),
    Period.SEASON: (
        "SELECT user_id, sum(points) AS points, sum(season_games) AS games, sum(season_wins) AS wins, "
        "sum(games) AS ever FROM (SELECT user_id, points - {start} AS points, season_games, season_wins, games "
        "FROM ratings WHERE guild_id = ? AND rules = ? AND is_listed = 1 AND season_games > 0 {game}) AS played "
        "GROUP BY user_id"
    ),
    Period.MONTH: (
        "SELECT user_id, sum(gained) AS points, count(*) AS games, sum(won) AS wins, count(*) AS ever FROM "  # noqa: S608 # ours
        "(SELECT players.user_id, points_after - points_before AS gained, "
        f"CASE WHEN {_WON} THEN 1 ELSE 0 END AS won FROM matches JOIN players ON players.match_id = matches.id "
        f"WHERE {_IN_MONTH} AND points_after IS NOT NULL AND {_LISTED.format('players')} "
        "UNION ALL SELECT former_players.user_id, points_after - points_before, 0 FROM matches "
        "JOIN former_players ON former_players.match_id = matches.id "
        f"WHERE {_IN_MONTH} AND points_after IS NOT NULL AND {_LISTED.format('former_players')}) AS ended "
        "GROUP BY user_id"
    ),
}


class Counted(NamedTuple):
    """A leaderboard to compute: for a server, a period, a set of rules, and one game or all."""

    period: Period
    guild_id: int
    game: str | None
    """The key of the game; None: all games."""
    rules: RuleSet
    since: int
    """The first moment of the month, in seconds since 1970-01-01 UTC; used for a month only."""

    @property
    def _sums(self) -> tuple[str, tuple[Any, ...]]:
        """Return the statement that gives each user with their sums, and its values."""
        game = "AND game = ?" if self.game else _OF_CATALOG
        named = (self.game,) if self.game else ()
        start = "0" if self.game else "1000"
        text = _SOURCES[self.period].format(game=game, start=start)
        if self.period is Period.MONTH:
            return text, (self.guild_id, self.since, self.rules, *named) * 2
        return text, (self.guild_id, self.rules, *named)

    async def players(self, db: Rows) -> int:
        """Return how many users are on the leaderboard."""
        text, values = self._sums
        [(count,)] = await db.rows(f"WITH sums AS ({text}) SELECT count(*) FROM sums", *values)  # noqa: S608 # ours
        return int(count)

    async def page(self, db: Rows, first: int, count: int) -> Sequence[tuple[int, ...]]:
        """Return `count` rows of the leaderboard from row `first` on: place, user, points, games, wins and number of
        matches ever.
        """
        text, values = self._sums
        sql = f"{_ranked(text)} ORDER BY place, games DESC, user_id LIMIT ? OFFSET ?"
        return [tuple(map(int, row)) for row in await db.rows(sql, *values, count, first)]

    async def line(self, db: Rows, user_id: UserId) -> tuple[int, ...] | None:
        """Return a user's row, as `page` does; None: the user is not on the leaderboard."""
        text, values = self._sums
        rows = await db.rows(f"{_ranked(text)} WHERE user_id = ?", *values, user_id)
        return tuple(map(int, rows[0])) if rows else None


def _ranked(sums: str) -> str:
    return (
        f"WITH sums AS ({sums}), ranked AS (SELECT rank() OVER (ORDER BY points DESC) AS place, user_id, points, "  # noqa: S608 # ours
        "games, wins, ever FROM sums) SELECT place, user_id, points, games, wins, ever FROM ranked"
    )
