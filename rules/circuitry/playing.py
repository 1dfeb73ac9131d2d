"""The effects of actions on the state."""

from rules.circuitry.actions import (
    JOIN,
    Charge,
    Deliver,
    Discard,
    Discharge,
    Exchange,
    Flip,
    Force,
    Free,
    Give,
    Inhibit,
    Move,
    Place,
    Portal,
    PortalForce,
    Rotate,
    Slide,
    Swap,
    Take,
)
from rules.circuitry.board import HUB, Axis, NodeId, number_of
from rules.circuitry.cards import CircuitCard
from rules.circuitry.events import (
    CardGiven,
    Charged,
    ChargeDiscarded,
    ChargesGiven,
    ChargeTaken,
    CircuitFlipped,
    CircuitLaid,
    CircuitRotated,
    CircuitSlid,
    CircuitsSwapped,
    Delivered,
    Discarded,
    Freed,
    GiftSeen,
    Inhibited,
    PawnJumped,
    PawnLeft,
    PawnMoved,
    TurnedOver,
    active_taken,
    drew,
    gold_taken,
    green_taken,
    open_taken,
)
from rules.circuitry.knowledge import pass_unseen
from rules.circuitry.legal import ACTIVE, CHARGE, GOLD, TWO_GOLD
from rules.circuitry.limits import INHIBITED
from rules.circuitry.movement import PORTAL, reach
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.notation import Action

Ends = tuple[tuple[Axis, NodeId], ...]
"""6.1 The nodes where the last pawn to leave #1 can arrive, each with the axis about which #1 is then turned over."""


def take(g: CircuitryState, seat: Seat, action: Take) -> None:
    """4.2 Take gold cards face down, or a green card."""
    if action.pile == TWO_GOLD:
        for _ in range(2):
            take(g, seat, Take(GOLD))
        return
    side = g.sides[seat]
    is_open = bool({GOLD: g.open_gold, ACTIVE: g.open_green}.get(action.pile, True))
    match action.pile:
        case "gold":
            card = g.gold.pop()
            g.events.append(open_taken(seat, card.id) if is_open else gold_taken(seat))
        case "active":
            card = g.active_green.pop()
            g.events.append(open_taken(seat, card.id) if is_open else active_taken(seat))
        case _:
            card = g.piles[CardId(action.pile)].pop()
            g.events.append(green_taken(seat, card.id))
    if is_open:
        side.shown = (*side.shown, card.id)
    else:
        g.events.append(drew(seat, (card.id,)))
    side.receive(card)
    g.settle()


def move(g: CircuitryState, seat: Seat, action: Move) -> Ends:
    """5.1 Move the player's own pawn. If it leaves #1 as the last pawn, return the ends among which its owner must
    choose; otherwise ().
    """
    return _walk(g, seat, seat, action.node, action.cards)


def force(g: CircuitryState, seat: Seat, action: Force, forced: Seat | None) -> Ends:
    """8.6 Move an opponent's pawn, by a new Force or one that still holds the pawn. Return ends, like `move`."""
    victim = g.seat_of(action.pawn)
    if victim != forced:
        g.spend(seat, "force")
    return _walk(g, victim, seat, action.node, action.cards)


def _walk(g: CircuitryState, seat: Seat, by: Seat, word: NodeId, paid: str) -> Ends:
    """Move a pawn to the node of this word. Return the ends among which its owner must choose (6.3); () if it has
    arrived.
    """
    cards = tuple(map(CardId, paid.split(JOIN)))
    side = g.sides[seat]
    path, port = reach(g, seat, len(cards))[word]
    for card in cards:
        g.spend(by, card)
    g.stirred = g.turn
    start = side.node
    if port is None:
        side.node = path[-1]
        g.events.append(PawnMoved(seat=seat, by=by, path=(start, *path), cards=cards))
        return ()
    if len(path) > 1:
        side.node = path[-2]
        g.events.append(PawnMoved(seat=seat, by=by, path=(start, *path[:-1]), cards=cards[:-1]))
    g.events.append(PawnLeft(seat=seat, by=by, cards=cards[-1:]))
    blocked = g.occupied
    ends = tuple(
        (axis, end) for axis, end in g.board.arrivals(port).items() if number_of(end) == HUB or end not in blocked
    )
    return ends if seat != by else tuple((axis, end) for axis, end in ends if end == path[-1])


