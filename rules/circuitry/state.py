"""The table of Circuitry: everything on it, public and hidden."""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from rules.circuitry.board import HUB, Board, NodeId, names, number_of
from rules.circuitry.cards import BLACK, CircuitCard, Colour, MiniCard
from rules.circuitry.events import GoldShuffled, GreenShuffled, mini_played
from rules.circuitry.limits import PLAYED
from rules.circuitry.options import Variant
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.facts import REMEMBERED, Fact
from rules.core.play import State

BY_ORDER: Final = attrgetter("order")
BY_NUMBER: Final = attrgetter("number")


@dataclass(slots=True)
class Side(Fact, fact="Side"):
    """What one player has."""

    colour: Colour
    """Of their pawn, their charge point and their node on #1."""
    node: NodeId
    """Where the pawn stands; "" once its player has left the match."""
    minis: list[MiniCard]
    """Always in the order of the card list."""
    circuits: list[CircuitCard]
    """Always by number."""
    shown: tuple[CardId, ...]
    """Green cards that everybody saw this player take, and that cannot have left the hand since, by name."""
    carried: tuple[Colour, ...]
    """The charges that the pawn carries, by the colour of the charge point that each came from."""
    delivered: int
    inhibited: int
    """9.5 How many turns of this player must still begin until an Inhibit ends; 0: there is none."""
    known: tuple[tuple[Seat | None, CardId], ...] = field(default=(), metadata=REMEMBERED)
    """11.6 What else is known to be in the hand, and to which seat (None: to everybody), since cards went face down
    from hand to hand."""

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
        """11.3 How many of the charges come from another player's charge point."""
        return sum(origin is not self.colour for origin in self.carried)

    @property
    def held(self) -> int:
        """11.12 Mini cards and charges."""
        return len(self.minis) + len(self.carried)

    def holds(self, card: str) -> MiniCard | None:
        """A mini card of this id in the hand, if there is one."""
        for mini in self.minis:
            if mini.id == card:
                return mini
        return None

    def receive(self, card: MiniCard) -> None:
        """Put a mini card into the hand."""
        self.minis.append(card)
        self.minis.sort(key=BY_ORDER)

    def known_to(self, seat: Seat | None) -> tuple[CardId, ...]:
        """What a seat knows of the hand besides what everybody knows; None: what everybody knows besides `shown`."""
        return tuple([card for knows, card in self.known if knows == seat]) if self.known else ()

    def forget(self, card: CardId) -> None:
        """A card has left the hand face up: whoever knew of it knows of one less."""
        if card in self.shown:
            shown = list(self.shown)
            shown.remove(card)
            self.shown = tuple(shown)
        elif self.known:
            known = list(self.known)
            knew = {seat for seat, seen in known if seen == card}
            for seat in {None} if None in knew else knew:
                known.remove((seat, card))
            self.known = tuple(known)

    def lose(self, count: int) -> None:
        """7.4 Charges leave the pawn: those from another player's charge point first."""
        foreign_first = sorted(self.carried, key=lambda origin: origin is self.colour)
        self.carried = tuple(foreign_first[count:])


@dataclass(slots=True)
class CircuitryState(State, fact="CircuitryState"):
    """A match in progress; `turn` is the round."""

    variant: Variant
    sides: tuple[Side, ...]
    """By seat."""
    board: Board
    active: Seat
    """Whose turn it is."""
    played: int
    """Mini cards that the active player has played in this turn."""
    laid: bool
    """Whether the active player has laid a circuit card in this turn."""
    gifts: int
    """Cards given among team-mates in this turn."""
    stirred: int
    """10.4 The round of the latest step, charge, delivery or circuit card laid."""
    touched: tuple[int, ...]
    """The circuit cards that were laid, turned or moved in this turn, by number."""
    touched_before: tuple[int, ...]
    """The same of the turn before."""
    gold: list[MiniCard]
    """3.4 The gold deck; the next card to be taken is the last."""
    gold_discard: list[MiniCard]
    """Oldest first."""
    piles: dict[CardId, list[MiniCard]]
    """3.4 The sorted piles of green cards, by id, in the order of the card list."""
    green_discard: list[MiniCard]
    active_green: list[MiniCard]
    """4.5 The active green deck, the next card last; empty while the sorted piles may be chosen from."""
    unused: tuple[CircuitCard, ...]
    """11.13 Where charge points are chosen: the charge-point cards that nobody has."""

    def seat_of(self, colour: Colour) -> Seat:
        """Whose pawn has this colour."""
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
        """6.1 Whether a pawn is the only one on #1, and #1 not turned over yet."""
        if self.board.turned_over:
            return False
        return self.on_hub() == [seat]

    def on_hub(self) -> list[Seat]:
        """Whose pawns are on #1."""
        return [seat for seat, side in enumerate(self.sides) if side.node and number_of(side.node) == HUB]

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """11.5 The seats that win together with this one, itself included."""
        return self.variant.team(seat, len(self.sides))

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats with a pawn that do not win together with this one."""
        team = self.team(seat)
        return tuple([other for other, side in enumerate(self.sides) if side.node and other not in team])

    def following(self, seat: Seat) -> Seat:
        """4.1 Whose turn comes after this seat's."""
        seats = len(self.sides)
        after = (other % seats for other in range(seat + 1, seat + 1 + seats))
        return next(other for other in after if not self.sides[other].left)

    def delivered(self, seat: Seat) -> int:
        """11.5 What a seat's team has delivered."""
        return sum([self.sides[mate].delivered for mate in self.team(seat)])

    def needed(self, seat: Seat) -> int:
        """7.2 How many charges a seat could still deliver before its team wins."""
        return self.variant.charges - self.delivered(seat)

    def plays_left(self) -> int:
        """11.11 How many mini cards the active player may still play in this turn."""
        return PLAYED - self.played if self.variant.restricted else len(self.sides[self.active].minis)

    # Cards

    def spend(self, seat: Seat, card: str) -> None:
        """Play a mini card from a seat's hand onto its discard."""
        side = self.sides[seat]
        mini = side.holds(card)
        assert mini is not None
        self.played += seat == self.active and card != "inhibit"
        self.events.append(mini_played(seat, mini.id))
        self.put_away(side, mini)

    def put_away(self, side: Side, mini: MiniCard) -> None:
        """4.4, 4.5 A mini card leaves the hand for where its back belongs."""
        side.minis.remove(mini)
        side.forget(mini.id)
        if not mini.green:
            self.gold_discard.append(mini)
        else:
            (self.piles[mini.id] if self.active_green else self.green_discard).append(mini)
        self.settle()

    def settle(self) -> None:
        """4.4, 4.5 The discarded gold cards are the deck as soon as that is empty; the discarded green ones become the
        active deck as soon as all sorted piles are.
        """
        if self.gold_discard and not self.gold:
            self.gold, self.gold_discard = self.gold_discard, []
            self.shuffle(self.gold)
            self.events.append(GoldShuffled())
        if self.green_discard and not self.active_green and not any(self.piles.values()):
            self.active_green, self.green_discard = self.green_discard, []
            self.shuffle(self.active_green)
            self.events.append(GreenShuffled(cards=len(self.active_green)))

    def touch(self, *circuits: int) -> None:
        """Note that circuit cards were laid, turned or moved."""
        self.touched = (*self.touched, *(number for number in circuits if number not in self.touched))


def fits(card: str, colour: Colour) -> bool:
    """Whether a movement card counts as one of this colour."""
    return card in (BLACK, colour.word)
