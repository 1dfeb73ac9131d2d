"""Put the cards of a game into piles to print, each card as often as it is needed."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from bot.content.seeds import Content
from render.paper import Paper
from render.renderer import renderer
from rules.core.cards import Card, CardId, copies
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A game as it is printed: its rules, and the content from which they were made."""

    game: Game
    content: Content

    @property
    def paper(self) -> Paper:
        return renderer(self.game.key).paper

    @property
    def mark(self) -> str:
        """The small print on each card and page. Two tables with equal marks have the same cards."""
        return f"{self.game.title} · {self.content.hash}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Cards that belong together: a deck or a part of one, or all cards of a kind that belong to no deck."""

    title: str
    cards: tuple[tuple[Card, int], ...]
    """Each card with its number of copies, in the order of the card list."""

    @property
    def key(self) -> str:
        """The title as a file name: lower-case letters, digits and hyphens."""
        letters = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in self.title.lower())
        return "-".join(letters.split()) or "cards"

    @property
    def count(self) -> int:
        """The number of cards, with all copies."""
        return sum(count for _, count in self.cards)

    @property
    def first(self) -> Card:
        return self.cards[0][0]

    def batches(self, size: int) -> list[tuple[Card, ...]]:
        """Return all cards, repeated for each copy, in groups of at most `size`."""
        every = tuple(card for card, count in self.cards for _ in range(count))
        return [every[start : start + size] for start in range(0, len(every), size)]


def piles(draft: Draft, decks: Sequence[str] = (), each: int = 0) -> list[Pile]:
    """Return the piles of a game.

    decks: ids of the ready-made decks to print; () for all. each: the number of copies of every card that a deck may
    have, instead of decks; 0 for decks.

    Raises:
        KeyError: there is no such ready-made deck.
    """
    game = draft.game
    found = [*(_every(game, each) if each else _decks(game, decks or [*game.decks]))]
    kinds = {kind for part in game.deck_rule for kind in part.copies}
    others: dict[str, list[tuple[Card, int]]] = {}
    for card in game.cards.values():
        count = draft.paper.copies(card)
        if type(card) not in kinds and count:
            others.setdefault(draft.paper.pile(card), []).append((card, count))
    found += [Pile(title=title, cards=tuple(cards)) for title, cards in others.items()]
    return [pile for pile in found if pile.cards]


def _decks(game: Game, decks: Sequence[str]) -> Iterator[Pile]:
    for deck in (game.decks[id_] for id_ in decks):
        counts = copies(deck.cards)
        for place, part in enumerate(game.deck_rule):
            cards = tuple((card, counts[id_]) for id_, card in _of(game, part.copies) if id_ in counts)
            yield Pile(title=f"{deck.name}, {part.title}" if place else deck.name, cards=cards)


def _every(game: Game, each: int) -> Iterator[Pile]:
    for part in game.deck_rule:
        yield Pile(
            title=part.title[0].upper() + part.title[1:],
            cards=tuple((card, each) for _, card in _of(game, part.copies)),
        )


def _of(game: Game, kinds: Container[type[Card]]) -> list[tuple[CardId, Card]]:
    """Return the cards of these classes."""
    return [(id_, card) for id_, card in game.cards.items() if type(card) in kinds]
