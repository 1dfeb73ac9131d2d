"""Complete a deck that its user has only begun."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.decks.deck import most_copies
from rules.core.cards import CardId
from rules.core.game import Game


def completed(game: Game, cards: Sequence[CardId]) -> tuple[CardId, ...] | None:
    """Return these cards and others, so that the deck is legal; None: no further cards make it legal.

    The other cards are those of the ready-made deck that has the most cards in common with this one. If they break the
    deck rule beside it, they are replaced by others.
    """
    held = Counter(cards)
    by_likeness = sorted(game.decks.values(), key=lambda deck: -(Counter(deck.cards) & held).total())
    any_card = [card for card in game.deck_cards for _ in range(most_copies(game, card))]
    for deck in by_likeness:
        filled = _filled(game, cards, [*(Counter(deck.cards) - held).elements(), *any_card])
        if not game.deck_faults(filled):
            return filled
    return None


def _filled(game: Game, cards: Sequence[CardId], offered: Iterable[CardId]) -> tuple[CardId, ...]:
    """Return the cards with each of those offered that adds no fault, until the deck is legal."""
    filled, faults = tuple(cards), len(game.deck_faults(cards))
    for card in offered:
        if not faults:
            break
        faults_with_card = len(game.deck_faults((*filled, card)))
        if faults_with_card <= faults:
            filled, faults = (*filled, card), faults_with_card
    return filled
