"""Legal decks: sorted by the values on the cards, drawn at random, and the best for given worths of cards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cached_property
from itertools import combinations, product
from statistics import fmean, pstdev
from typing import Final, TypeAlias

from rules.core.cards import Card, CardId
from rules.core.decks import DeckPart
from rules.core.game import Game
from rules.core.rng import below, next_bits

Worths: TypeAlias = Mapping[CardId, float]
"""The worth of each card; higher is better."""
Deck: TypeAlias = tuple[CardId, ...]
"""The cards of a deck in the order of the card list."""

WITHOUT_RULES: Final = frozenset({"id", "order", "name", "text"})
"""The fields of a card that no rule reads."""
_GROUP: Final = 100.0
"""The extra worth of a card of a preferred group: more than any column can add."""
_TRIED: Final = 8
"""The number of cards that may be taken out, and of cards that may be put in, of which every pair is tried."""


class LegalDecks:
    """Makes legal decks of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.parts: list[tuple[DeckPart, list[CardId]]] = [
            (part, [id_ for id_, card in game.cards.items() if type(card) in part.copies]) for part in game.deck_rule
        ]
        self.cards = [card for _, cards in self.parts for card in cards]
        self.ready_made = [ordered(game, deck.cards) for deck in game.decks.values()]

    def best(self, worths: Worths) -> Deck:
        """Return a legal deck of the most valuable cards.

        It is the best one if the only rules are a size and a number of copies; under further rules no single exchange
        improves it.
        """
        cards = ordered(
            self.game, [card for part, pool in self.parts for card in _filled(self.game, part, pool, worths)]
        )
        if not self.game.deck_faults(cards):
            return cards
        climbed = (self.improved(start, worths, len(start)) for start in self.ready_made)
        return max(climbed, key=lambda deck: sum([worths[card] for card in deck]))

    def improved(self, start: Deck, worths: Worths, reach: int) -> Deck:
        """Return a legal deck that is worth more, after at most `reach` exchanges of one copy; the same deck if there
        is none.
        """
        deck = start
        for _ in range(reach):
            better = next(self._exchanges(deck, worths), None)
            if better is None:
                break
            deck = better
        return deck

    def _exchanges(self, deck: Deck, worths: Worths) -> Iterator[Deck]:
        """Yield the legal decks of more worth that differ from this one by one exchange, best first."""
        counts = Counter(deck)
        pairs: list[tuple[float, CardId, CardId]] = []
        for part, pool in self.parts:
            held = sorted((card for card in pool if counts[card]), key=lambda card: worths[card])[:_TRIED]
            free = [card for card in pool if counts[card] < part.copies[type(self.game.cards[card])]]
            free = sorted(free, key=lambda card: -worths[card])[:_TRIED]
            pairs += [(worths[new] - worths[old], old, new) for old, new in product(held, free) if old != new]
        for gain, old, new in sorted(pairs, reverse=True):
            if gain <= 0:
                return
            cards = list(deck)
            cards[cards.index(old)] = new
            if not self.game.deck_faults(cards):
                yield ordered(self.game, cards)

    def starts(self, random: int) -> Iterator[Deck]:
        """Yield decks to begin a search with, each once, in random order.

        Half of them are sorted by one or two columns of the cards, within one or two groups of cards or all; the other
        half are drawn at random.
        """
        preferences = [(group, columns) for group in self._groups for columns in self._orders]
        seen: set[Deck] = set()
        while preferences:
            random, place = below(random, len(preferences))
            group, order = preferences.pop(place)
            column = {card: order.get(card, 0.0) + _GROUP * (card in group) for card in self.cards}
            random, chance = self._chance(random)
            for worths in (column, chance):
                deck = self.best(worths)
                if deck not in seen:
                    seen.add(deck)
                    yield deck

    def _chance(self, random: int) -> tuple[int, dict[CardId, float]]:
        """Return the generator's state, and random worths of cards: the sum of one for each card and one for each
        group.
        """
        worths = {}
        for card in self.cards:
            random, bits = next_bits(random)
            worths[card] = bits / 2**64
        for group in self._groups:
            random, bits = next_bits(random)
            for card in group:
                worths[card] += (bits / 2**64 - 0.5) / 2
        return random, worths

    @cached_property
    def _groups(self) -> list[frozenset[CardId]]:
        """List the sets of cards that a deck may prefer: those with one or two values of a text column, or none."""
        groups = [frozenset[CardId]()]
        for values in _categories([self.game.cards[card] for card in self.cards]):
            groups += values
            groups += [one | other for one, other in combinations(values, 2)]
        return groups

    @cached_property
    def _orders(self) -> list[Worths]:
        """List worths that sort the cards by one column, upwards and downwards, and by two columns together."""
        columns = [*self._columns().values()]
        signed: list[Worths] = [{card: sign * value for card, value in c.items()} for c in columns for sign in (1, -1)]
        for one, other in combinations(columns, 2):
            for sign, more in product((1, -1), repeat=2):
                cards = one.keys() | other.keys()
                signed.append({card: sign * one.get(card, 0.0) + more * other.get(card, 0.0) for card in cards})
        return signed or [{}]

    def _columns(self) -> dict[str, dict[CardId, float]]:
        """Return, for each column, the number on each card that has one, standardized."""
        columns: dict[str, dict[CardId, float]] = {}
        for card in self.cards:
            for name, number in _numbers(self.game.cards[card]):
                columns.setdefault(name, {})[card] = number
        return {name: _standardized(column) for name, column in columns.items() if len({*column.values()}) > 1}


def ordered(game: Game, cards: Sequence[CardId]) -> Deck:
    """Return the cards in the order of the card list."""
    return tuple(sorted(cards, key=lambda card: game.cards[card].order))


def distance(one: Deck, other: Deck) -> int:
    """Return the number of copies that differ between two decks."""
    return (Counter(one) - Counter(other)).total()


def _filled(game: Game, part: DeckPart, pool: Sequence[CardId], worths: Worths) -> list[CardId]:
    cards: list[CardId] = []
    for card in sorted(pool, key=lambda card: -worths[card]):
        most = part.copies[type(game.cards[card])]
        cards += [card] * min(most, part.size - len(cards))
    return cards


def _numbers(card: Card) -> Iterator[tuple[str, float]]:
    """Yield the countable fields of a card: numbers, flags, and lengths of lists."""
    for column in fields(card):
        if not column.init or column.name in WITHOUT_RULES:
            continue
        value = getattr(card, column.name)
        if isinstance(value, int):
            yield column.name, float(value)
        elif isinstance(value, tuple | frozenset):
            yield column.name, float(len(value))


def _categories(cards: Sequence[Card]) -> Iterator[list[frozenset[CardId]]]:
    """Yield, for each text column and for the kind of card, the sets of cards with the same value."""
    columns: dict[str, dict[object, set[CardId]]] = {}
    for card in cards:
        columns.setdefault("", {}).setdefault(type(card), set()).add(card.id)
        for column in fields(card):
            value = getattr(card, column.name)
            if column.init and column.name not in WITHOUT_RULES and isinstance(value, Enum):
                columns.setdefault(column.name, {}).setdefault(value, set()).add(card.id)
    for values in columns.values():
        if len(values) > 1:
            yield [frozenset(group) for group in values.values()]


def _standardized(column: Mapping[CardId, float]) -> dict[CardId, float]:
    mean, spread = fmean(column.values()), pstdev(column.values())
    return {card: (number - mean) / spread for card, number in column.items()}
