"""Charge-point cards before the first turn: how they are chosen and passed on."""

from rules.circuitry.actions import Choose
from rules.circuitry.board import HUB, NodeId, names
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.events import ChargeCardDealt, ChargeCardPassed
from rules.circuitry.state import BY_NUMBER, CircuitryState
from rules.core.events import Seat


def choose(g: CircuitryState, seat: Seat, action: Choose) -> None:
    """11.13 Give the seat the charge-point card of this colour. The player who has that card gets the seat's old one.
    If nobody has it, the old one becomes unused.
    """
    held = [*(card for side in g.sides for card in side.circuits if card.charge), *g.unused]
    by_colour = {card.charge: card for card in held}
    old_card, wanted = by_colour[g.sides[seat].colour], by_colour[action.colour]
    for side in g.sides:
        if side.colour in (old_card.charge, action.colour):
            card = wanted if side is g.sides[seat] else old_card
            side.colour, side.node = _played_with(card)
            side.circuits = sorted([card, *(other for other in side.circuits if not other.charge)], key=BY_NUMBER)
    g.unused = tuple(old_card if card is wanted else card for card in g.unused)
    g.events.append(ChargeCardDealt(seat=seat, colour=action.colour))


def _played_with(card: CircuitCard) -> tuple[Colour, NodeId]:
    """3.2 Return the colour of a charge-point card, and the node on which the pawn of this colour starts."""
    assert card.charge is not None
    return card.charge, names(HUB)[card.charge]


def pass_on(g: CircuitryState) -> None:
    """11.9 Pass every charge-point card to the player on the right, who is the one before in turn order."""
    staying = [seat for seat, side in enumerate(g.sides) if not side.left]
    cards = {seat: next(card for card in g.sides[seat].circuits if card.charge) for seat in staying}
    for place, seat in enumerate(staying):
        to = staying[place - 1]
        g.sides[seat].circuits.remove(cards[seat])
        g.sides[to].circuits = sorted([*g.sides[to].circuits, cards[seat]], key=BY_NUMBER)
        g.events.append(ChargeCardPassed(seat=seat, to=to))
