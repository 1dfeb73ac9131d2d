"""Simulated farms: a main account that beats second accounts of the same person, beside honest players.

`python -m tests.bot.rating_farms` prints the table of docs/fairness.md.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from bot.ratings.ratings import Rating, rated
from bot.ratings.weights import Opponent, weight
from rules.core.play import Outcome

HONEST: Final = 50
MATCHES: Final = 100
"""The matches of each honest player, and of each second account."""
MAIN: Final = -1
"""The main account; second accounts are -2, -3 … and honest players 0, 1 …"""
_STRENGTH: Final = 25.0
"""The strength of the main account, and the mean of that of honest players (openskill's mu)."""
_SPREAD: Final = 4.0
_LUCK: Final = 25 / 6
"""The difference in strength with which a player wins 73 % of the matches."""
_WON: Final = Outcome("points", (1, 2))

Games = list[tuple[int, int]]
"""Winner and loser of each match."""


class Server:
    """The ratings of a server after some matches."""

    def __init__(self) -> None:
        self.ratings: defaultdict[int, Rating] = defaultdict(Rating)
        self._met: defaultdict[int, dict[int, int]] = defaultdict(dict)

    def play(self, winner: int, loser: int) -> None:
        """Rate a match."""
        pair, matches = (winner, loser), self._met[winner].get(loser, 0)
        self._met[winner][loser] = self._met[loser][winner] = matches + 1
        before = [self.ratings[winner], self.ratings[loser]]
        weights = [weight([Opponent(matches, len(self._met[other]))], len(self.ratings)) for other in reversed(pair)]
        self.ratings[winner], self.ratings[loser] = rated(before, _WON, weights=weights)


def lost(count: int) -> Games:
    """Return the matches of a farm whose second accounts lose to the main one, resigning after the first moves or by
    play: ratings tell no difference.
    """
    return [(MAIN, second) for _ in range(MATCHES) for second in _seconds(count)]


def circle(count: int) -> Games:
    """Return those of a farm whose second accounts also beat each other in a circle, so that they are no beginners."""
    seconds = _seconds(count)
    among = [(second, seconds[(place + 1) % count]) for place, second in enumerate(seconds)] if count > 1 else []
    return [*among * (MATCHES // 2), *[(MAIN, second) for second in seconds] * (MATCHES // 2)]


def pyramid(count: int) -> Games:
    """Return those of a farm of second accounts in an order: each beats all after it, and the main account all."""
    seconds = _seconds(count)
    times = MATCHES // 2
    among = [(seconds[place], below) for place in range(count - 1, -1, -1) for below in seconds[place + 1 :] * times]
    return [*among, *[(MAIN, second) for second in seconds] * times]


FARMS: Final = {"loses": lost, "in a circle": circle, "pyramid": pyramid}


@dataclass(frozen=True)
class Season:
    """A season, with or without a farm."""

    main: int
    """The points of the main account."""
    expected: float
    """The points of an honest player of its strength, by the line through all honest players."""
    honest: Sequence[int]
    """The points of the honest players."""


def season(farm: Games, seed: int, *, plays_honestly: bool) -> Season:
    """Play a season. plays_honestly: whether the main account plays honest matches as well, as many as anybody."""
    rng = random.Random(seed)  # noqa: S311 # the same season each time
    strengths = {player: rng.gauss(_STRENGTH, _SPREAD) for player in range(HONEST)}
    people = list(strengths)
    if plays_honestly:
        people += [MAIN, HONEST]  # and one more honest player, so that everybody has an opponent
    strengths |= {MAIN: _STRENGTH, HONEST: _STRENGTH}
    games: Games = []
    for _ in range(MATCHES):
        rng.shuffle(people)
        for first, second in zip(people[::2], people[1::2], strict=True):
            wins = rng.random() < 1 / (1 + math.exp((strengths[second] - strengths[first]) / _LUCK))
            games.append((first, second) if wins else (second, first))
    server, places = Server(), sorted(rng.randrange(len(games)) for _ in farm)
    among = dict[int, Games]()
    for place, game in zip(places, farm, strict=True):
        among.setdefault(place, []).append(game)
    for place, game in enumerate(games):
        for winner, loser in [*among.get(place, []), game]:
            server.play(winner, loser)
    points = [server.ratings[player].points for player in range(HONEST)]
    known = [strengths[player] for player in range(HONEST)]
    return Season(server.ratings[MAIN].points, _at(_STRENGTH, known, points), points)


def tau(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Kendall's rank correlation of two orders, from -1 to 1."""
    pairs = list(combinations(range(len(one)), 2))
    return sum(_sign(one[a] - one[b]) * _sign(other[a] - other[b]) for a, b in pairs) / len(pairs)


def _at(place: float, known: Sequence[float], values: Sequence[float]) -> float:
    """Return the value at a place of the line of least squares."""
    middle, mean = sum(known) / len(known), sum(values) / len(values)
    slope = sum((x - middle) * (y - mean) for x, y in zip(known, values, strict=True))
    return mean + slope / sum((x - middle) ** 2 for x in known) * (place - middle)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _seconds(count: int) -> list[int]:
    return [MAIN - 1 - number for number in range(count)]


def _lines() -> Iterator[str]:
    alone = season([], 1, plays_honestly=True)
    for kind, farm in FARMS.items():
        for count in (1, 3, 10):
            only, both = (season(farm(count), 1, plays_honestly=each) for each in (False, True))
            order = tau(both.honest, alone.honest)
            cells = [kind, count, f"{only.main - only.expected:+.0f}", f"{both.main - alone.main:+}", f"{order:.3f}"]
            yield f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    for line in _lines():
        print(line, flush=True)  # noqa: T201 # a program
