"""10.5 Leaving a match that goes on."""

from rules.circuitry.events import ChargeCardReturned, PlayerLeft
from rules.circuitry.phases import TURNS, Asking, Choosing, Turn, Turning, pass_turn, turn_hub
from rules.circuitry.state import BY_NUMBER, CircuitryState
from rules.core.events import Seat
from rules.core.play import Phase


def forfeit_seat(g: CircuitryState, seat: Seat) -> Phase | None:
    """Remove the seat and return the next phase; None if only one player or team would stay."""
    staying = [other for other, side in enumerate(g.sides) if not side.left and other != seat]
    if len({g.team(other) for other in staying}) < 2:
        return None
    phase = g.phase
    side = g.sides[seat]
    g.events.append(PlayerLeft(seat=seat, colour=side.colour))
    alone = g.is_last_on_hub(seat)
    side.node = ""
    side.carried = ()
    side.inhibited = 0
    for mini in side.minis.copy():
        g.put_away(side, mini)
    _return_charge_cards(g, seat)
    if alone:
        turn_hub(g)
    return _goes_on(g, seat, phase)


def _return_charge_cards(g: CircuitryState, seat: Seat) -> None:
    """Return the charge-point cards that were passed to the leaving player (11.9) to their owners, if these stay."""
    cards = g.sides[seat].circuits
    for owner, side in enumerate(g.sides):
        returned = [card for card in cards if card.charge is side.colour and not side.left]
        for card in returned:
            cards.remove(card)
            side.circuits = sorted([*side.circuits, card], key=BY_NUMBER)
            g.events.append(ChargeCardReturned(seat=owner))


def _goes_on(g: CircuitryState, seat: Seat, phase: Phase) -> Phase:
    """Return the phase in which the match continues."""
    match phase:
        case Choosing():
            return phase.after(g, seat) if seat in phase.waiting else phase
        case Turning() if seat not in phase.waiting:
            return phase  # `Turning` copes with an active player who has left
        case _ if g.sides[g.active].left:
            return pass_turn(g)
        case Asking() if seat in phase.waiting:
            return phase.without(g, seat)
        case Turning():
            return TURNS[g.active]
        case Turn(forced=forced) if forced == seat:
            return TURNS[g.active]
        case _:
            return phase
