"""A search for a deck that breaks a game.

It begins with sorted, random and ready-made decks. From their results it estimates the worth of each card in decks like
one of the best, and builds decks that should be better.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import exp, sqrt
from typing import Final

from bot.lab.contest import Contest
from bot.lab.experiment import Field, Lab
from bot.lab.legal_decks import Deck, LegalDecks, distance
from bot.lab.report import Column, Table
from bot.lab.search import Search
from bot.lab.trials import Effort
from bot.lab.worth_model import SPREAD, Sample, WorthModel
from rules.core.cards import CardId
from rules.core.rng import below

_MADE: Final = 16
"""The number of decks that a step makes."""
_PROMISING: Final = 4
"""The number of these decks that the step tries further."""
_POOL: Final = 24
"""The number of decks from which the model chooses the best."""
_NEAR: Final = 4.0
"""The decay of weights in the model around a deck: a deck of entirely different cards weighs exp(-`_NEAR`)."""
_SAMPLES: Final = 600
"""The maximum number of decks to which a model is fitted."""
HIGH: Final = 58
"""The highest share of wins, in per cent, that a deck of a good game has against the ready-made decks."""


class DeckSearch(Search[Deck]):
    """Searches for the legal deck that wins most against the ready-made ones."""

    def __init__(self, lab: Lab, field: Field, player: str, effort: Effort) -> None:
        """player: the name of the player of both decks."""
        super().__init__(lab, field, effort)
        self.player = player
        self.legal = LegalDecks(field.game)
        copies = [part.size * max(part.copies.values()) for part in field.game.deck_rule]
        self._spread = SPREAD / sqrt(sum(copies))
        """The standard deviation of the worth of one copy of a card, chosen so that whole decks differ by `SPREAD`."""

    def contests(self, deck: Deck) -> Sequence[Contest]:
        """List one contest against each ready-made deck."""
        opponents = [other.cards for other in self.field.game.decks.values()]
        return [self.field.contest([self.player] * 2, lists=(deck, other)) for other in opponents]

    def starts(self) -> Iterator[Deck]:
        """Yield the ready-made decks, then sorted and random ones."""
        yield from dict.fromkeys(chain(self.legal.ready_made, self.legal.starts(self.random)))

    def made(self, leader: Deck) -> Sequence[Deck]:
        """Make decks that should be better than this one, from more and less bold estimates of the worth of cards."""
        model = self._model(leader)
        made: dict[Deck, None] = {}
        for number in range(_MADE):
            self.random, worths = model.drawn(self.random, boldness=number / (_MADE - 1))
            self.random, power = below(self.random, len(leader).bit_length() + 1)
            deck = self.legal.improved(leader, worths, 1 << power)
            if deck != leader:
                made[deck] = None
        return [*made]

    def promising(self, made: Sequence[Deck], leader: Deck) -> Sequence[Deck]:
        """Choose the decks with the best prospects by their results and the model's estimate."""
        return self._best(made, self._model(leader), _PROMISING)

    def best(self, count: int) -> list[Deck]:
        """Return this many of the tried decks, best first by their results and the model's estimate."""
        pool = self.tally.best(self.tally.scores, _POOL)
        return self._best(pool, self._model(pool[0]), count)

    def _best(self, decks: Sequence[Deck], model: WorthModel[CardId], count: int) -> list[Deck]:
        likely = {deck: (self.tally.scores[deck] + model.expected(Counter(deck))).likely for deck in decks}
        return sorted(decks, key=lambda deck: -likely[deck])[:count]

    def _model(self, middle: Deck) -> WorthModel[CardId]:
        """Fit the worth of cards in decks like this one."""
        samples = []
        for deck, score in self.tally.scores.items():
            near = exp(-_NEAR * distance(deck, middle) / len(middle))
            samples.append(Sample(Counter(deck), score.matches * near, score.share / 100))
        samples.sort(key=lambda sample: -sample.matches)
        return WorthModel(self.legal.cards, Counter(middle), samples[:_SAMPLES], self._spread)

    def sentences(self) -> Iterator[str]:
        """Yield the result of the search."""
        if self.anew is None:
            return
        score = self.anew.score
        low, high = score.interval
        effort = f"A search over {self.tried:,} decks in {self.searched:,} matches"
        result = f"{score.words} of {score.matches:,} new matches against the ready-made ones"
        if low > 50:
            yield f"{effort} found a deck that wins {result}: {listed(self.anew.subject)}."
        else:
            yield f"{effort} found none that certainly beats the ready-made ones; its best one wins {result}."
        if low > HIGH:
            yield f"That breaks the game: no deck should win more than {HIGH} %."
        elif high < HIGH:
            yield f"So this search found no deck above {HIGH} %; a longer one may."
        else:
            yield f"It may or may not be above {HIGH} %: more matches (--most) would tell."

    def table(self) -> Table:
        """Return the table of decks that led the search at some time."""
        return Table(
            key="search",
            title="decks found by the search",
            columns=[
                Column(
                    "number",
                    "found",
                    "the number of matches before it; start: the best of the first decks; final: the best of all on"
                    " fresh deals; anew: the same deck in matches after the search",
                ),
                Column("won", "wins %", "against the ready-made decks, from changing seats; too high before “final”"),
                Column("matches", "matches"),
                Column("cards", "cards"),
            ],
            rows=[(*cells, listed(leader.subject)) for leader, cells in self.rows()],
        )


def listed(deck: Deck) -> str:
    """Return the cards as a readable list with counts: “3 marksman, axehand”."""
    return ", ".join(f"{count} {card}" if count > 1 else card for card, count in Counter(deck).items())
