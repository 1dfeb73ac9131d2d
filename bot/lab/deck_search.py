"""A search for a deck that breaks a game.

It begins with sorted, random and ready-made decks. Their results tell what each card is worth in decks like one of the
best, and decks that ought to be better are made of that.
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
"""Decks that a step makes..."""
_PROMISING: Final = 4
"""... and those among them that are tried further."""
_POOL: Final = 24
"""Decks among which the model chooses the best."""
_NEAR: Final = 4.0
"""How fast a deck tells less of another one, the more of its cards are others."""
_SAMPLES: Final = 600
"""Decks by which a model is fitted, at most."""
HIGH: Final = 58
"""Per cent of its matches against the ready-made decks that no deck of a good game wins."""


class DeckSearch(Search[Deck]):
    """Looks for the legal deck that wins most against the ready-made ones."""

    def __init__(self, lab: Lab, field: Field, player: str, effort: Effort) -> None:
        """player: who plays both decks."""
        super().__init__(lab, field, effort)
        self.player = player
        self.legal = LegalDecks(field.game)
        copies = [part.size * max(part.copies.values()) for part in field.game.deck_rule]
        self._spread = SPREAD / sqrt(sum(copies))
        """By how much of the win copies of cards differ, so that decks differ as much as they are thought to."""

    def contests(self, deck: Deck) -> Sequence[Contest]:
        """List one contest against each ready-made deck."""
        opponents = [other.cards for other in self.field.game.decks.values()]
        return [self.field.contest([self.player] * 2, lists=(deck, other)) for other in opponents]

    def starts(self) -> Iterator[Deck]:
        """Yield the ready-made decks, then sorted and random ones."""
        yield from dict.fromkeys(chain(self.legal.ready_made, self.legal.starts(self.random)))

    def made(self, leader: Deck) -> Sequence[Deck]:
        """Make decks that ought to be better than this one, by more and less bold estimates of what cards are worth."""
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
        """Choose the decks that are likely to win most by what they won and by what the model expects of them."""
        return self._best(made, self._model(leader), _PROMISING)

    def best(self, count: int) -> list[Deck]:
        """Return so many of the decks that were tried, the best by what they won and what is expected first."""
        pool = self.tally.best(self.tally.scores, _POOL)
        return self._best(pool, self._model(pool[0]), count)

    def _best(self, decks: Sequence[Deck], model: WorthModel[CardId], count: int) -> list[Deck]:
        likely = {deck: (self.tally.scores[deck] + model.expected(Counter(deck))).likely for deck in decks}
        return sorted(decks, key=lambda deck: -likely[deck])[:count]

    def _model(self, middle: Deck) -> WorthModel[CardId]:
        """Fit what cards are worth in decks like this one."""
        samples = []
        for deck, score in self.tally.scores.items():
            near = exp(-_NEAR * distance(deck, middle) / len(middle))
            samples.append(Sample(Counter(deck), score.matches * near, score.share / 100))
        samples.sort(key=lambda sample: -sample.matches)
        return WorthModel(self.legal.cards, Counter(middle), samples[:_SAMPLES], self._spread)

    def sentences(self) -> Iterator[str]:
        """Yield what the search found."""
        if self.anew is None:
            return
        score = self.anew.score
        low, high = score.interval
        effort = f"A search over {self.tried:,} decks in {self.searched:,} matches"
        told = f"{score.words} of {score.matches:,} new matches against the ready-made ones"
        if low > 50:
            yield f"{effort} found a deck that wins {told}: {listed(self.anew.subject)}."
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
            rows=[(*cells, listed(found.subject)) for found, cells in self.rows()],
        )


def listed(deck: Deck) -> str:
    """Return the cards as a list to be read, equal ones counted: “3 marksman, axehand”."""
    return ", ".join(f"{count} {card}" if count > 1 else card for card, count in Counter(deck).items())
