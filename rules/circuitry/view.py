"""Views of Circuitry."""

from dataclasses import dataclass

from rules.circuitry.board import Axis, Board, NodeId
from rules.circuitry.cards import CircuitCard, Colour, MiniCard
from rules.circuitry.options import Variant
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """Public information on one player, and a little that only the view's seat knows."""

    seat: Seat
    colour: Colour
    """The colour of the player's pawn, charge point and node on #1."""
    node: NodeId
    """The node of the pawn; "" once its player has left the match."""
    gold: int
    """The number of mini cards with a gold back in the hand."""
    green: int
    """The number of mini cards with a green back in the hand."""
    shown: tuple[CardId, ...]
    """Mini cards in the hand that everyone knows: mostly green cards that everyone saw this player take."""
    known: tuple[CardId, ...]
    """Further mini cards in the hand that the view's seat knows, because cards were given face down (11.6)."""
    circuits: int
    """The number of circuit cards in the hand."""
    charge_card: CircuitCard | None
    """The charge-point card in the hand, which everyone knows; None once it is laid."""
    carried: tuple[Colour, ...]
    """The pawn's charges, each as the colour of its charge point."""
    delivered: int
    inhibited: int
    """9.5 The number of this player's turns that must still begin before an Inhibit ends; 0 if the player is not
    inhibited.
    """

    @property
    def left(self) -> bool:
        """10.5 Whether the player has left the match."""
        return not self.node

    @property
    def minis(self) -> int:
        """The number of mini cards in the hand."""
        return self.gold + self.green


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitryView(View):
    """Everything that one seat (None: a spectator) may know; `turn` is the round.

    `phase` is Choosing (charge points, before the first turn), Taking, Discarding, Turn, Turning (the axis of #1 is
    being chosen), Asking (for an Inhibit) or Over.
    """

    variant: Variant
    sides: tuple[SideView, ...]
    """Indexed by seat."""
    board: Board
    active: Seat
    """The seat whose turn it is; in Turning another seat may be asked."""
    minis: tuple[MiniCard, ...]
    """This seat's mini cards in the order of the card list; () for a spectator."""
    circuits: tuple[CircuitCard, ...]
    """This seat's circuit cards by number; () for a spectator."""
    left: int
    """The number of mini cards still to be taken this turn."""
    forced: Seat | None
    """8.7 The seat whose pawn a Force of this turn still holds."""
    ends: tuple[tuple[Axis, NodeId], ...]
    """6.1 While the axis is being chosen: by axis, the node where the pawn that leaves #1 would arrive."""
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
    gold: int
    """The number of cards in the gold deck."""
    gold_discard: tuple[MiniCard, ...]
    """The discarded gold cards, oldest first. The other discard pile is in the same order."""
    piles: tuple[tuple[MiniCard, int], ...]
    """The sorted piles of green cards: each kind of card, and how many of it are left."""
    green_discard: tuple[MiniCard, ...]
    active_green: int
    """4.5 The number of cards in the active green deck; 0 while players choose from the sorted piles."""
    unused: tuple[CircuitCard, ...]
    """11.13 The charge-point cards that nobody has, if charge points are chosen."""
    open_gold: tuple[MiniCard, ...]
    """4.4 The gold deck if everyone knows its order, else (); its last card is taken next."""
    open_green: tuple[MiniCard, ...]
    """4.5 The active green deck if everyone knows its order, else (); its last card is taken next."""

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """11.5 Return the seats that win together with this one, including itself."""
        return self.variant.team(seat, len(self.sides))

    def delivered(self, seat: Seat) -> int:
        """11.5 Return the number of charges that a seat's team has delivered."""
        return sum([self.sides[mate].delivered for mate in self.team(seat)])

    def at(self, node: NodeId) -> SideView | None:
        """Return the player whose pawn stands on this node, or None."""
        return next((side for side in self.sides if side.node == node), None)

    def side_of(self, colour: Colour) -> SideView:
        """Return the player of a colour."""
        return next(side for side in self.sides if side.colour is colour)

    @property
    def own(self) -> SideView:
        """The side of the view's seat. A spectator's view has none."""
        assert self.seat is not None
        return self.sides[self.seat]
