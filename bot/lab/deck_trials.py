"""Matches of decks against the ready-made ones, played as long as an effort lasts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2
from time import process_time
from typing import Final

from bot.lab.legal_decks import Deck
from bot.lab.score import Score
from bot.lab.study import Field, Lab
from rules.core.rng import split

_ROUND: Final = 12
"""Matches of a deck in one round, at least."""
_UNKNOWN: Final = Score(12, 6)
"""What every deck is thought to have won before it is tried."""
_STREAM: Final = 1 << 33
"""The first stream of seeds for the rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much a search may play: matches, or seconds of the processor."""

    matches: int = 0
    seconds: float = 0.0
    """0: as many as the matches take."""

    def __bool__(self) -> bool:
        return bool(self.matches or self.seconds)


@dataclass(slots=True)
class Tally:
    """The matches of decks that were tried for one purpose."""

    scores: dict[Deck, Score] = field(default_factory=dict)

    def add(self, deck: Deck, score: Score) -> None:
        """Count what a deck won."""
        self.scores[deck] = self.scores.get(deck, Score()) + score

    def estimate(self, deck: Deck) -> Score:
        """Return what the deck won together with what every deck is thought to have won."""
        return self.scores.get(deck, Score()) + _UNKNOWN

    def best(self, decks: Iterable[Deck], count: int) -> list[Deck]:
        """Return so many of the decks, those whose share is likely to be highest first."""
        return sorted(decks, key=lambda deck: self.estimate(deck).likely, reverse=True)[:count]


class Trials:
    """Plays decks against each ready-made one from both seats, all decks of a round on the same deals."""

    def __init__(self, lab: Lab, field: Field, player: str, effort: Effort) -> None:
        self.lab, self.field, self.player, self.effort = lab, field, player, effort
        self.played = 0
        """Matches until now."""
        self._rounds = 0
        self._begun = process_time()
        self._elsewhere = 0.0
        """Seconds that other processes than this one took."""
        self._pairs = -(-_ROUND // (2 * len(field.game.decks)))

    @property
    def round(self) -> int:
        """How many matches of a deck make a round."""
        return 2 * self._pairs * len(self.field.game.decks)

    @property
    def seconds(self) -> float:
        """How long the processors have worked."""
        return process_time() - self._begun + self._elsewhere

    @property
    def spent(self) -> float:
        """The part of the effort that has been made, 0 to 1 or somewhat more."""
        if self.effort.seconds:
            return self.seconds / self.effort.seconds
        return self.played / self.effort.matches

    @property
    def matches(self) -> float:
        """How many matches the whole effort is, as far as one can tell by now."""
        return self.played / self.spent if self.effort.seconds else self.effort.matches

    def play(self, decks: Sequence[Deck], rounds: int, tally: Tally) -> None:
        """Play so many rounds of each deck on deals that nobody has played."""
        numbers = range(2 * self._pairs * rounds)
        opponents = [deck.cards for deck in self.field.game.decks.values()]
        players = [self.player] * 2
        contests = [self.field.contest(players, lists=(deck, other)) for deck in decks for other in opponents]
        self._rounds += 1
        jobs = [(contest, number) for contest in contests for number in numbers]
        if self.effort.seconds:
            self.lab.progress.expect(len(jobs))
        results = self.lab.arena.results(jobs, split(self.lab.seed, _STREAM + self._rounds))
        self.played += len(jobs)
        self._elsewhere += results.elsewhere
        each = len(opponents) * len(numbers)
        for place, deck in enumerate(decks):
            won = results.won[place * each : (place + 1) * each]
            tally.add(deck, Score(each, sum(won)))

    def race(self, decks: Sequence[Deck], rounds: int, tally: Tally, left: int = 1) -> list[Deck]:
        """Play rounds of all decks, and twice as many of the better half, until so few are left."""
        decks = list(decks)
        while len(decks) > left:
            self.play(decks, rounds, tally)
            decks = tally.best(decks, max(left, len(decks) // 2))
            rounds *= 2
        return decks

    def field_of(self, part: float, left: int) -> int:
        """Return how many decks can race until so few are left for this part of the effort."""
        count = left
        while (count + 1) * self.round * max(1.0, log2((count + 1) / left)) <= part * self.matches:
            count += 1
        return count