def portal(g: CircuitryState, seat: Seat, action: Portal) -> Ends:
    """8.8 Let the player's own pawn jump. Return ends, like `move`."""
    paid = () if action.card == PORTAL else (action.card,)
    for card in (PORTAL, *paid):
        g.spend(seat, card)
    return _jump(g, seat, seat, action.node, paid)


def portal_force(g: CircuitryState, seat: Seat, action: PortalForce) -> Ends:
    """8.9 Force an opponent's pawn to jump. Return ends, like `move`."""
    cards = tuple(map(CardId, action.cards.split(JOIN)))
    for card in (PORTAL, "force", *cards):
        g.spend(seat, card)
    return _jump(g, g.seat_of(action.pawn), seat, action.node, cards)


def _jump(g: CircuitryState, seat: Seat, by: Seat, node: NodeId, cards: tuple[CardId, ...]) -> Ends:
    g.stirred = g.turn
    if g.is_last_on_hub(seat):
        g.events.append(PawnLeft(seat=seat, by=by, cards=cards))
        return tuple((axis, node) for axis in Axis)
    side = g.sides[seat]
    g.events.append(PawnJumped(seat=seat, by=by, start=side.node, end=node, cards=cards))
    side.node = node
    return ()


def turn_over(g: CircuitryState, seat: Seat, axis: Axis, end: NodeId) -> None:
    """6.1 Turn #1 over under the last pawn that leaves it, and move the pawn to its end."""
    side = g.sides[seat]
    g.board = g.board.over(axis)
    g.touch(HUB)
    g.events.append(TurnedOver(seat=seat, axis=axis))
    g.events.append(PawnMoved(seat=seat, by=seat, path=(side.node, end), cards=()))
    side.node = end


def carry_out(g: CircuitryState, seat: Seat, action: Action) -> None:
    """4.3 Play an action after which the turn simply continues."""
    match action:
        case Charge():  # 7.1
            charge(g, seat, action)
        case Place():  # 4.7
            place(g, seat, action)
        case Rotate() | Flip() | Swap() | Slide():
            work_on_board(g, seat, action)
        case Exchange():  # 8.10
            exchange(g, seat, action)
        case Free():  # 9.3
            free(g, seat, action)
        case Discharge():  # 9.4
            discharge(g, seat)
        case _:
            raise AssertionError(f"not an action of a turn: {action}")


def charge(g: CircuitryState, seat: Seat, action: Charge) -> None:
    """7.1 Take charges: one or several at the player's own charge point (11.2), one at another's (11.3)."""
    g.spend(seat, action.card)
    g.sides[seat].carried += (action.point,) * action.count
    g.stirred = g.turn
    g.events.append(Charged(seat=seat, point=action.point, count=action.count, card=action.card))


def deliver(g: CircuitryState, seat: Seat, action: Deliver) -> None:
    """7.3 Deliver charges to the master node, one or several (11.4)."""
    side = g.sides[seat]
    g.spend(seat, action.card)
    side.lose(action.count)
    side.delivered += action.count
    g.stirred = g.turn
    g.events.append(Delivered(seat=seat, count=action.count, card=action.card))


def place(g: CircuitryState, seat: Seat, action: Place) -> None:
    """4.7 Lay a circuit card."""
    side = g.sides[seat]
    circuit: CircuitCard = next(held for held in side.circuits if held.number == action.card)
    side.circuits.remove(circuit)
    g.board = g.board.laid(circuit, action.cell, action.way)
    g.laid = True
    g.stirred = g.turn
    g.touch(circuit.number)
    g.events.append(CircuitLaid(seat=seat, card=circuit.id, cell=action.cell, way=action.way))


