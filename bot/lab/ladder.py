"""`hidden-hand ladder`: plays each level of the computer against the one below it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.computer.levels import Level
from bot.lab.contest import Arena, Contest, Match
from bot.lab.score import Score

RUNGS: Final = ("random", *Level)
"""Levels, weakest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The game, seats and options at which levels are compared."""

    game: str
    """The game's key."""
    seats: int
    options: Mapping[str, str]


@dataclass(slots=True)
class Rung:
    """A level in one seat, and the level below it in all others."""

    game: str
    seats: int
    level: str
    below: str
    least: float
    """The goal: the percentage that the level should win at least."""
    won: list[float] = field(default_factory=list)
    """The level's share of the first place in each match, in order; every `seats` matches in a row have the same deal.
    """
    seconds: list[float] = field(default_factory=list)
    """The processor time of each decision."""

    @property
    def score(self) -> Score:
        """The score, with an interval from the differences between deals."""
        return Score.by_deals(self.won, self.seats)

    def quantile(self, share: float) -> float:
        """Return the seconds within which this fraction of all decisions was made; there must be at least one
        decision.
        """
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def report(self) -> dict[str, Any]:
        """Return the object that `--json` prints; there must be at least one match."""
        low, high = self.score.interval
        return {
            "game": self.game,
            "seats": self.seats,
            "level": self.level,
            "below": self.below,
            "matches": self.score.matches,
            "won": round(self.score.share, 1),
            "interval": [round(low, 1), round(high, 1)],
            "hoped": round(self.least, 1),
            "decisions": len(self.seconds),
            "seconds": {"median": round(self.quantile(0.5), 4), "p95": round(self.quantile(0.95), 4)},
        }

    def line(self) -> str:
        """Return the result as a line of text; there must be at least one match."""
        return (
            f"{self.game:<13}{self.seats:>5}  {self.level:<9}{self.below:<9}{self.score!s:<20}{self.least:>5.0f}"
            f"{self.score.matches:>9,}{len(self.seconds):>11,}{self.quantile(0.5):>10.3f}{self.quantile(0.95):>8.3f}"
        )


HEAD: Final = (
    f"{'game':<13}{'seats':>5}  {'level':<9}{'below':<9}{'won %':<20}{'least':>5}{'matches':>9}{'decisions':>11}"
    f"{'median s':>10}{'p95 s':>8}"
)


def hoped(below: str, seats: int) -> float:
    """Return the percentage that a level should win against the level below, at a table of this many seats.

    With two players, this is 90 against random play and 75 against any other level. With more, it is twice a fair
    share.
    """
    if seats > 2:
        return 200 / seats
    return 90 if below == RUNGS[0] else 75


def rung_of(table: Table, level: Level) -> Rung:
    """Return the row of a level, before any match."""
    below = RUNGS[RUNGS.index(level) - 1]
    return Rung(table.game, table.seats, level, below, hoped(below, table.seats))


def climb(arena: Arena, table: Table, rung: Rung, matches: int, seed: int) -> Iterator[Match]:
    """Play the matches of a row from its next one until it has this many. The level changes seats. Add each match to
    the row, then yield it.
    """
    contest = Contest(game=table.game, players=(rung.level, *[rung.below] * (table.seats - 1)), options=table.options)
    for (match,) in arena.together((contest,), range(len(rung.won), matches), seed):
        rung.won.append(match.won)
        rung.seconds += match.seconds
        yield match
