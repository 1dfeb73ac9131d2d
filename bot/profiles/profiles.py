"""Read the profiles of users."""

import csv
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from io import StringIO
from typing import Final

from bot.model.match import Match, MatchId, UserId
from bot.model.rating_list import RatingList
from bot.model.spreadsheets import cell
from bot.profiles.profile import Moment, PlayedMatch, Profile
from bot.store.database import Database, Rows
from rules.core.options import RuleSet

_COLUMNS: Final = (
    *("match", "game", "server", "started_utc", "ended_utc", "pace", "players", "deck"),
    *("rank", "result", "rated_rules", "points_before", "points_after", "decisions", "timed_out"),
)


class Profiles:
    """Read profiles. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId, guild: int | None) -> Profile:
        """Return the profile of a user. guild: the server whose matches count; None: all servers."""

        async def work(db: Rows) -> Profile:
            return Profile(
                user=user,
                matches=await _matches(db, user, guild),
                given_up=await _given_up(db, user, guild),
                puzzle_days=await _puzzle_days(db, user),
                adjusted=await _adjusted(db, user, guild),
            )

        return await self._database.read(work)

    async def is_first_win(self, user: UserId, match: Match) -> bool:
        """Return whether a finished match was the first of its game, on any server, that the user has won."""
        return await self._database.read(lambda db: _first_wins(db, user, match)) == [match.id]


def matches_csv(profile: Profile, titles: Mapping[str, str]) -> str:
    """Return the matches of a profile as comma-separated values, in the order of their ends. titles: the titles of
    games, by key.
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    writer.writerows([cell(value) for value in _row(match, titles)] for match in profile.matches)
    return file.getvalue()


def _row(match: PlayedMatch, titles: Mapping[str, str]) -> list[object]:
    return [
        match.match_id,
        titles.get(match.game, match.game),
        match.guild or "",
        _moment(match.started_at),
        _moment(match.ended_at),
        match.pace,
        match.players,
        match.deck_name or match.deck,
        match.rank,
        "won" if match.is_won else "drawn" if match.is_drawn else "lost",
        match.rules,
        match.points_before,
        match.points_after,
        match.own_plies,
        match.timed_out_plies,
    ]


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"


async def _matches(db: Rows, user_id: UserId, guild_id: int | None) -> Sequence[PlayedMatch]:
    """Return the matches that a user played to their end, the earliest end first. guild_id: count this server only;
    None: all servers.
    """
    server = "" if guild_id is None else "AND matches.guild_id = ? "
    sql = (
        "SELECT matches.id, matches.game, matches.guild_id, matches.pace, matches.started_at, mine.ended_at, "  # noqa: S608 # ours
        "matches.rated_rules, mine.deck_id, mine.deck_name, mine.final_rank, "
        "mine.points_before, mine.points_after, mine.own_plies, mine.timed_out_plies, coalesce(mine.lost_on_time, 0), "
        "mine.since_version, "
        "(SELECT count(*) FROM players WHERE players.match_id = mine.match_id), "
        "(SELECT count(*) FROM players WHERE players.match_id = mine.match_id "
        "AND players.final_rank > mine.final_rank), "
        "(SELECT count(*) FROM players WHERE players.match_id = mine.match_id "
        "AND players.final_rank > mine.final_rank AND players.computer_level = 'expert' "
        "AND players.since_version = 0), "
        "(SELECT max(players.user_id) FROM players WHERE players.match_id = mine.match_id "
        "AND players.seat <> mine.seat) "
        "FROM players AS mine JOIN matches ON matches.id = mine.match_id "
        f"WHERE mine.user_id = ? AND mine.ended_at IS NOT NULL AND matches.status = 'over' {server}"
        "ORDER BY mine.ended_at, mine.match_id"
    )
    rows = await db.rows(sql, user_id, *(() if guild_id is None else (guild_id,)))
    return [
        PlayedMatch(
            match_id=MatchId(match_id),
            game=game,
            guild=guild,
            pace=pace,
            started_at=started_at,
            ended_at=ended_at,
            rules=None if rated_rules is None else RuleSet(rated_rules),
            deck=deck_id,
            deck_name=deck_name,
            rank=rank,
            points_before=points_before,
            points_after=points_after,
            own_plies=own_plies,
            timed_out_plies=timed_out_plies,
            lost_on_time=bool(lost_on_time),
            took_over=since_version > 0,
            players=players,
            beaten=beaten,
            beaten_experts=beaten_experts,
            opponent=opponent if players == 2 else None,  # a match of two
        )
        for (
            match_id, game, guild, pace, started_at, ended_at, rated_rules, deck_id, deck_name, rank,
            points_before, points_after, own_plies, timed_out_plies, lost_on_time, since_version, players, beaten,
            beaten_experts, opponent,
        ) in rows
    ]  # fmt: skip


