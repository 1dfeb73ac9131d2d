"""The state of Circuitry, public and hidden."""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from rules.circuitry.board import HUB, Board, NodeId, names, number_of
from rules.circuitry.cards import BLACK, CircuitCard, Colour, MiniCard
from rules.circuitry.events import GoldShuffled, GoldTurned, GreenShuffled, GreenTurned, mini_played
from rules.circuitry.limits import PLAYED
from rules.circuitry.options import Variant
from rules.core.cards import BY_ORDER, CardId
from rules.core.events import Seat
from rules.core.play import State
from rules.core.tags import REMEMBERED, Tagged

BY_NUMBER: Final = attrgetter("number")


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """One player's part of the state."""

    colour: Colour
    """The colour of the player's pawn, charge point and node on #1."""
    node: NodeId
    """The node of the pawn; "" once its player has left the match."""
    minis: list[MiniCard]
    """The mini cards in the hand, in the order of the card list."""
    circuits: list[CircuitCard]
    """The circuit cards in the hand, by number."""
    shown: tuple[CardId, ...]
    """Cards that everyone saw this player take, and that cannot have left the hand since: green cards, and cards of a
    deck of which everyone knows the order.
    """
    carried: tuple[Colour, ...]
    """The pawn's charges, each as the colour of its charge point."""
    delivered: int
    inhibited: int
    """9.5 The number of this player's turns that must still begin before an Inhibit ends; 0 if the player is not
    inhibited.
    """
    known: tuple[tuple[Seat | None, CardId], ...] = field(default=(), metadata=REMEMBERED)
    """11.6 Further cards known to be in the hand after cards were given face down. Each comes with the seat that knows
    it; None stands for everyone.
    """

    @property
    def left(self) -> bool:
        """10.5 Whether the player has left the match."""
        return not self.node

    @property
    def home(self) -> NodeId:
        """The node of this player's colour on #1."""
        return names(HUB)[self.colour]

    @property
    def foreign(self) -> int:
        """11.3 The number of charges from another player's charge point."""
        return sum(origin is not self.colour for origin in self.carried)

    @property
    def held(self) -> int:
        """11.12 The number of mini cards and charges."""
        return len(self.minis) + len(self.carried)

    def holds(self, card: str) -> MiniCard | None:
        """Return a mini card of this id in the hand; None if the hand has none."""
        for mini in self.minis:
            if mini.id == card:
                return mini
        return None

    def receive(self, card: MiniCard) -> None:
        """Put a mini card into the hand."""
        self.minis.append(card)
        self.minis.sort(key=BY_ORDER)

    def known_to(self, seat: Seat | None) -> tuple[CardId, ...]:
        """Return the cards of the hand that this seat knows, but not everyone.

        For None, return those that everyone knows besides `shown`.
        """
        return tuple([card for knower, card in self.known if knower == seat]) if self.known else ()

    def forget(self, card: CardId) -> None:
        """Record that a card left the hand face up: everyone who knew of a copy in the hand now knows of one copy
        less.
        """
        if card in self.shown:
            shown = list(self.shown)
            shown.remove(card)
            self.shown = tuple(shown)
        elif self.known:
            knowledge = list(self.known)
            knowers = {seat for seat, known_card in knowledge if known_card == card}
            for seat in {None} if None in knowers else knowers:
                knowledge.remove((seat, card))
            self.known = tuple(knowledge)

    def lose(self, count: int) -> None:
        """7.4 Remove charges from the pawn, those from another player's charge point first."""
        foreign_first = sorted(self.carried, key=lambda origin: origin is self.colour)
        self.carried = tuple(foreign_first[count:])