def work_on_board(g: CircuitryState, seat: Seat, action: Rotate | Flip | Swap | Slide) -> None:
    """8.1 to 8.5 Rotate, flip, swap or slide a circuit card."""
    board = g.board
    g.spend(seat, action.verb)
    g.stirred = g.turn
    match action:
        case Rotate(number):  # 8.1
            g.board = board.with_way(number, board.at(number).way.rotated)
            g.touch(number)
            g.events.append(CircuitRotated(seat=seat, circuit=number))
        case Flip(number):  # 8.3
            g.board = board.with_way(number, board.at(number).way.flipped)
            g.touch(number)
            g.events.append(CircuitFlipped(seat=seat, circuit=number))
        case Swap(first, second):  # 8.2
            g.board = board.swapped(first, second)
            g.touch(first, second)
            g.events.append(CircuitsSwapped(seat=seat, first=first, second=second))
        case Slide(number, cell):  # 8.4
            start = board.at(number).cell
            g.board = board.slid(number, cell)
            g.touch(number)
            g.events.append(CircuitSlid(seat=seat, circuit=number, start=start, end=cell))


def exchange(g: CircuitryState, seat: Seat, action: Exchange) -> None:
    """8.10 Take a charge from an opponent, or give charges to a team-mate (11.8)."""
    other = g.seat_of(action.pawn)
    side, other_side = g.sides[seat], g.sides[other]
    g.spend(seat, "exchange")
    g.stirred = g.turn
    if other in g.team(seat):
        side.lose(action.count)
        other_side.carried += (other_side.colour,) * action.count
        g.events.append(ChargesGiven(seat=seat, to=other, count=action.count))
    else:
        other_side.lose(1)
        side.carried += (side.colour,)
        g.events.append(ChargeTaken(seat=seat, victim=other))


def inhibit(g: CircuitryState, seat: Seat, action: Inhibit) -> None:
    """9.1 Inhibit an opponent, or renew an Inhibit (9.6), until the opponent's fourth turn from now begins (9.5)."""
    victim = g.seat_of(action.pawn)
    g.spend(seat, "inhibit")
    g.sides[victim].inhibited = INHIBITED + (victim != g.active)
    g.events.append(Inhibited(seat=victim, by=seat))


def free(g: CircuitryState, seat: Seat, action: Free) -> None:
    """9.3 End a player's Inhibit."""
    other = g.seat_of(action.pawn)
    g.spend(seat, "free")
    g.sides[other].inhibited = 0
    g.events.append(Freed(seat=other, by=seat))


def discharge(g: CircuitryState, seat: Seat) -> None:
    """9.4 Give up a charge to end the player's own Inhibit."""
    side = g.sides[seat]
    side.lose(1)
    side.inhibited = 0
    g.events.append(Freed(seat=seat, by=None, charge=True))


def discard(g: CircuitryState, seat: Seat, action: Discard) -> None:
    """11.12 Discard a mini card or a charge because the player holds too many."""
    side = g.sides[seat]
    if action.card == CHARGE:
        side.lose(1)
        g.events.append(ChargeDiscarded(seat=seat))
        return
    card = side.holds(action.card)
    assert card is not None
    g.events.append(Discarded(seat=seat, card=CardId(action.card)))
    g.put_away(side, card)


def give(g: CircuitryState, seat: Seat, action: Give) -> None:
    """11.6 Give a mini card to a team-mate. All others see only its back."""
    to = g.seat_of(action.pawn)
    card = g.sides[seat].holds(action.card)
    assert card is not None
    pass_unseen(g, seat, to, card)
    g.gifts += 1
    g.events.append(CardGiven(seat=seat, to=to, green=card.green))
    g.events.append(GiftSeen(seats=frozenset({seat, to}), seat=seat, to=to, card=card.id))
