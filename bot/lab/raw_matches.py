"""Raw matches as CSV: a line for each, with the command that plays it again as text."""

import csv
from shlex import join
from typing import Final, TextIO

from bot.lab.contest import Contest, Match
from bot.lab.gifts import Gift

COLUMNS: Final = (
    *("game", "seed", "players", "decks", "options", "gift", "won", "turns", "plies", "ending"),
    "playthrough",
)
"""The columns of the file. Decks, players and shares of the first place are in the order of the seats."""


class RawMatches:
    """Writes matches to a file."""

    def __init__(self, file: TextIO) -> None:
        """Write the line with the names of the columns."""
        self._file = file
        self._csv = csv.writer(file)
        self._csv.writerow(COLUMNS)

    def add(self, contest: Contest, match: Match) -> None:
        """Write a match."""
        gift: Gift | str = contest.gift or ""
        self._csv.writerow(
            (
                contest.game,
                match.deal,
                " ".join(contest.seated(match.seat)),
                " ".join(match.decks) or ("own" if contest.lists else ""),
                " ".join(f"{name}={value}" for name, value in contest.options.items()),
                gift and f"seat {match.seat}: {gift}",
                " ".join(f"{share:.3g}" for share in match.shares),
                match.turns,
                match.plies,
                match.ending,
                playthrough(contest, match),
            )
        )
        self._file.flush()


def playthrough(contest: Contest, match: Match) -> str:
    """Return the command that prints the match; "" if the match has a gift, special deck lists or changed content."""
    if contest.gift or contest.lists or contest.content:
        return ""
    words = ["hidden-hand", "playthrough", contest.game, "--seed", str(match.deal)]
    words += ["--players", ",".join(contest.seated(match.seat))]
    words += [word for deck in match.decks for word in ("--deck", deck)]
    words += [word for option in contest.options.items() for word in ("--option", "=".join(option))]
    return join(words)
