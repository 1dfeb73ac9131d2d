"""What one seat of Circuitry, or a spectator, may know."""

from dataclasses import dataclass

from rules.circuitry.board import Axis, Board, NodeId
from rules.circuitry.cards import CircuitCard, Colour, MiniCard
from rules.circuitry.options import Variant
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """What everybody knows of one player."""

    seat: Seat
    colour: Colour
    """Of the pawn, the charge point and the node on #1."""
    node: NodeId
    """Where the pawn stands; "" once its player has left the match."""
    gold: int
    """Mini cards with a gold back in the hand."""
    green: int
    """Mini cards with a green back in the hand."""
    shown: tuple[CardId, ...]
    """Those of which everybody knows, by name: mostly green ones that everybody saw this player take."""
    known: tuple[CardId, ...]
    """What else of the hand the view's seat knows, since cards were given face down (11.6)."""
    circuits: int
    """Circuit cards in the hand."""
    charge_card: CircuitCard | None
    """The charge-point card among them, which everybody knows of; None once it is laid."""
    carried: tuple[Colour, ...]
    """The charges that the pawn carries, by the colour of the charge point that each came from."""
    delivered: int
    inhibited: int
    """9.5 How many turns of this player must still begin until an Inhibit ends; 0: there is none."""

    @property
    def left(self) -> bool:
        """10.5 Whether the player has left the match."""
        return not self.node

    @property
    def minis(self) -> int:
        """Mini cards in the hand."""
        return self.gold + self.green


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitryView(View):
    """All that one seat (None: a spectator) may know; `turn` is the round.

    `phase` is Choosing (charge points, before the first turn), Taking, Discarding, Turn, Turning (the axis of #1 is
    being chosen), Asking (for an Inhibit) or Over.
    """

    variant: Variant
    sides: tuple[SideView, ...]
    """By seat."""
    board: Board
    active: Seat
    """Whose turn it is; in Turning another seat may be asked."""
    minis: tuple[MiniCard, ...]
    """This seat's mini cards in the order of the card list; () for a spectator."""
    circuits: tuple[CircuitCard, ...]
    """This seat's circuit cards by number; () for a spectator."""
    left: int
    """Mini cards that are still to be taken in this turn."""
    forced: Seat | None
    """8.7 The seat whose pawn a Force of this turn still holds."""
    ends: tuple[tuple[Axis, NodeId], ...]
    """6.1 While the axis is being chosen: where the pawn that leaves #1 comes to, by axis."""
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
    gold: int
    """Cards in the gold deck."""
    gold_discard: tuple[MiniCard, ...]
    """Oldest first, as the other discard pile."""
    piles: tuple[tuple[MiniCard, int], ...]
    """The sorted piles of green cards: what lies there, and how many."""
    green_discard: tuple[MiniCard, ...]
    active_green: int
    """4.5 Cards in the active green deck; 0 while the sorted piles may be chosen from."""
    unused: tuple[CircuitCard, ...]
    """11.13 Where charge points are chosen: the charge-point cards that nobody has."""

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """11.5 The seats that win together with this one, itself included."""
        return self.variant.team(seat, len(self.sides))

    def delivered(self, seat: Seat) -> int:
        """11.5 What a seat's team has delivered."""
        return sum([self.sides[mate].delivered for mate in self.team(seat)])

    def at(self, node: NodeId) -> SideView | None:
        """Whose pawn stands there."""
        return next((side for side in self.sides if side.node == node), None)

    def side_of(self, colour: Colour) -> SideView:
        """The player of a colour."""
        return next(side for side in self.sides if side.colour is colour)

    @property
    def own(self) -> SideView:
        """This seat's own; not for a spectator."""
        assert self.seat is not None
        return self.sides[self.seat]
