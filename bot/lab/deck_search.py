"""A search for a deck that breaks a game: it climbs from deck to deck, one exchanged card at a time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.lab.report import Cell, Column, Table
from bot.lab.score import Mean, Score
from bot.lab.study import Field, Study
from rules.core.cards import CardId
from rules.core.decks import DeckPart
from rules.core.game import Game
from rules.core.rng import below, split

_PART: Final = 2
"""A deck is tried in so many times fewer matches than a row may have; the best is measured again in all of them."""
_ANEW: Final = 1 << 33
"""The stream of seeds for that: a search flatters what it finds."""
_REFUSED: Final = 1_000
"""After so many exchanges that are not legal no other deck is near."""


@dataclass(frozen=True, slots=True)
class Found:
    """A legal deck, and what it won against the ready-made ones."""

    cards: tuple[CardId, ...]
    score: Score

    @property
    def words(self) -> str:
        """The cards as a list to be read, equal ones counted: “3 marksman, axehand”."""
        return ", ".join(f"{count} {card}" if count > 1 else card for card, count in Counter(self.cards).items())


class Search:
    """Decks, each better than the one before, as far as some matches tell.

    It begins with a ready-made one, exchanges some copies of a card for others, and keeps what wins more side by side.
    """

    def __init__(self, study: Study, field: Field, player: str, steps: int) -> None:
        self.study, self.field, self.player, self.steps = study, field, player, steps
        self.found: list[Found] = []
        self.tried = 0
        self.alone = False
        """Whether no other deck is near the first one."""
        self.anew: Found | None = None
        """The best one by other matches than it was found by."""
        self._each = max(2, study.lab.most // _PART // len(field.game.decks))

    def announce(self) -> None:
        """Tell the progress what is to come."""
        decks = len(self.field.game.decks)
        self.study.lab.progress.expect((2 * self.steps + _PART) * self._each * decks)

    def run(self, start: tuple[CardId, ...]) -> None:
        """Search from this deck, and measure what was found by other seeds."""
        best, random = start, split(self.study.lab.seed, _ANEW + 1)
        for step in range(1, self.steps + 1):
            random, cards = exchanged(self.field.game, best, random)
            if cards is None:
                self.alone = not self.tried
                break
            scores, more = self._side_by_side((best, cards), self._each, split(random, step))
            self.tried += 1
            if not self.found:
                self.found.append(Found(best, scores[0]))
            if more.value > more.error / 2:
                best = cards
                self.found.append(Found(cards, scores[1]))
        if self.alone:
            return
        [score], _ = self._side_by_side((best,), _PART * self._each, split(self.study.lab.seed, _ANEW))
        self.anew = Found(best, score)

    def _side_by_side(self, lists: Sequence[tuple[CardId, ...]], each: int, seed: int) -> tuple[Sequence[Score], Mean]:
        """What these decks win against all ready-made ones in turn, all held by the same player, so many matches with
        each; and by how many points the last one wins more than the first one in the same matches.
        """
        scores, more = [Score() for _ in lists], []
        for number, deck in enumerate(self.field.game.decks.values()):
            contests = [self.field.contest([self.player] * 2, lists=(cards, deck.cards)) for cards in lists]
            for found in self.study.lab.arena.together(contests, range(each), split(seed, number)):
                scores = [score + Score(1, match.won) for score, match in zip(scores, found, strict=True)]
                more.append(100 * (found[-1].won - found[0].won))
        return scores, Mean.of(more, unit=100)

    def sentences(self) -> Iterator[str]:
        """What was found."""
        if self.alone:
            yield "A search found no deck but the one that it began with: the rule for decks allows no other near it."
        if self.anew is None:
            return
        low, _ = self.anew.score.interval
        if low > 50:
            yield (
                f"A search over {self.tried} decks found one that wins {self.anew.score.words} against the ready-made"
                f" ones: {self.anew.words}."
            )
        else:
            yield (
                f"A search over {self.tried} decks found none that certainly beats the ready-made ones; its best one"
                f" wins {self.anew.score.words} in new matches."
            )

    def table(self) -> Table:
        """The decks that were found on the way."""
        rows: list[Sequence[Cell]] = [
            (number, found.score, found.score.matches, found.words) for number, found in enumerate(self.found)
        ]
        if self.anew:
            rows.append(("anew", self.anew.score, self.anew.score.matches, self.anew.words))
        return Table(
            key="search",
            title="decks that a search found",
            columns=[
                Column(
                    "number", "found", "each better than the one before; anew: the last one in matches of other seeds"
                ),
                Column("won", "wins %", "against the ready-made decks, from changing seats"),
                Column("matches", "matches"),
                Column("cards", "cards"),
            ],
            rows=rows,
        )


def exchanged(game: Game, cards: tuple[CardId, ...], random: int) -> tuple[int, tuple[CardId, ...] | None]:
    """The generator's state, and a legal deck that differs from a legal one in some copies of one card of one part;
    None: none was found.
    """
    for _ in range(_REFUSED):
        random, found = _exchanged(game, cards, random)
        if found is not None and not game.deck_faults(found):
            return random, found
    return random, None


def _exchanged(game: Game, cards: tuple[CardId, ...], random: int) -> tuple[int, tuple[CardId, ...] | None]:
    """The same by numbers of cards alone, whatever else the game wants of a deck."""
    random, place = below(random, len(game.deck_rule))
    part = game.deck_rule[place]
    counts = Counter(card for card in cards if type(game.cards[card]) in part.copies)
    rest = [card for card in cards if card not in counts]
    random, place = below(random, len(counts))
    out = list(counts)[place]
    random, number = below(random, counts[out])
    for _ in range(number + 1):
        counts[out] -= 1
    while sum(counts.values()) < part.size:
        pool = [card for card in _of(game, part) if card != out and counts[card] < part.copies[type(game.cards[card])]]
        if not pool:
            return random, None
        random, place = below(random, len(pool))
        random, more = below(random, part.size - sum(counts.values()))
        most = part.copies[type(game.cards[pool[place]])]
        counts[pool[place]] = min(most, counts[pool[place]] + more + 1)
    rest += counts.elements()
    return random, tuple(sorted(rest, key=lambda card: game.cards[card].order))


def _of(game: Game, part: DeckPart) -> list[CardId]:
    return [id_ for id_, card in game.cards.items() if type(card) in part.copies]
