"""Operations on decks, hands and piles that both rules and effects use."""

from collections.abc import Sequence

from rules.alchemy.cards import AlchemyCard
from rules.alchemy.events import Drew, Recharged, Refilled, drawn, drew
from rules.alchemy.state import AlchemyState
from rules.core.cards import ids
from rules.core.events import Seat, only


def draw(g: AlchemyState, seat: Seat, count: int) -> int:
    """3.2, 3.6 Draw up to `count` cards; return the number of cards drawn."""
    side = g.sides[seat]
    cards = take_from_deck(g, seat, count)
    side.receive(cards)
    g.events.append(drawn(seat, len(cards)))
    tell_drawn(g, seat, cards)
    return len(cards)


def take_from_deck(g: AlchemyState, seat: Seat, count: int) -> list[AlchemyCard]:
    """Take up to `count` cards off the top of the deck; return them, the topmost first."""
    deck = g.sides[seat].deck
    cards = deck[: -count - 1 : -1]
    del deck[len(deck) - len(cards) :]
    return cards


def tell_drawn(g: AlchemyState, seat: Seat, cards: Sequence[AlchemyCard]) -> None:
    """Tell the owner alone which cards they drew."""
    if len(cards) == 1:
        g.events.append(drew(seat, ids(cards)))
    elif cards:
        g.events.append(Drew(seats=only(seat), seat=seat, cards=ids(cards)))


def refill(g: AlchemyState, seat: Seat) -> None:
    """2.3, 2.8 Shuffle the recharge pile and put it under the deck."""
    side = g.sides[seat]
    if not side.recharge:
        return
    g.shuffle(side.recharge)
    g.events.append(Refilled(seat=seat, cards=len(side.recharge)))
    side.deck[:0] = side.recharge
    side.recharge.clear()


def recharge(g: AlchemyState, seat: Seat, cards: Sequence[AlchemyCard], source: str) -> None:
    """Put cards that were taken from `source` on the recharge pile."""
    if cards:
        g.sides[seat].recharge.extend(cards)
        g.events.append(Recharged(seat=seat, cards=ids(cards), source=source))
