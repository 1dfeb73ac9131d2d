"""A search for a deck that breaks a game: it climbs from deck to deck, one exchanged card at a time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.lab.balance import Measuring
from bot.lab.score import Score
from rules.core.cards import CardId
from rules.core.decks import DeckPart
from rules.core.game import Game
from rules.core.rng import below, split


@dataclass(frozen=True, slots=True)
class Found:
    """A legal deck, and what it won against the ready-made ones."""

    cards: tuple[CardId, ...]
    score: Score

    def line(self) -> str:
        """The deck to be read."""
        cards = (f"{count} {card}" if count > 1 else card for card, count in Counter(self.cards).items())
        return f"{self.score!s:<20}{self.score.matches:>7,}  {', '.join(cards)}"

    def report(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        low, high = self.score.interval
        return {
            "matches": self.score.matches,
            "won": round(self.score.share, 1),
            "interval": [round(low, 1), round(high, 1)],
            "cards": list(self.cards),
        }


def climb(measuring: Measuring, player: str, steps: int, seed: int) -> Iterator[Found]:
    """Decks, each better than the one before, as far as some matches tell.

    It begins with a ready-made deck, exchanges a few copies of a card for others, and keeps what wins more of
    `Measuring.matches` matches. (So the best figure flatters: measure the deck again, from another seed.)
    """
    game = measuring.game
    seed, start = below(seed, len(game.decks))
    cards = list(game.decks.values())[start].cards
    best = Found(cards, measuring.against_field(player, cards, measuring.matches, split(seed, 0)))
    yield best
    for step in range(1, steps + 1):
        seed, cards = exchanged(game, best.cards, seed)
        tried = Found(cards, measuring.against_field(player, cards, measuring.matches, split(seed, step)))
        if tried.score.share > best.score.share:
            best = tried
            yield best


def exchanged(game: Game, cards: tuple[CardId, ...], random: int) -> tuple[int, tuple[CardId, ...]]:
    """A legal deck that differs from a legal one in some copies of one card of one part; and the generator's state."""
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
        random, place = below(random, len(pool))
        random, more = below(random, part.size - sum(counts.values()))
        most = part.copies[type(game.cards[pool[place]])]
        counts[pool[place]] = min(most, counts[pool[place]] + more + 1)
    rest += counts.elements()
    return random, tuple(sorted(rest, key=lambda card: game.cards[card].order))


def _of(game: Game, part: DeckPart) -> list[CardId]:
    return [id_ for id_, card in game.cards.items() if type(card) in part.copies]
