"""Contests: many matches between the same players with their places changed, on all processors.

The same seed gives the same matches, however many processors play them.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from time import process_time
from typing import Final, Self

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.rng import split

_CHUNK: Final = 8
"""Matches that a process plays before it is given the next ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Who plays what against whom. The first player is the one whom it is about; all take every seat in turn."""

    game: str
    """By its key."""
    players: tuple[str, ...]
    """One for each seat (`bot.lab.players`)."""
    options: Mapping[str, str]
    decks: tuple[str, ...] = ()
    """Ids of ready-made decks, each beside its player; () for decks by chance."""
    lists: tuple[tuple[CardId, ...], ...] = ()
    """Cards of decks instead, each beside its player."""

    @property
    def places(self) -> int:
        """In how many ways all sit around the table: one where nobody differs from anybody."""
        beside = [*zip(self.players, self.decks or self.lists or self.players, strict=True)]
        return len(beside) if len(set(beside)) > 1 else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How one match of a contest went."""

    seat: int
    """Where the first player sat."""
    shares: tuple[float, ...]
    """By seat: of the first place (`Outcome.share`)."""
    decks: tuple[str, ...]
    """By seat."""
    turns: int
    plies: int
    ending: str
    seconds: tuple[float, ...] = field(compare=False)
    """Of the processor, that each decision of the first player took."""


class Arena:
    """Plays contests. To be used as a context: its processes end with it."""

    def __init__(self, processes: int) -> None:
        """processes: how many matches are played at once."""
        self._pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn")) if processes > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def play(self, contest: Contest, matches: int, seed: int) -> Iterator[Match]:
        """So many matches, in their order: each seed is played from every seat before the next one is, unless all would
        play alike from everywhere.
        """
        starts = range(0, matches, _CHUNK)
        ranges = [range(start, min(start + _CHUNK, matches)) for start in starts]
        count = len(ranges)
        play = self._pool.map if self._pool else map
        for chunk in play(_played, [contest] * count, ranges, [seed] * count):
            yield from chunk


def _played(contest: Contest, numbers: Sequence[int], seed: int) -> list[Match]:
    return [_match(_game(contest.game), contest, number, seed) for number in numbers]


@cache
def _game(key: str) -> Game:
    return load_game(key)


def _match(game: Game, contest: Contest, number: int, seed: int) -> Match:
    count = len(contest.players)
    same, turned = divmod(number, contest.places)
    places = [(seat - turned) % count for seat in range(count)]
    setup = Setup(
        game=game,
        players=tuple(contest.players[place] for place in places),
        options=contest.options,
        decks=tuple(contest.decks[place] for place in places) if contest.decks else (),
        lists=tuple(contest.lists[place] for place in places) if contest.lists else (),
    )
    own = split(seed, same)
    g, decks = setup.begin(own)
    plies, seconds, before = 0, [], process_time()
    for seat, _ in setup.play(g, own):
        now = process_time()
        plies += 1
        if seat == turned:
            seconds.append(now - before)
        before = now
    assert g.outcome is not None, "play ends with the match"
    return Match(
        seat=turned,
        shares=tuple(g.outcome.share(seat) for seat in range(count)),
        decks=decks,
        turns=g.turn,
        plies=plies,
        ending=g.outcome.ending,
        seconds=tuple(seconds),
    )
