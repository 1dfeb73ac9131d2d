"""The state of Alchemy, public and hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from rules.alchemy.cards import AlchemyCard, ElementCard, Essence, OpusCard, essence_of
from rules.alchemy.limits import MOST_POINTS
from rules.alchemy.scoring import Scoring
from rules.core.cards import BY_ORDER, CardId, ids
from rules.core.events import Seat
from rules.core.play import State
from rules.core.tags import Tagged


class Stored(NamedTuple):
    """A card in a store."""

    card: AlchemyCard
    seen: bool
    """3.5 Whether the opponent has seen the card, which then lies face up."""


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """1.1 The cards and points of one player. The next card of the deck is the last of its list."""

    deck: list[AlchemyCard]
    hand: list[AlchemyCard]
    """The hand, always in the order of the card list."""
    shown: list[CardId]
    """1.8 The ids of the cards in hand that the opponent has seen, one for each copy."""
    looking: list[AlchemyCard]
    """4.8 Cards from the top of the deck that their owner alone is looking at, to choose among them."""
    store: list[Stored]
    """The stored cards, in the order in which they were put in."""
    field: list[AlchemyCard]
    """Elements of a battle, and a process until its effects are over."""
    recharge: list[AlchemyCard]
    exhausted: list[AlchemyCard]
    opus: OpusCard
    opus_used: bool
    """7.3 Whether the Magnum Opus has been used, and so lies face up."""
    aside: list[OpusCard]
    """1.5 The four Magnum Opus cards that were not picked."""
    points: int
    """Action points."""
    score: int
    damage: int
    """8.5 Damage dealt so far, in halves of a point."""
    idle: int = 0
    """2.6 The number of the player's turns that have ended without an attack since their last one; -1 from an attack in
    their own turn until that turn ends. Always 0 without this rule. After turn 24 only attacks that deal damage count.
    """
    refreshed: int = 0
    """3.7 The turn in which the hand was last refreshed; 0 before that and without this rule."""

    @classmethod
    def new(cls, deck: list[AlchemyCard], opus: OpusCard, aside: list[OpusCard]) -> Self:
        """Return a player who has only this shuffled deck and this Magnum Opus."""
        return cls(deck, [], [], [], [], [], [], [], opus, False, aside, 0, 0, 0)

    @property
    def cards(self) -> list[AlchemyCard]:
        """All sixty cards of this player's deck, wherever they lie. The Magnum Opus cards are not among them."""
        stored = [stored.card for stored in self.store]
        return self.deck + self.hand + self.looking + stored + self.field + self.recharge + self.exhausted

    @property
    def seen(self) -> tuple[AlchemyCard, ...]:
        """1.8 Return the cards of the hand that the opponent has seen, in the order of the card list."""
        left = self.shown.copy()
        seen_cards = []
        for card in self.hand:
            if card.id in left:
                left.remove(card.id)
                seen_cards.append(card)
        return tuple(seen_cards)

    def elements(self, *, literal: bool) -> tuple[ElementCard, ...]:
        """3.8 Return the elements of the hand, which come first in the order of the card list: each once, or if two of
        the same make a complex element (`literal`, 6.7), each copy.
        """
        elements: list[ElementCard] = []
        before: AlchemyCard | None = None
        for card in self.hand:
            if literal or card is not before:
                if not isinstance(card, ElementCard):
                    break
                elements.append(card)
                before = card
        return tuple(elements)

    @property
    def can_attack_again(self) -> bool:
        """8.4 Return whether the player has any element that is not exhausted.

        This is for the start of a turn, when no card lies on the field.
        """
        for pile in (self.hand, self.deck, self.recharge, [stored.card for stored in self.store]):
            for card in pile:
                if isinstance(card, ElementCard):
                    return True
        return False

    def receive(self, cards: Sequence[AlchemyCard], *, seen: bool = False) -> None:
        """Put cards into the hand. seen: whether the opponent has seen them."""
        self.hand += cards
        self.hand.sort(key=BY_ORDER)
        if seen:
            self.shown += ids(cards)

    def in_hand(self, card: CardId) -> AlchemyCard | None:
        for held in self.hand:
            if held.id == card:
                return held
        return None

    def give(self, card: AlchemyCard) -> bool:
        """Remove a card from the hand; return whether the opponent had seen it. A copy that the opponent has seen goes
        first (1.8).
        """
        self.hand.remove(card)
        if card.id not in self.shown:
            return False
        self.shown.remove(card.id)
        return True

    def essence(self, element: str, *, literal: bool) -> Essence | None:
        """Return the element that this notation names, if the hand can make it. literal: as in `essences_of`."""
        if "+" not in element:
            card = self.in_hand(CardId(element))
            return essence_of((card,)) if isinstance(card, ElementCard) else None
        first, _, second = element.partition("+")
        one, other = self.in_hand(CardId(first)), self.in_hand(CardId(second))
        if not isinstance(one, ElementCard) or not isinstance(other, ElementCard):
            return None
        if one is other:
            return essence_of((one, one)) if literal and self.hand.count(one) > 1 else None
        is_made = one.order < other.order and (literal or one.element is not other.element)
        return essence_of((one, other)) if is_made else None

    def gain(self, points: int) -> None:
        """2.2, 2.5 Add action points, up to the maximum."""
        self.points = min(self.points + points, MOST_POINTS)


@dataclass(slots=True)
class AlchemyState(State, tag="AlchemyState"):
    """A match in progress."""

    sides: tuple[Side, Side]
    quiet: int
    """8.4 The number of turns that have ended since the last attack; -1 in a turn with an attack."""
    damage_scoring: bool
    """8.6 Whether battles score their damage."""
    tally: bool
    """8.2 Whether a player also scores for all damage so far."""
    brisk: bool
    """The option `pace`: whether idle turns count (2.6), a player far behind gains more AP (2.7), a refreshed hand
    rests (3.7), and a block draws a card (5.16).
    """
    literal: bool
    """The option `by_the_letter`: whether new AP are kept in unused turns only (2.5), a card that was just put into the
    store can be taken out (3.9), and two cards of the same element make a complex one (6.7).
    """
    banked: int = 0
    """2.5 The AP that the active player had before this turn; 0 if that makes no difference."""
    used: bool = False
    """2.5 Whether the active player has used AP in this turn; False if that makes no difference."""

    @property
    def active(self) -> Seat:
        """Return the seat whose turn it is: the first seat begins, and turns alternate."""
        return 1 - self.turn % 2

    @property
    def scoring(self) -> Scoring:
        """8.2, 8.6 Return the rule by which damage scores."""
        if self.damage_scoring:
            return Scoring.ON
        return Scoring.TALLY if self.tally else Scoring.OFF

    @property
    def goal(self) -> int:
        """8.1, 8.6 Return the points that win."""
        return 20 if self.damage_scoring else 10

    def pay(self, seat: Seat, points: int) -> None:
        """Take action points from a player."""
        self.sides[seat].points -= points
        self.used |= self.literal and points > 0 and seat == self.active
