"""Comparisons: two drafts of a game that people play, drawn by lot, until one question about them is answered."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.core import rng

MOST: Final = 200
"""The largest number of matches that are counted, unless a designer chooses another."""
FEWEST_MOST, MOST_MOST = 20, 1000
"""The bounds of that choice."""
_LOT: Final = 3  # a random stream of its own, split from the seed of the deal; cards and seats have others


class Question(StrEnum):
    """The question that a comparison asks of both drafts. Each match answers it with a number."""

    SEATS = "seats"
    """The share of the win that the first seat gets."""
    LENGTH = "length"
    """The number of turns."""
    DRAWS = "draws"
    """Whether the match is a draw."""
    AGAIN = "again"
    """Whether the first player who answers would play again: 1, 1/2 or 0."""

    def difference(self, first: float, second: float) -> float:
        """Return how much more the second match has, in [-1, 1]: of lengths, only which is larger, since they have no
        bound.
        """
        if self is Question.LENGTH:
            return float((second > first) - (second < first))
        return second - first


class Mode(StrEnum):
    """How matches get their draft."""

    LOT = "lot"
    """Each match draws one."""
    BOTH = "both"
    """The same two players play both, with sides swapped; the lot decides which comes first."""


class Verdict(StrEnum):
    """How a comparison ended."""

    MORE = "more"
    """The second draft has more of what was asked."""
    LESS = "less"
    ALIKE = "alike"
    """The difference is certainly small."""
    MOST = "most"
    """Undecided after the largest number of matches."""
    ENDED = "ended"
    """Undecided: a designer ended it."""
    RETIRED = "retired"
    """Undecided: one of the packs was retired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a comparison, which are said before it begins and do not change."""

    guild: int
    first: str
    """The key of the game with the first draft: of the catalog, or of a pack."""
    second: str
    question: Question
    mode: Mode
    most: int
    """The largest number of matches that are counted."""

    @property
    def drafts(self) -> tuple[str, str]:
        """Return the keys of both games."""
        return self.first, self.second


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Terms):
    """A comparison on a server."""

    id: int
    user: int | None
    """The designer who began it; None: their data was deleted."""
    began_at: int
    ended_at: int | None
    verdict: Verdict | None
    """None while it runs."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison to which a lobby belongs, as its players see it."""

    id: int
    first: str
    """The title of the first draft's pack; "": the cards of the game."""
    second: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot that gave a match its draft."""

    first: int
    """The number of matches that had drawn the first draft before."""
    second: int
    """The number of matches that had drawn the second draft before."""
    is_second: bool
    """Whether the match drew the second draft."""

    def follows_from(self, seed: int) -> bool:
        """Return whether the deal with this seed draws the same draft."""
        return draw_second(seed, self.first, self.second) == self.is_second


def draw_second(seed: int, first: int, second: int) -> bool:
    """Return whether a match with this seed plays the second draft. first, second: as for `Lot`.

    The draft that was drawn less often has two chances in three (B. Efron, "Forcing a sequential experiment to be
    balanced", Biometrika 58, 1971). So both are drawn about equally often, and yet nobody ever knows what comes next,
    as everybody would before the last match of a block.
    """
    own = rng.split(seed, _LOT)
    if first == second:
        return rng.below(own, 2)[1] == 1
    _, number = rng.below(own, 3)
    return (number > 0) == (second < first)
