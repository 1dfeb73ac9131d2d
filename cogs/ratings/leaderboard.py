"""The text of a leaderboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.model.match import UserId
from bot.ratings.ratings import Leaderboard, Standing
from bot.ratings.season import Period, Season
from bot.ratings.season_store import Winner
from cogs.ratings.seasons import dates
from cogs.text import escaped
from rules.core.words import counted

PERIODS: Final = {Period.NOW: "Ratings now", Period.MONTH: "This month", Period.SEASON: "This season"}
MARK: Final = "?"
"""The mark that follows the points of a provisional rating."""
NO_SEASONS: Final = "This server has no seasons. Its managers can choose some in `/setup`."
NO_SEASONS_ANYWHERE: Final = "There are no seasons over all servers."
ANYWHERE: Final = (
    "-# Matches of players on different servers, or in direct messages. It lists those who look for opponents on all "
    "servers, with `/match find` in a direct message. Every server has its own leaderboards: use `/leaderboard` there."
)
NOT_SHOWN: Final = "-# Members who have left aren't listed. `/settings` takes you off the list."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A page of a leaderboard, with everything that its text says."""

    title: str
    is_anywhere: bool
    """Whether it is the one over all servers, in which matches across servers count."""
    period: Period
    is_of_all: bool
    """Whether it counts all games together."""
    board: Leaderboard
    names: Mapping[UserId, str]
    season: Season | None
    winners: Sequence[Winner]
    """The winners of past seasons."""
    provisional: int
    """The number of matches from which a rating is no longer provisional."""


def leaderboard_text(shown: Shown) -> str:
    """Return the text of a page: its lines, the user's own line and the winners of past seasons."""
    board = shown.board
    lines = [f"**{shown.title}** · {_heading(shown)} · {counted(board.players, 'player')}"]
    if shown.period is Period.SEASON and shown.season is None:
        lines = [f"**{shown.title}** · {NO_SEASONS_ANYWHERE if shown.is_anywhere else NO_SEASONS}"]
    elif not board.players:
        lines = [_nobody(shown)]
    else:
        lines += [_line(shown, standing) for standing in board.standings]
        if board.own is not None and board.own not in board.standings:
            lines += ["…", _line(shown, board.own)]
        lines += _explained(shown)
    for season, winners in groupby(shown.winners, key=lambda winner: winner.season):
        places = ", ".join(
            f"{winner.place}\\. {escaped(shown.names[winner.user])} ({winner.points})" for winner in winners
        )
        lines.append(f"Season {season.number} ({dates(season)}): {places}")
    return "\n".join([*lines, ANYWHERE if shown.is_anywhere else NOT_SHOWN])


def _heading(shown: Shown) -> str:
    if shown.period is Period.SEASON and shown.season is not None:
        return f"season {shown.season.number}, until {shown.season.last_day} (UTC)"
    return PERIODS[shown.period].lower()


def _nobody(shown: Shown) -> str:
    game = "any game" if shown.is_of_all else shown.title
    when = {Period.NOW: "yet", Period.MONTH: "this month", Period.SEASON: "this season"}[shown.period]
    return f"No one has finished a match of {game} here {when}. `/match new` opens one."


def _line(shown: Shown, standing: Standing) -> str:
    is_gain = shown.is_of_all or shown.period is Period.MONTH
    points = f"{standing.points:+}" if is_gain else str(standing.points)
    mark = MARK if standing.is_provisional else ""
    name = escaped(shown.names[standing.user])
    return f"{standing.place}\\. {name}: **{points}**{mark} points, {standing.wins} of {standing.games} won"


def _explained(shown: Shown) -> list[str]:
    """Return lines that explain the points, where they need it."""
    if shown.period is Period.MONTH:
        return ["-# Points gained in matches that ended this month (UTC)."]
    if shown.is_of_all:
        return ["-# Rating points above or below the first 1000, added up over all games."]
    lines = ["-# A match counts less each time the same two meet, and little against someone who has met few players."]
    if any(line.is_provisional for line in (*shown.board.standings, shown.board.own) if line is not None):
        lines.append(f"-# {MARK}: provisional, from fewer than {shown.provisional} matches.")
    return lines
