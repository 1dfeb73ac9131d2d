"""A search for a deck that breaks a game.

Many legal decks race against the ready-made ones. Their results tell what each card is worth in decks like the best
ones; decks that ought to be better are made of that, race in turn, and what they win makes the estimate better. The
best of all race once more on deals by which none of them was chosen.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp
from typing import Final

from bot.lab.card_model import NOISE, CardModel, Sample, spread_of
from bot.lab.deck_trials import Effort, Tally, Trials
from bot.lab.legal_decks import Deck, LegalDecks, distance
from bot.lab.report import Cell, Column, Table
from bot.lab.score import Score
from bot.lab.study import Field, Study
from rules.core.rng import below, next_bits, split

_STARTING: Final = 0.25
"""The part of the effort after which the race of the first decks ends..."""
_IMPROVING: Final = 0.8
"""... and the one after which no other deck is made."""
_LEADERS: Final = 4
"""Decks that the first race leaves, and of which each step improves one."""
_MADE: Final = 16
"""Decks that a step makes..."""
_PROMISING: Final = 4
"""... and those among them that are tried further."""
_AMISS: Final = 0.03
"""By how much of the win the model may be off, however many decks it knows."""
_FINALISTS: Final = 8
_KNOWN: Final = 0.02
"""The part of the effort after which a deck is known well enough to choose decks by..."""
_WELL: Final = 480
"""... or so many matches."""
_NEAR: Final = 4.0
"""How fast a deck tells less of another one, the more of its cards are others."""
_SAMPLES: Final = 600
"""Decks by which a model is fitted, at most."""
_STREAM: Final = 1 << 34
"""The stream of seeds for what the search draws itself."""
HIGH: Final = 58
"""Per cent of its matches against the ready-made decks that no deck of a good game wins."""


@dataclass(frozen=True, slots=True)
class Found:
    """A legal deck, and what it won against the ready-made ones."""

    step: str
    cards: Deck
    score: Score

    @property
    def words(self) -> str:
        """The cards as a list to be read, equal ones counted: “3 marksman, axehand”."""
        return ", ".join(f"{count} {card}" if count > 1 else card for card, count in Counter(self.cards).items())


class Search:
    """Looks for the legal deck that wins most against the ready-made ones."""

    def __init__(self, study: Study, field: Field, player: str, effort: Effort) -> None:
        self.study, self.field = study, field
        self.trials = Trials(study.lab, field, player, effort)
        self.legal = LegalDecks(field.game)
        self.tally = Tally()
        """All matches by which decks were chosen."""
        self.found: list[Found] = []
        self.anew: Found | None = None
        """The best deck, by matches after the search."""
        self._random = split(study.lab.seed, _STREAM)
        self._spread = spread_of([(part.size, max(part.copies.values())) for part in field.game.deck_rule])

    @property
    def tried(self) -> int:
        """How many decks were tried."""
        return len(self.tally.scores)

    def announce(self) -> None:
        """Tell the progress what is to come."""
        self.study.lab.progress.expect(self.trials.effort.matches + self._rounds_anew() * self.trials.round)

    def run(self) -> None:
        """Search, and measure the best deck in matches of other deals."""
        self._start()
        while self.trials.spent < _IMPROVING:
            self._improve()
        best = self._final()
        measured = Tally()
        self.trials.play([best], self._rounds_anew(), measured)
        self.anew = Found("anew", best, measured.scores[best])

    @property
    def searched(self) -> int:
        """How many matches the search took, without those after it."""
        return self.trials.played - (self.anew.score.matches if self.anew else 0)

    def _rounds_anew(self) -> int:
        return max(1, self.study.lab.most // self.trials.round)

    def _start(self) -> None:
        """Let the ready-made decks, sorted ones and random ones race."""
        ready = self.legal.ready_made
        self.trials.play(ready, 1, self.tally)
        random, self._random = self._random, split(self._random, 1)
        starts = self.legal.starts(random)
        count = self.trials.field_of(_STARTING, _LEADERS)
        decks = [*ready, *islice(starts, max(0, count - len(ready)))]
        leaders = self.trials.race(decks, 1, self.tally, _LEADERS)
        self._keep("start", leaders[0])

    def _improve(self) -> None:
        """Make decks that ought to be better than one of the best, and let the best of them meet it."""
        leader = self._leader()
        model = self._model(leader)
        made: dict[Deck, None] = {}
        for number in range(_MADE):
            self._random, worths = model.drawn(self._random, boldness=number / (_MADE - 1))
            self._random, power = below(self._random, len(leader).bit_length() + 1)
            deck = self.legal.improved(leader, worths, 1 << power)
            if deck != leader:
                made[deck] = None
        if not made:
            self.trials.play([leader], 1, self.tally)
            return
        self.trials.play([*made], 1, self.tally)
        promising = self._promising([*made], self._model(leader))
        [challenger] = self.trials.race(promising, 2, self.tally)
        self._duel(challenger, leader)
        best = self.tally.best(self.tally.scores, 1)[0]
        if best != self.found[-1].cards:
            self._keep(f"{self.trials.played:,}", best)

    def _leader(self) -> Deck:
        """Draw one of the best decks: the less is known of one, the farther it may be from what it won."""
        drawn: dict[Deck, float] = {}
        for deck in self.tally.best(self.tally.scores, _LEADERS):
            self._random, bits = next_bits(self._random)
            low, high = self.tally.estimate(deck).interval
            drawn[deck] = low + (high - low) * bits / 2**64
        return max(drawn, key=drawn.__getitem__)

    def _model(self, middle: Deck) -> CardModel:
        """Fit what cards are worth in decks like this one."""
        samples = []
        for deck, score in self.tally.scores.items():
            near = exp(-_NEAR * distance(deck, middle) / len(middle))
            samples.append(Sample(Counter(deck), score.matches * near, score.share / 100))
        samples.sort(key=lambda sample: -sample.matches)
        return CardModel(self.legal.cards, Counter(middle), samples[:_SAMPLES], self._spread)

    def _promising(self, decks: Sequence[Deck], model: CardModel) -> list[Deck]:
        """Choose the decks that are likely to win most by what they won and by what the model expects of them."""
        likely: dict[Deck, float] = {}
        for deck in decks:
            share = min(1.0, max(0.0, model.share(Counter(deck))))
            sure = NOISE / (model.error(Counter(deck)) ** 2 + _AMISS**2)
            likely[deck] = (self.tally.scores[deck] + Score(round(sure), round(sure) * share)).likely
        return sorted(decks, key=lambda deck: -likely[deck])[:_PROMISING]

    def _duel(self, challenger: Deck, leader: Deck) -> None:
        """Play both decks on fresh deals as long as the challenger may be better; of neither more than it takes to know
        it well.
        """
        rounds, enough = 2, min(_WELL, _KNOWN * self.trials.matches)
        while self.trials.spent < _IMPROVING:
            unknown = [deck for deck in (challenger, leader) if self.tally.estimate(deck).matches < enough]
            if challenger not in unknown:
                return
            if self.tally.estimate(challenger).interval[1] < self.tally.estimate(leader).share:
                return
            self.trials.play(unknown, rounds, self.tally)
            rounds *= 2

    def _final(self) -> Deck:
        """Let the best decks race on deals by which none was chosen."""
        decks = self.tally.best(self.tally.scores, _FINALISTS)
        afresh = Tally()
        part = 1 - self.trials.spent
        rounds = int(part * self.trials.matches / self.trials.round / len(decks) / len(decks).bit_length())
        if rounds > 0:
            decks = self.trials.race(decks, rounds, afresh)
            self.found.append(Found("final", decks[0], afresh.scores[decks[0]]))
        return decks[0]

    def _keep(self, step: str, deck: Deck) -> None:
        self.found.append(Found(step, deck, self.tally.scores[deck]))

    def sentences(self) -> Iterator[str]:
        """Yield what the search found."""
        if self.anew is None:
            return
        score = self.anew.score
        low, high = score.interval
        effort = f"A search over {self.tried:,} decks in {self.searched:,} matches"
        told = f"{score.words} of {score.matches:,} new matches against the ready-made ones"
        if low > 50:
            yield f"{effort} found a deck that wins {told}: {self.anew.words}."
        else:
            yield f"{effort} found none that certainly beats the ready-made ones; its best one wins {told}."
        if low > HIGH:
            yield f"That breaks the game: no deck should win more than {HIGH} %."
        elif high < HIGH:
            yield f"So no deck above {HIGH} % was found, by this effort; a longer search may find one."
        else:
            yield f"Whether it is above {HIGH} % is not certain: more matches (--most) would tell."

    def table(self) -> Table:
        """Return the decks that led on the way."""
        rows: list[Sequence[Cell]] = [
            (found.step, found.score, found.score.matches, found.words)
            for found in (*self.found, *([self.anew] if self.anew else ()))
        ]
        return Table(
            key="search",
            title="decks that a search found",
            columns=[
                Column(
                    "number",
                    "found",
                    "after so many matches; start: the best of the first decks; final: the best of all on fresh deals;"
                    " anew: the same in matches after the search",
                ),
                Column("won", "wins %", "against the ready-made decks, from changing seats; before “final” flattered"),
                Column("matches", "matches"),
                Column("cards", "cards"),
            ],
            rows=rows,
        )
