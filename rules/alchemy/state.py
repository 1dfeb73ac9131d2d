"""The table of Alchemy: everything on it, public and hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple, Self

from rules.alchemy.cards import AlchemyCard, ElementCard, Essence, OpusCard, essence_of
from rules.alchemy.limits import MOST_POINTS
from rules.alchemy.scoring import Scoring
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.facts import Fact
from rules.core.play import State

BY_ORDER: Final = attrgetter("order")


class Stored(NamedTuple):
    """A card in a store."""

    card: AlchemyCard
    seen: bool
    """3.5 Whether the opponent has seen it: it lies face up."""


@dataclass(slots=True)
class Side(Fact, fact="Side"):
    """1.1 One player's cards and points. Decks are drawn from the end of their lists, and refilled at the beginning."""

    deck: list[AlchemyCard]
    hand: list[AlchemyCard]
    """Always in the order of the card list."""
    shown: list[CardId]
    """1.8 The cards of the hand that the opponent has seen, by id, one for each copy."""
    looking: list[AlchemyCard]
    """4.8 Cards from the top of the deck that only their owner looks at, to choose among them."""
    store: list[Stored]
    """In the order in which they came."""
    field: list[AlchemyCard]
    """Elements of a battle, and a process while it is played."""
    recharge: list[AlchemyCard]
    exhausted: list[AlchemyCard]
    opus: OpusCard
    opus_used: bool
    """7.3 It lies face up then."""
    aside: list[OpusCard]
    """1.5 The four that were not picked."""
    points: int
    """Action points."""
    score: int
    damage: int
    """Dealt so far, in halves."""
    idle: int = 0
    """2.6 Own turns that have ended since an attack; -1 in a turn of one's own with one. 0 where it does not count."""
    refreshed: int = 0
    """3.7 The turn in which the hand was refreshed last; 0 before that, and where it does not count."""

    @classmethod
    def new(cls, deck: list[AlchemyCard], opus: OpusCard, aside: list[OpusCard]) -> Self:
        """A player with this shuffled deck, this Magnum Opus and nothing else."""
        return cls(deck, [], [], [], [], [], [], [], opus, False, aside, 0, 0, 0)

    @property
    def cards(self) -> list[AlchemyCard]:
        """Every card of this player's sixty, wherever it is."""
        stored = [stored.card for stored in self.store]
        return self.deck + self.hand + self.looking + stored + self.field + self.recharge + self.exhausted

    @property
    def seen(self) -> tuple[AlchemyCard, ...]:
        """1.8 The cards of the hand that the opponent has seen, in the order of the card list."""
        left = self.shown.copy()
        found = []
        for card in self.hand:
            if card.id in left:
                left.remove(card.id)
                found.append(card)
        return tuple(found)

    @property
    def elements(self) -> tuple[ElementCard, ...]:
        """3.8 The different elements of the hand: they come first in the order of the card list."""
        found: list[ElementCard] = []
        before: AlchemyCard | None = None
        for card in self.hand:
            if card is not before:
                if not isinstance(card, ElementCard):
                    break
                found.append(card)
                before = card
        return tuple(found)

    @property
    def can_attack_again(self) -> bool:
        """8.4 Whether any element is left that is not exhausted: at the start of a turn no card lies on the field."""
        for pile in (self.hand, self.deck, self.recharge, [stored.card for stored in self.store]):
            for card in pile:
                if isinstance(card, ElementCard):
                    return True
        return False

    def receive(self, cards: Sequence[AlchemyCard], *, seen: bool = False) -> None:
        """Take cards into the hand, which the opponent has seen or not."""
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
        """Take a card that is there out of the hand; whether the opponent had seen it (1.8: such a copy goes first)."""
        self.hand.remove(card)
        if card.id not in self.shown:
            return False
        self.shown.remove(card.id)
        return True

    def essence(self, element: str) -> Essence | None:
        """The element that this notation names, if the hand has its cards and they make one."""
        if "+" not in element:
            card = self.in_hand(CardId(element))
            return essence_of((card,)) if isinstance(card, ElementCard) else None
        first, _, second = element.partition("+")
        one, other = self.in_hand(CardId(first)), self.in_hand(CardId(second))
        if not isinstance(one, ElementCard) or not isinstance(other, ElementCard):
            return None
        return essence_of((one, other)) if one.element is not other.element and one.order < other.order else None

    def gain(self, points: int) -> None:
        """2.2, 2.5 Action points, as many as can be stored."""
        self.points = min(self.points + points, MOST_POINTS)


@dataclass(slots=True)
class AlchemyState(State, fact="AlchemyState"):
    """A match in progress."""

    sides: tuple[Side, Side]
    quiet: int
    """8.4 Turns that have ended since one in which an attack was declared; -1 in such a turn itself."""
    damage_scoring: bool
    """8.2 Whether battles score their damage."""
    tally: bool
    """8.2 Whether all the damage that a player deals scores in the end."""
    brisk: bool
    """2.6, 3.7, 5.16 Whether idle turns count, a hand that was refreshed rests for a turn, and a block draws a card."""

    @property
    def active(self) -> Seat:
        """Whose turn it is: the first seat begins, and turns alternate."""
        return 1 - self.turn % 2

    @property
    def scoring(self) -> Scoring:
        """8.2 What damage is worth."""
        if self.damage_scoring:
            return Scoring.ON
        return Scoring.TALLY if self.tally else Scoring.OFF

    @property
    def goal(self) -> int:
        """8.1, 8.2 The points that win."""
        return 20 if self.damage_scoring else 10


PRIVATELY: Final = (frozenset({0}), frozenset({1}))
"""By seat: whom its own events are for."""


def ids(cards: Sequence[AlchemyCard]) -> tuple[CardId, ...]:
    return tuple([card.id for card in cards])
