"""The fleets that players choose (1.2): they are what decks are in other games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.arms_dealer.cards import Fleet, ShipCard, ShipClass
from rules.core.cards import Card, CardId, Deck
from rules.core.content import naming, read_decks
from rules.core.decks import DeckPart

SIZE: Final = 15
"""1.3 Ships of a fleet."""
MOST: Final = 4
"""1.10 Ships of one class."""
MOTHERSHIPS: Final = 3
"""1.10 Fewer of them: whoever has most of them wins most."""
POWER: Final = 4_500
"""1.10 Of all ships of a fleet together, at most."""
ADDED: Final = {"15": 0, "25": 2}
"""1.8 By the value of the option `fleet`: how many ships of each class are added."""
DECK_RULE: Final = (DeckPart(size=SIZE, copies={ShipCard: MOST}, clause="1.10", title="ships"),)


def read(content: Mapping[str, Any], cards: Mapping[CardId, Card]) -> dict[str, Deck]:
    """The ready-made fleets by id.

    Raises:
        ValueError: one of them breaks 1.10; names it.
    """
    decks = read_decks(content, DECK_RULE, cards)
    for id_, deck in decks.items():
        with naming(f"decks.toml, {id_}"):
            if found := faults(cards, deck.cards):
                raise ValueError(" ".join(found))
    return decks


def faults(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[str]:
    """What breaks 1.10 beside the number of ships and of those of a class: a sentence each that says what to do."""
    ships = _ships(cards, listed)
    found = []
    motherships = sum(1 for ship in ships if ship.ship_class is ShipClass.MOTHERSHIP)
    if motherships > MOTHERSHIPS:
        found.append(
            f"A fleet has at most {MOTHERSHIPS} Motherships, not {motherships}: take out {motherships - MOTHERSHIPS} "
            "(rule 1.10)."
        )
    if len({ship.fleet for ship in ships}) > 1:
        found.append("A fleet is either Human or Alien: take out the ships of one of the two (rule 1.10).")
    if (power := sum(ship.power for ship in ships)) > POWER:
        found.append(
            f"The ships of a fleet have at most {POWER:,} power together, not {power:,}: take weaker ones (rule 1.10)."
        )
    return found


def fleet(cards: Mapping[CardId, Card], listed: Sequence[CardId], added: int) -> tuple[ShipCard, ...]:
    """The ships of a legal fleet, weakest first; 1.8 added: so many more of each class."""
    ships = _ships(cards, listed)
    look: Fleet = ships[0].fleet
    for card in cards.values():
        if isinstance(card, ShipCard) and card.fleet is look:
            ships += [card] * added
    return tuple(sorted(ships, key=lambda ship: ship.order))


def _ships(cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[ShipCard]:
    found = [cards.get(id_) for id_ in listed]
    return [card for card in found if isinstance(card, ShipCard)]
