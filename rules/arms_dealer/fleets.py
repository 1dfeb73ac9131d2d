"""The fleets that players choose (1.2), which are the decks of this game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.arms_dealer.cards import Fleet, ShipCard, ShipClass
from rules.core.cards import Card, CardId, Deck
from rules.core.content import naming, read_decks
from rules.core.decks import DeckPart

SIZE: Final = 15
"""1.3 The number of ships of a fleet."""
MOST_OF_A_CLASS: Final = 4
"""1.10 The maximum number of ships of one class."""
MOTHERSHIPS: Final = 3
"""1.10 The maximum number of ships of the strongest class. It is smaller, as the player with more of these ships wins
more often.
"""
POWER: Final = 4_500
"""1.10 The maximum power of all ships of a fleet together."""
OF_A_CLASS: Final = 5
"""1.8 The number of ships of each class in a fleet of 25."""
DECK_RULE: Final = (DeckPart(size=SIZE, copies={ShipCard: MOST_OF_A_CLASS}, clause="1.10", title="ships"),)


def read(content: Mapping[str, Any], cards: Mapping[CardId, Card]) -> dict[str, Deck]:
    """Return the ready-made fleets by id.

    Raises:
        ValueError: a fleet breaks 1.10; the message names it.
    """
    decks = read_decks(content, DECK_RULE, cards)
    for id_, deck in decks.items():
        with naming(f"decks.toml, {id_}"):
            if violations := faults(cards, deck.cards):
                raise ValueError(" ".join(violations))
    return decks


def faults(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[str]:
    """Return a sentence for each way in which a fleet breaks 1.10, except for its size and the number of copies. Each
    sentence says how to fix the fleet.
    """
    ships = _ships(cards, listed)
    violations = []
    motherships = sum(1 for ship in ships if ship.ship_class is ShipClass.MOTHERSHIP)
    if motherships > MOTHERSHIPS:
        violations.append(
            f"A fleet has at most {MOTHERSHIPS} Motherships, not {motherships}: take out {motherships - MOTHERSHIPS} "
            "(rule 1.10)."
        )
    if len({ship.fleet for ship in ships}) > 1:
        violations.append("A fleet is either Human or Alien: take out the ships of one of the two (rule 1.10).")
    if (power := sum(ship.power for ship in ships)) > POWER:
        violations.append(
            f"The ships of a fleet have at most {POWER:,} power together, not {power:,}: take weaker ones (rule 1.10)."
        )
    return violations


def fleet(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> tuple[ShipCard, ...]:
    """Return the ships of a legal fleet, weakest first."""
    return tuple(sorted(_ships(cards, listed), key=lambda ship: ship.order))


def full_fleet(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> tuple[ShipCard, ...]:
    """1.8 Return the 25 ships, weakest first, of the Human or the Alien fleet, whichever a legal fleet belongs to."""
    look: Fleet = fleet(cards, listed)[0].fleet
    ships = [card for card in cards.values() if isinstance(card, ShipCard) and card.fleet is look] * OF_A_CLASS
    return tuple(sorted(ships, key=lambda ship: ship.order))


def _ships(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[ShipCard]:
    listed_cards = [cards.get(id_) for id_ in listed]
    return [card for card in listed_cards if isinstance(card, ShipCard)]
