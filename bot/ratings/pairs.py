"""Pairs of players whose results look as if they were agreed, judged by what the bot knows of their matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median
from typing import Final, NamedTuple

from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList

LEAST: Final = 5
"""The least number of rated matches after which a pair is looked at."""
ONE_SIDED: Final = 0.9
"""The share of them that one of the two has won."""
SHORT: Final = 3
"""The most moves of the loser in a match that counts as short."""
FAST: Final = 60
"""Seconds that a fast match takes at most."""
FEW_PEOPLE: Final = 2
"""The most other players whom somebody has met who plays with few."""


class Result(NamedTuple):
    """A rated match, as far as one winner and one loser are concerned."""

    match_id: MatchId
    of: RatingList
    winner: UserId
    loser: UserId
    moves: int
    """The actions that the loser has decided."""
    seconds: int
    """The time from the start to the end."""


class Sign(Enum):
    """Something that speaks for agreed results."""

    SHORT = "in at least half of them, the loser made at most three moves"
    FAST = "half of them took at most a minute"
    ALONE = "the loser has met at most two other players"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two players of a rating list, of whom one has won nearly all matches."""

    of: RatingList
    winner: UserId
    loser: UserId
    won: int
    matches: int
    signs: Sequence[Sign]


def suspicious(results: Sequence[Result]) -> list[Pair]:
    """Return the pairs with `LEAST` matches, nearly all won by one of them, for which a sign speaks: those with most
    signs and matches first.
    """
    met: dict[tuple[RatingList, UserId], set[UserId]] = {}
    by_pair: dict[tuple[RatingList, UserId, UserId], list[Result]] = {}
    for each in results:
        met.setdefault((each.of, each.winner), set()).add(each.loser)
        met.setdefault((each.of, each.loser), set()).add(each.winner)
        by_pair.setdefault((each.of, each.winner, each.loser), []).append(each)
    pairs = []
    for (of, winner, loser), won in by_pair.items():
        matches = len(won) + len(by_pair.get((of, loser, winner), ()))
        if matches < LEAST or len(won) < ONE_SIDED * matches:
            continue
        if signs := list(_signs(won, len(met[of, loser]) - 1)):
            pairs.append(Pair(of=of, winner=winner, loser=loser, won=len(won), matches=matches, signs=signs))
    return sorted(pairs, key=lambda pair: (-len(pair.signs), -pair.matches, pair.winner, pair.loser))


def _signs(won: Sequence[Result], others: int) -> Iterable[Sign]:
    if median(each.moves for each in won) <= SHORT:
        yield Sign.SHORT
    if median(each.seconds for each in won) <= FAST:
        yield Sign.FAST
    if others <= FEW_PEOPLE:
        yield Sign.ALONE
