"""The line about the score of a series."""

from collections.abc import Sequence

from bot.model.match import Match, Status
from bot.model.series import DRAFTS
from cogs.text import escaped


def series_lines(match: Match, names: Sequence[str]) -> list[str]:
    """Return a line about the series of a match, with its score; [] for a match that is played alone."""
    series = match.series
    if series is None:
        return []
    best_of = "Both drafts" if series.best_of == DRAFTS else f"Best of {series.best_of}"
    which = f"-# {best_of}"
    if match.status in (Status.LOBBY, Status.CLOSED) or len(names) != len(series.wins):
        if series.best_of == DRAFTS:
            return [f"{which}: a game with each, and sides are swapped in between."]
        return [f"{which}: up to {series.best_of} games, and sides are swapped after each."]
    one, other = series.score(match.outcome)
    score = f"{escaped(names[0])} {one} : {other} {escaped(names[1])}"
    if match.outcome is None:
        return [f"{which} · game {series.game_number} · {score}"]
    if not series.is_decided(match.outcome):
        return [f"{which} · after game {series.game_number}: {score}. The next game starts by itself."]
    winner = series.winner(match.outcome)
    result = "The series is drawn" if winner is None else f"{escaped(names[winner])} wins the series"
    return [f"**{best_of}: {result}, {score}.**"]
