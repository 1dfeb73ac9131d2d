"""Figures of what people do: what is counted, and the variant of a game that a count belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

ENOUGH: Final = 5
"""The minimum number of matches, and of players, of a figure and of a step that publishes figures."""


class Figure(StrEnum):
    """A kind of thing that is counted, by its subject. Some have a number for each time, which is added up.

    Each is published by itself, so only the two sides of one count make a ratio, and no two figures.

    Matches and seats are counted in matches between people alone, except for `LEVEL`.
    """

    TURNS = "turns"
    """Matches, with their turns."""
    MINUTES = "minutes"
    """Matches, with the natural logarithm of their minutes."""
    ENDING = "ending"
    """Matches by how they ended (`Outcome.ending`)."""
    SEAT = "seat"
    """Seats, with their share of the win."""
    DECK = "deck"
    """Seats by their ready-made deck, with their share of the win."""
    IN_DECK = "in deck"
    """Seats by a card of their deck, with their share of the win."""
    DRAWN = "drawn"
    """Seats by a card that they had in hand at any time, with their share of the win."""
    MISSING = "missing"
    """Seats by a card that they could have drawn and never had in hand, with their share of the win."""
    PLAYED = "played"
    """Seats by a card that they used, with their share of the win."""
    HELD = "held"
    """Seats by a card that they had in hand and never used, with their share of the win."""
    USED = "used"
    """Seats by a card that they had in hand at any time, with 1 for each that used it."""
    LEVEL = "level"
    """People by the level of the best computer player in their match, with their share of the win."""
    SECONDS = "seconds"
    """Decisions by clause, with the natural logarithm of their seconds."""
    CHOICE = "choice"
    """Decisions by the clause of their phase, with 1 for each that had only one choice."""
    PASSED = "passed"
    """Decisions with several choices by the clause of their phase, with 1 for each that let the default happen."""
    TIMED_OUT = "timed out"
    """Decisions by clause that were made because time was up."""
    UNDONE = "undone"
    """Undos by the clause of the first decision that they took back."""
    HINT = "hint"
    """Hints by the clause of the decision for which they were asked."""
    REFUSED = "refused"
    """Actions that the rules refused, by the clause that forbids them."""
    ASKED = "asked"
    """Clauses that somebody read in `/rules`."""
    AGAIN = "again"
    """Answers to whether a player would play the game again: “yes”, “perhaps” or “no”."""
    LENGTH = "length"
    """Answers to how long a match felt: “too short”, “right” or “too long”."""
    UNCLEAR = "unclear"
    """Clauses that a player called unclear after a match."""
    WRONG = "wrong"
    """Moments that felt wrong to a player, by the clause of the decision that was open."""
    RESIGNED = "resigned"
    """Resignations by the clause of the decision that was open."""
    RESIGNED_AT = "resigned at"
    """Resignations by their turn, in ranges that double: “1-2”, “3-4”, “5-8” …"""


class Variant(NamedTuple):
    """A game as people play it. Figures of two variants are never added up."""

    game: str
    rules: int
    """The version of the rules (`Game.version`)."""
    content: str
    """The hash of the content."""
    options: str
    """Every option with its value, like “goal=2 lives=3”, in the order of their names."""
    players: int

    @classmethod
    def of(cls, game: str, rules: int, content: str, options: Mapping[str, str], players: int) -> "Variant":
        """Return the variant with these options."""
        written = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
        return cls(game, rules, content, written, players)

    @property
    def chosen(self) -> dict[str, str]:
        """Return the options by name."""
        return dict(pair.split("=", 1) for pair in self.options.split())


class Subject(NamedTuple):
    """One thing that is counted, such as the refusals of a clause."""

    figure: Figure
    name: str = ""
    """The seat, the card, the clause; "" for the figure of a whole match."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often something happened, with the sum of a number and the sum of its squares."""

    times: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.times + other.times, self.total + other.total, self.squares + other.squares)

    @classmethod
    def of(cls, number: float) -> "Count":
        """Return the count of one thing with this number."""
        return cls(1, float(number), float(number * number))


@dataclass(frozen=True, slots=True)
class Deed:
    """A count of what one user did in one match, or outside of any."""

    user: int
    subject: Subject
    count: Count
