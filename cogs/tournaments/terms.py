"""The terms of a tournament in the id of a menu, while its organizer chooses the game."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from bot.computer.levels import Level
from bot.model.pace import DAY, MINUTE, Pace
from bot.model.series import LENGTHS
from bot.tournaments.values import FEWEST_PLAYERS, MOST_PLAYERS, System
from rules.core.options import RuleSet

ROUND: Final = (10 * MINUTE, 60 * DAY)
"""The shortest and the longest time for a round, in seconds."""
ROUNDS: Final = 12
"""The maximum number of rounds that an organizer may choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTerms:
    """The terms of a tournament besides its game and its place; `str` writes them, and `read` reads them."""

    system: System
    pace: Pace
    best_of: int
    round_seconds: int | None
    most: int
    fill: str
    """The level of the computers that take free places; "" for no computers."""
    rounds: int | None
    rules: RuleSet

    def __str__(self) -> str:
        pace = str(self.pace).replace(" ", ":")
        parts = (self.system, pace, self.best_of, self.round_seconds or 0, self.most, self.fill, self.rounds or 0)
        return ";".join(map(str, (*parts, self.rules)))

    @classmethod
    def read(cls, text: str) -> "ChosenTerms":
        """Read the terms from an id.

        Raises:
            ValueError, BadPace: the id holds no terms.
        """
        system, pace, best_of, round_seconds, most, fill, rounds, rules = text.split(";")
        return cls(
            system=System(system),
            pace=Pace.read(pace.replace(":", " ")),
            best_of=_within(best_of, (1, *LENGTHS)),
            round_seconds=_round_seconds(round_seconds),
            most=_within(most, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
            fill=Level(fill) if fill else "",
            rounds=_within(rounds, range(ROUNDS + 1)) or None,
            rules=RuleSet(rules),
        )


def _within(text: str, allowed: Container[int]) -> int:
    """Return the text as a number. Raise ValueError unless it is one of the allowed numbers."""
    number = int(text)
    if number not in allowed:
        raise ValueError(text)
    return number


def _round_seconds(text: str) -> int | None:
    return None if text == "0" else _within(text, range(ROUND[0], ROUND[1] + 1))
