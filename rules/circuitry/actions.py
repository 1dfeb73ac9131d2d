"""The actions of Circuitry. Notation writes a node as card and colour (“12-red”), and a pawn as its colour."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from rules.circuitry.board import Axis, NodeId, Way
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell
from rules.core.cards import CardId
from rules.core.notation import Action

JOIN: Final = "+"
"""The character between the movement cards of one payment."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take a mini card at the start of your turn, or two gold ones at once."""

    open: ClassVar[bool] = True
    pile: Annotated[str, "gold, two-gold, the active green deck, or a green card by its name"]


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move your pawn. Each step costs a movement card."""

    clause: ClassVar[str] = "5.1"
    node: Annotated[NodeId, "the target: a card's number and a colour, like 12-red"]
    cards: Annotated[str, "the movement cards to pay with, joined by +"]


@dataclass(frozen=True, slots=True)
class Charge(Action):
    """Take a charge from the charge point beside your pawn."""

    clause: ClassVar[str] = "7.1"
    point: Annotated[Colour, "the colour of the charge point"]
    card: Annotated[CardId, "the movement card to pay with"]
    count: Annotated[int, "how many charges"]


@dataclass(frozen=True, slots=True)
class Deliver(Action):
    """Deliver charges to the master node from the node of your colour on card 1."""

    clause: ClassVar[str] = "7.3"
    card: Annotated[CardId, "the movement card to pay with"]
    count: Annotated[int, "how many charges"]


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay a circuit card beside the board, once in a turn."""

    clause: ClassVar[str] = "4.7"
    card: Annotated[int, "the number of a circuit card in your hand"]
    cell: Annotated[Cell, "the place as column,row, with card 1 at 0,0"]
    way: Annotated[Way, "which side is up and how it is turned: a0, a180, b0 or b180"]


@dataclass(frozen=True, slots=True)
class Rotate(Action):
    """Turn a circuit card on the board by 180 degrees."""

    clause: ClassVar[str] = "8.1"
    circuit: Annotated[int, "the number of the card"]


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Swap two circuit cards without pawns."""

    clause: ClassVar[str] = "8.2"
    first: Annotated[int, "the number of a card"]
    second: Annotated[int, "the number of another card"]


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn over a circuit card without pawns, about its long axis."""

    clause: ClassVar[str] = "8.3"
    circuit: Annotated[int, "the number of the card"]


@dataclass(frozen=True, slots=True)
class Slide(Action):
    """Slide a circuit card along another one."""

    clause: ClassVar[str] = "8.4"
    circuit: Annotated[int, "the number of the card"]
    cell: Annotated[Cell, "its new place as column,row, with card 1 at 0,0"]


@dataclass(frozen=True, slots=True)
class Force(Action):
    """Move an opponent's pawn with movement cards that are black or of its colour."""

    clause: ClassVar[str] = "8.6"
    pawn: Annotated[Colour, "the colour of the pawn"]
    node: Annotated[NodeId, "the target: a card's number and a colour, like 12-red"]
    cards: Annotated[str, "the movement cards to pay with, joined by +"]


@dataclass(frozen=True, slots=True)
class Portal(Action):
    """Jump to a portal with your pawn."""

    clause: ClassVar[str] = "8.8"
    node: Annotated[NodeId, "the portal: a card's number and a colour, like 12-red"]
    card: Annotated[CardId, "the movement card to pay with; if portals take none, the word portal"]


@dataclass(frozen=True, slots=True)
class PortalForce(Action):
    """Move an opponent's pawn to a portal with a Portal and a Force."""

    clause: ClassVar[str] = "8.9"
    pawn: Annotated[Colour, "the colour of the pawn"]
    node: Annotated[NodeId, "the portal: a card's number and a colour, like 12-red"]
    cards: Annotated[str, "the movement cards for the pawn and, if it takes one, for the portal, joined by +"]


@dataclass(frozen=True, slots=True)
class Inhibit(Action):
    """Inhibit an opponent at any time, even out of turn."""

    clause: ClassVar[str] = "9.1"
    pawn: Annotated[Colour, "the colour of the opponent's pawn"]


@dataclass(frozen=True, slots=True)
class Free(Action):
    """End an Inhibit."""

    clause: ClassVar[str] = "9.3"
    pawn: Annotated[Colour, "the colour of the inhibited pawn"]


@dataclass(frozen=True, slots=True)
class Discharge(Action):
    """Give up a charge to end your Inhibit."""

    clause: ClassVar[str] = "9.4"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Take a charge from an opponent on an adjacent node, or give charges to a team-mate on one."""

    clause: ClassVar[str] = "8.10"
    pawn: Annotated[Colour, "the colour of the other pawn"]
    count: Annotated[int, "how many charges"]


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give a mini card to a team-mate, in your turn or in theirs."""

    clause: ClassVar[str] = "11.6"
    pawn: Annotated[Colour, "the colour of your team-mate's pawn"]
    card: Annotated[CardId, "a mini card in your hand"]


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a mini card or a charge because you hold too many."""

    card: Annotated[CardId, "a mini card in your hand, or the word charge"]


@dataclass(frozen=True, slots=True)
class LetBe(Action):
    """Don't play an Inhibit now."""

    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose your charge point and pawn."""

    open: ClassVar[bool] = True
    colour: Annotated[Colour, "the colour of the charge point"]


@dataclass(frozen=True, slots=True)
class TurnOver(Action):
    """Choose the axis for turning card 1 over when your pawn is the last to leave it."""

    open: ClassVar[bool] = True
    axis: Annotated[Axis, "long or short"]


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End your turn."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


ACTIONS: tuple[type[Action], ...] = (
    *(Take, Move, Charge, Deliver, Place, Rotate, Flip, Swap, Slide, Force, Portal, PortalForce),
    *(Exchange, Inhibit, Free, Discharge, Give, Discard, TurnOver, Done, LetBe, Choose),
)
"""Every class of actions, in the order in which players are offered them."""
