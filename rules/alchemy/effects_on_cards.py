"""Effects on cards in decks, hands, stores and piles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import storing
from rules.alchemy.cards import AlchemyCard, Count, ElementCard, Step
from rules.alchemy.events import CardTaken, Kept, Looked, Recovered, Revealed
from rules.alchemy.piles import draw, recharge, refill, take_from_deck, tell_drawn
from rules.alchemy.state import AlchemyState, Stored
from rules.core.cards import ids
from rules.core.events import Seat, only
from rules.core.play import Phase


@dataclass(frozen=True, slots=True)
class DrawCards(Step):
    """Draw cards."""

    cards: Count

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return bool(g.sides[seat].deck)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        if g.sides[seat].deck:
            draw(g, seat, self.cards)
        return moment


@dataclass(frozen=True, slots=True)
class Recover(Step):
    """Take a chosen element from the player's own recharge or exhausted pile into hand."""

    exhausted: bool = False
    """Whether the element comes from the exhausted pile; if not, from the recharge pile."""

    def _pile(self, g: AlchemyState, seat: Seat) -> list[AlchemyCard]:
        side = g.sides[seat]
        return side.exhausted if self.exhausted else side.recharge

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return bool(self.choices(g, seat))

    def choices(self, g: AlchemyState, seat: Seat) -> Sequence[str]:
        return [card.id for card in dict.fromkeys(self._pile(g, seat)) if isinstance(card, ElementCard)]

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        pile = self._pile(g, seat)
        for place, card in enumerate(pile):
            if card.id == choice:
                g.sides[seat].receive((pile.pop(place),), seen=True)
                g.events.append(
                    Recovered(seat=seat, card=card.id, source=f"{'exhausted' if self.exhausted else 'recharge'} pile")
                )
                break
        return moment


@dataclass(frozen=True, slots=True)
class Restore(Step):
    """Put the elements that were exhausted last into the player's own recharge pile."""

    elements: Count

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return any(isinstance(card, ElementCard) for card in g.sides[seat].exhausted)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        exhausted = g.sides[seat].exhausted
        places = [place for place, card in enumerate(exhausted) if isinstance(card, ElementCard)][-self.elements :]
        recharge(g, seat, [exhausted.pop(place) for place in reversed(places)], "exhausted pile")
        return moment


@dataclass(frozen=True, slots=True)
class Refill(Step):
    """Shuffle the player's own recharge pile and put it under the deck."""

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return bool(g.sides[seat].recharge)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        refill(g, seat)
        return moment


@dataclass(frozen=True, slots=True)
class Look(Step):
    """4.8 Look at the top cards of the player's own deck. The steps `Keep` that follow take some of them into hand; the
    others go to the recharge pile.
    """

    cards: Count

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return bool(g.sides[seat].deck)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        looking = take_from_deck(g, seat, self.cards)
        g.sides[seat].looking += looking
        g.events.append(Looked(seats=only(seat), seat=seat, cards=ids(looking)))
        return moment


@dataclass(frozen=True, slots=True)
class Keep(Step):
    """Take one of the cards that the player is looking at into hand."""

    last: bool = True
    """Whether the remaining cards go to the recharge pile now."""

    def choices(self, g: AlchemyState, seat: Seat) -> Sequence[str]:
        return [card.id for card in dict.fromkeys(g.sides[seat].looking)]

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        side = g.sides[seat]
        for place, card in enumerate(side.looking):
            if card.id == choice:
                side.receive((side.looking.pop(place),))
                g.events.append(Kept(seat=seat))
                tell_drawn(g, seat, (card,))
                break
        if self.last:
            left, side.looking = side.looking, []
            recharge(g, seat, left, "deck")
        return moment


@dataclass(frozen=True, slots=True)
class Fetch(Step):
    """Take a chosen card from the player's own store into hand."""

    turn: ClassVar[bool] = False

    def choices(self, g: AlchemyState, seat: Seat) -> Sequence[str]:
        return [str(place) for place in range(1, len(g.sides[seat].store) + 1)]

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        side = g.sides[seat]
        if choice:
            stored = side.store.pop(int(choice) - 1)
            side.receive((stored.card,), seen=stored.seen)
            g.events.append(CardTaken(seat=seat, card=stored.card.id if stored.seen else None))
        return moment


@dataclass(frozen=True, slots=True)
class OpenTheStore(Step):
    """Open the player's own store."""

    reaction: ClassVar[bool] = False
    final: ClassVar[bool] = True

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        side = g.sides[seat]
        return bool(side.store) or len(side.hand) > 1  # the process itself leaves the hand

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        return storing.open_store(g, seat, moment)


@dataclass(frozen=True, slots=True)
class Raid(Step):
    """Put a chosen card of the opponent's store on their recharge pile."""

    reaction: ClassVar[bool] = False

    def choices(self, g: AlchemyState, seat: Seat) -> Sequence[str]:
        return [str(place) for place in range(1, len(g.sides[1 - seat].store) + 1)]

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        if choice:
            recharge(g, 1 - seat, (g.sides[1 - seat].store.pop(int(choice) - 1).card,), "store")
        return moment


@dataclass(frozen=True, slots=True)
class EmptyStore(Step):
    """Put the opponent's whole store on their recharge pile."""

    reaction: ClassVar[bool] = False

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        store: list[Stored] = g.sides[1 - seat].store
        recharge(g, 1 - seat, [stored.card for stored in store], "store")
        store.clear()
        return moment


@dataclass(frozen=True, slots=True)
class Strip(Step):
    """Put random cards of the opponent's hand on their recharge pile."""

    reaction: ClassVar[bool] = False
    cards: Count

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return bool(g.sides[1 - seat].hand)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        other = g.sides[1 - seat]
        gone = []
        for _ in range(min(self.cards, len(other.hand))):
            card = other.hand[g.below(len(other.hand))]
            other.give(card)
            gone.append(card)
        recharge(g, 1 - seat, gone, "hand")
        return moment


@dataclass(frozen=True, slots=True)
class Reveal(Step):
    """Make the opponent show their hand."""

    reaction: ClassVar[bool] = False

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        other = g.sides[1 - seat]
        return len(other.shown) < len(other.hand)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        other = g.sides[1 - seat]
        other.shown = list(ids(other.hand))
        g.events.append(Revealed(seat=1 - seat, cards=ids(other.hand)))
        return moment
