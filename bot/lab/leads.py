"""A search for the number that shows who leads in a game, such as points or Life.

Such a number has three signs: winners have the most of it at the end; it only rises or only falls during a match; it
mostly ends at the same value, such as 10 points for the winner or no Life for the loser.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from statistics import fmean
from typing import Any, Final

from bot.lab.autoplay import Setup
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State
from rules.core.rng import split

_PLAYED: Final = 16
"""The number of matches to play in the search."""
_MOSTLY: Final = 0.75
"""The fraction of winners that must have the highest number, ties included."""
_OFTEN: Final = 0.25
"""The fraction of winners that must have a higher number than all others."""
_EQUAL: Final = 0.9
"""The weight of a winner who shares the highest number with another player; a sole leader counts 1."""
_STREAM: Final = 1 << 36
"""The stream of seeds for the matches of the search."""


def leading_number(game: Game, seats: int, options: Mapping[str, str], player: str, seed: int) -> str:
    """Return the name of the number that shows who leads, a field of the game's sides; "" if the game has none.

    Some matches of one player against itself are played to find it.
    """
    setup = Setup(game=game, players=(player,) * seats, options=options)
    tracks: dict[str, _Track] = {}
    for number in range(_PLAYED):
        deal = split(seed, _STREAM + number)
        g, _ = setup.begin(deal)
        names = _numbers_of(g.sides[0]) if hasattr(g, "sides") else ()
        before = {name: [number_of(g, seat, name) for seat in range(seats)] for name in names}
        for _ in setup.play(g, deal):
            for name in names:
                now = [number_of(g, seat, name) for seat in range(seats)]
                tracks.setdefault(name, _Track()).moved(before[name], now)
                before[name] = now
        assert g.outcome is not None, "play ends with the match"
        if len(g.outcome.winners) == 1:
            for name in names:
                tracks[name].ended(before[name], g.outcome.winners[0])
    likely = {name: track.worth for name, track in tracks.items() if track.ends and track.tells}
    return max(likely, key=likely.__getitem__, default="")


@dataclass(slots=True)
class _Track:
    """The course of one number over several matches."""

    ups: int = 0
    downs: int = 0
    ends: list[tuple[int, int]] = field(default_factory=list)
    """By match, the winner's value at the end, and the highest value of the others."""

    def moved(self, before: Sequence[int], now: Sequence[int]) -> None:
        for old, new in zip(before, now, strict=True):
            self.ups += new > old
            self.downs += new < old

    def ended(self, numbers: Sequence[int], winner: Seat) -> None:
        self.ends.append((numbers[winner], max(value for seat, value in enumerate(numbers) if seat != winner)))

    @property
    def won(self) -> float:
        """The fraction of winners that had the highest number; a tie counts a little less (`_EQUAL`)."""
        return fmean(_EQUAL if winner == other else winner > other for winner, other in self.ends)

    @property
    def tells(self) -> bool:
        """Whether winners have more than the others often enough, and hardly ever less."""
        clear = sum(winner > other for winner, other in self.ends)
        return self.won >= _MOSTLY and clear >= _OFTEN * len(self.ends)

    @property
    def worth(self) -> float:
        """A score for how well the number shows who leads."""
        same = max(Counter(side).most_common(1)[0][1] / len(self.ends) for side in zip(*self.ends, strict=True))
        return self.won + same + max(self.ups, self.downs) / max(1, self.ups + self.downs)


def number_of(g: State, seat: Seat, name: str) -> int:
    """Return a number of a side, or the size of one of its piles; 0 for anything else."""
    sides: Any = getattr(g, "sides")  # noqa: B009 # each game defines its own
    value: object = getattr(sides[seat], name)
    if isinstance(value, list | tuple):
        return len(value)
    return int(value) if isinstance(value, int) else 0


def _numbers_of(side: Any) -> tuple[str, ...]:
    kind: Any = type(side)
    return _numbers(kind)


@cache
def _numbers(side: Any) -> tuple[str, ...]:
    return tuple(_names(side))


def _names(side: Any) -> Iterator[str]:
    yield from (column.name for column in fields(side))
    for name, value in vars(side).items():
        if isinstance(value, property) and value.fget and value.fget.__annotations__.get("return") is int:
            yield name