@dataclass(slots=True)
class CircuitryState(State, tag="CircuitryState"):
    """The state of a match; `turn` is the round."""

    variant: Variant
    sides: tuple[Side, ...]
    """Indexed by seat."""
    board: Board
    active: Seat
    """The seat whose turn it is."""
    played: int
    """The number of mini cards that the active player has played this turn."""
    laid: bool
    """Whether the active player has laid a circuit card this turn."""
    gifts: int
    """The number of mini cards given to team-mates this turn."""
    stirred: int
    """10.4 The latest round in which a pawn moved, a charge was taken, given or delivered, or a circuit card was laid,
    turned or moved.
    """
    touched: tuple[int, ...]
    """The numbers of the circuit cards that were laid, turned or moved this turn."""
    touched_before: tuple[int, ...]
    """The circuit cards that were laid, turned or moved in the previous turn, like `touched`."""
    gold: list[MiniCard]
    """3.4 The gold deck; its last card is drawn next."""
    gold_discard: list[MiniCard]
    """The discarded gold cards, oldest first."""
    piles: dict[CardId, list[MiniCard]]
    """3.4 The sorted piles of green cards, by id, in the order of the card list."""
    green_discard: list[MiniCard]
    active_green: list[MiniCard]
    """4.5 The active green deck, whose last card is drawn next. It is empty while players choose from the sorted
    piles.
    """
    unused: tuple[CircuitCard, ...]
    """11.13 The charge-point cards that nobody has, if charge points are chosen."""
    turned: bool = False
    """4.4 Whether the gold deck was turned over without a shuffle, so that everyone knows its order."""

    def seat_of(self, colour: Colour) -> Seat:
        """Return the seat with the pawn of this colour."""
        for seat, side in enumerate(self.sides):
            if side.colour is colour:
                return seat
        raise AssertionError(f"nobody plays {colour}")

    @property
    def occupied(self) -> set[NodeId]:
        """The nodes with a pawn."""
        return {side.node for side in self.sides}

    @property
    def occupied_cards(self) -> set[int]:
        """The circuit cards with a pawn."""
        return {number_of(side.node) for side in self.sides if side.node}

    def is_last_on_hub(self, seat: Seat) -> bool:
        """6.1 Return whether the seat's pawn is the only one on #1, and #1 is not turned over yet."""
        if self.board.turned_over:
            return False
        return self.on_hub() == [seat]

    def on_hub(self) -> list[Seat]:
        """Return the seats with pawns on #1."""
        return [seat for seat, side in enumerate(self.sides) if side.node and number_of(side.node) == HUB]

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """11.5 Return the seats that win together with this one, including itself."""
        return self.variant.team(seat, len(self.sides))

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats with a pawn that are not in this seat's team."""
        team = self.team(seat)
        return tuple([other for other, side in enumerate(self.sides) if side.node and other not in team])

    def following(self, seat: Seat) -> Seat:
        """4.1 Return the seat whose turn comes next."""
        seats = len(self.sides)
        after = (other % seats for other in range(seat + 1, seat + 1 + seats))
        return next(other for other in after if not self.sides[other].left)

    def delivered(self, seat: Seat) -> int:
        """11.5 Return the number of charges that the seat's team has delivered."""
        return sum([self.sides[mate].delivered for mate in self.team(seat)])

    def needed(self, seat: Seat) -> int:
        """7.2 Return the number of charges that the seat's team must still deliver to win."""
        return self.variant.charges - self.delivered(seat)

    def plays_left(self) -> int:
        """11.11 Return the number of mini cards that the active player may still play this turn."""
        return PLAYED - self.played if self.variant.restricted else len(self.sides[self.active].minis)

    # Cards

    def spend(self, seat: Seat, card: str) -> None:
        """Play a mini card from a seat's hand."""
        side = self.sides[seat]
        mini = side.holds(card)
        assert mini is not None
        self.played += seat == self.active and card != "inhibit"
        self.events.append(mini_played(seat, mini.id))
        self.put_away(side, mini)

    def put_away(self, side: Side, mini: MiniCard) -> None:
        """4.4, 4.5 Move a mini card from the hand to its discard pile or sorted pile."""
        side.minis.remove(mini)
        side.forget(mini.id)
        if not mini.green:
            self.gold_discard.append(mini)
        else:
            (self.piles[mini.id] if self.active_green else self.green_discard).append(mini)
        self.settle()

    def settle(self) -> None:
        """4.4, 4.5 Refill empty decks: the gold deck from the discarded gold cards, and the active green deck from the
        discarded green cards once all sorted piles are empty too.

        A pile that is turned over without a shuffle has its oldest card on top.
        """
        if self.gold_discard and not self.gold:
            self.gold, self.gold_discard = self.gold_discard, []
            self.turned = self.variant.plain
            if self.turned:
                self.gold.reverse()
            else:
                self.shuffle(self.gold)
            self.events.append(GoldTurned() if self.turned else GoldShuffled())
        if self.green_discard and not self.active_green and not any(self.piles.values()):
            self.active_green, self.green_discard = self.green_discard, []
            cards = len(self.active_green)
            if self.variant.plain:
                self.active_green.reverse()
                self.events.append(GreenTurned(cards=cards))
            else:
                self.shuffle(self.active_green)
                self.events.append(GreenShuffled(cards=cards))

    @property
    def open_gold(self) -> tuple[MiniCard, ...]:
        """4.4 Return the gold deck if everyone knows its order, else ()."""
        return tuple(self.gold) if self.turned else ()

    @property
    def open_green(self) -> tuple[MiniCard, ...]:
        """4.5 Return the active green deck if everyone knows its order, else ()."""
        return tuple(self.active_green) if self.variant.plain else ()

    def touch(self, *circuits: int) -> None:
        """Record that circuit cards were laid, turned or moved."""
        self.touched = (*self.touched, *(number for number in circuits if number not in self.touched))


def fits(card: str, colour: Colour) -> bool:
    """Return whether a movement card counts as this colour."""
    return card in (BLACK, colour.word)
