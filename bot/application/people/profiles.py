"""Read the profiles of users."""

import csv
from collections.abc import Mapping
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from bot.application.people.preferences import PreferenceBook
from bot.model.match import UserId
from bot.model.profile import PlayedMatch, Profile
from bot.store import profiles as sql
from bot.store.database import Database, Rows

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters that make a spreadsheet read a cell as a formula."""
_COLUMNS: Final = (
    *("match", "game", "server", "started_utc", "ended_utc", "pace", "players", "deck"),
    *("rank", "result", "rated_rules", "points_before", "points_after", "decisions", "timed_out"),
)


class Profiles:
    """Read profiles. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, preferences: PreferenceBook) -> None:
        self._database = database
        self._preferences = preferences

    async def is_shown(self, user: UserId, viewer: UserId) -> bool:
        """Return whether a viewer may see a user's profile."""
        return user == viewer or (await self._preferences.of(user)).has_profile

    async def of(self, user: UserId, guild: int | None) -> Profile:
        """Return the profile of a user. guild: the server whose matches count; None: all servers."""

        async def work(db: Rows) -> Profile:
            return Profile(
                user=user,
                matches=await sql.matches(db, user, guild),
                given_up=await sql.given_up(db, user, guild),
                puzzle_days=await sql.puzzle_days(db, user),
                adjusted=await sql.adjusted(db, user, guild),
            )

        return await self._database.read(work)


def matches_csv(profile: Profile, titles: Mapping[str, str]) -> str:
    """Return the matches of a profile as comma-separated values, in the order of their ends. titles: the titles of
    games, by key.
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    writer.writerows([_cell(value) for value in _row(match, titles)] for match in profile.matches)
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


def _cell(value: object) -> object:
    """Return the value of a cell, with ' in front if a spreadsheet would read it as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