async def _first_wins(db: Rows, user_id: UserId, until: Match) -> list[MatchId]:
    """Return at most two matches of a game that a user has won (`PlayedMatch.is_won`), in any order, up to this one."""
    sql = (
        "SELECT matches.id FROM players AS mine JOIN matches ON matches.id = mine.match_id "
        "WHERE mine.user_id = ? AND mine.final_rank = 1 AND matches.game = ? AND matches.status = 'over' "
        "AND (mine.ended_at, mine.match_id) <= (SELECT ended_at, id FROM matches WHERE id = ?) "
        "AND EXISTS (SELECT 1 FROM players WHERE players.match_id = mine.match_id AND players.final_rank > 1) LIMIT 2"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, user_id, until.game, until.id)]


async def _given_up(db: Rows, user_id: UserId, guild_id: int | None) -> int:
    """Return the number of matches, of those played to their end, in which a user handed over their seat.

    guild_id: as for `_matches`.
    """
    server = "" if guild_id is None else "AND matches.guild_id = ?"
    sql = (
        "SELECT count(DISTINCT matches.id) FROM former_players JOIN matches ON matches.id = former_players.match_id "  # noqa: S608 # ours
        f"WHERE former_players.user_id = ? AND matches.status = 'over' {server}"
    )
    [(count,)] = await db.rows(sql, user_id, *(() if guild_id is None else (guild_id,)))
    return int(count)


async def _puzzle_days(db: Rows, user_id: UserId) -> frozenset[date]:
    """Return the days whose puzzle a user solved on that day (UTC)."""
    sql = (
        "SELECT puzzles.day, puzzle_attempts.solved_at FROM puzzle_attempts "
        "JOIN puzzles ON puzzles.id = puzzle_attempts.puzzle_id "
        "WHERE puzzle_attempts.user_id = ? AND puzzles.day <> '' AND puzzle_attempts.solved_at IS NOT NULL"
    )
    days = [(date.fromisoformat(day), datetime.fromtimestamp(at, UTC)) for day, at in await db.rows(sql, user_id)]
    return frozenset(day for day, solved in days if solved.date() == day)


async def _adjusted(db: Rows, user_id: UserId, guild_id: int | None) -> Sequence[tuple[RatingList, Moment]]:
    """Return the points of a user after the end of each season, by rating list. guild_id: as for `_matches`."""
    server = "" if guild_id is None else "AND seasons.guild_id = ?"
    sql = (
        "SELECT seasons.guild_id, season_standings.game, season_standings.rules, seasons.ends_at, "  # noqa: S608 # ours
        "season_standings.points_after FROM season_standings "
        "JOIN seasons ON seasons.guild_id = season_standings.guild_id "
        "AND seasons.season_number = season_standings.season_number "
        f"WHERE season_standings.user_id = ? {server} ORDER BY seasons.ends_at"
    )
    rows = await db.rows(sql, user_id, *(() if guild_id is None else (guild_id,)))
    return [(RatingList(guild, game, RuleSet(rules)), Moment(at, points)) for guild, game, rules, at, points in rows]
