"""Refusals: why an action is illegal, told from public information and the player's own hand."""

from typing import Final

from rules.circuitry import actions as a
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, colour_of, number_of
from rules.circuitry.cards import BLACK, Colour
from rules.circuitry.legal import layable
from rules.circuitry.limits import GIFTS, HELD, PLAYED
from rules.circuitry.movement import PORTAL
from rules.circuitry.state import CircuitryState, Side, fits
from rules.circuitry.words import card_words, node_words
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.notation import Action

_ASKED: Final = {
    "4.2": "You start your turn by taking two mini cards: take a card first",
    "11.12": "You hold too many cards: discard a mini card or a charge first",
    "11.13": "Charge points are being chosen: choose a colour that nobody has chosen",
    "11.14": "You're being asked for an Inhibit: play one, or let them continue",
    "6.1": "Card 1 is being turned over: choose the axis first, long or short",
}


def of_phase(clause: str) -> str:
    """Return the refusal of any other action in a phase that asks for one kind of action.

    clause: the rule that asks for it.
    """
    return f"{_ASKED[clause]} (rule {clause})."


def of_turn(g: CircuitryState, seat: Seat, action: Action, forced: Seat | None) -> str:
    """Return the refusal of an action that is not legal in a turn. forced: the seat whose pawn a Force still holds."""
    side = g.sides[seat]
    match action:
        case a.Take():
            return "You've already taken your cards this turn (rule 4.2)."
        case a.Choose():
            return "You can only choose a charge point before the first turn (rule 11.13)."
        case a.LetBe():
            return "You aren't being asked for an Inhibit now (rule 11.14)."
        case a.Done():
            return "You have to lay a circuit card every turn while you hold one (rule 11.10)."
        case a.Move() | a.Force() | a.Portal() | a.PortalForce():
            return _of_movement(g, seat, action, forced)
        case a.Charge() | a.Deliver():
            return _of_charging(g, seat, action)
        case a.Place():
            return _of_laying(g, side, action)
        case a.Rotate() | a.Flip() | a.Swap() | a.Slide():
            return _of_board(g, side, action)
        case a.Exchange() | a.Inhibit() | a.Free() | a.Discharge() | a.Give():
            return _of_players(g, seat, action)
        case _:
            return f"{type(action).__name__} isn't possible during a turn (rule 4.3)."


def _of_movement(
    g: CircuitryState, seat: Seat, action: a.Move | a.Force | a.Portal | a.PortalForce, forced: Seat | None
) -> str:
    side, clause = g.sides[seat], _CLAUSES[type(action)]
    paid = action.card if isinstance(action, a.Portal) else action.cards
    cards = [*_needed(g, action, forced), *(paid.split(JOIN) if paid != PORTAL else ())]
    if missing := _missing(side, cards):
        return f"You don't have that: {missing} (rule {clause})."
    if isinstance(action, a.Force | a.PortalForce) and (wrong := _not_opponent(g, seat, action.pawn)):
        return f"{wrong} (rule 8.7)."
    if g.variant.restricted and g.plays_left() < len(cards):
        return (
            f"You've played {g.played} of {PLAYED} mini cards this turn, and that takes {len(cards)} more (rule 11.11)."
        )
    if side.inhibited and isinstance(action, a.Portal | a.PortalForce):
        return "You can't use portals while you're inhibited (rule 9.2)."
    node = action.node
    if node in g.occupied:
        return f"There is a pawn on {_words(node)}: you can't enter or pass it (rule 8.11)."
    if isinstance(action, a.Portal | a.PortalForce):
        if g.variant.free_portals and node in g.board.portals:
            return f"A portal takes no movement card in this match (rule {clause})."
        payment = card_words(map(CardId, paid.split(JOIN)))
        return f"{_words(node)} isn't a portal that you can reach with {payment} (rule {clause})."
    if side.inhibited and isinstance(action, a.Move):
        return "You're inhibited: each node needs a movement card of its colour, or a black one (rule 9.2)."
    whose = "You" if isinstance(action, a.Move) else f"The {action.pawn.words} pawn"
    return (
        f"{whose} can't get to {_words(node)} like that: each step costs a movement card, and several steps at once "
        f"cost one of the offered payments (rules {clause} and 5.6)."
    )


_CLAUSES: Final = {a.Move: "5.1", a.Force: "8.6", a.Portal: "8.8", a.PortalForce: "8.9"}


def _needed(g: CircuitryState, action: Action, forced: Seat | None) -> list[str]:
    """Return the action cards that an action needs. A Force is not among them if an earlier one still holds the
    pawn.
    """
    if isinstance(action, a.Force) and forced is not None and g.sides[forced].colour is action.pawn:
        return []
    return {"force": ["force"], "portal": ["portal"], "portal-force": ["portal", "force"]}.get(action.verb, [])


def _words(node: str) -> str:
    try:
        number_of(node), colour_of(node)
    except (ValueError, KeyError):
        return node[:20]
    return node_words(node)


def _missing(side: Side, cards: list[str]) -> str:
    """Return in words the cards that the hand lacks; "" if it lacks none."""
    hand = [mini.id for mini in side.minis]
    lacking = []
    for card in map(CardId, cards):
        if card in hand:
            hand.remove(card)
        else:
            lacking.append(card)
    return card_words(lacking)[:80]


def _not_opponent(g: CircuitryState, seat: Seat, pawn: Colour) -> str:
    colours = [g.sides[other].colour for other in g.opponents(seat)]
    if pawn in colours:
        return ""
    valid_colours = ", ".join(colour.words for colour in colours)
    return f"The {pawn.words} pawn isn't an opponent's: theirs are {valid_colours}"


def _of_charging(g: CircuitryState, seat: Seat, action: a.Charge | a.Deliver) -> str:
    side = g.sides[seat]
    if missing := _missing(side, [action.card]):
        return f"You don't have that: {missing} (rule {'7.3' if isinstance(action, a.Deliver) else '7.1'})."
    if g.variant.restricted and g.plays_left() < 1:
        return f"You've already played {PLAYED} mini cards this turn (rule 11.11)."
    if isinstance(action, a.Deliver):
        if not side.carried:
            return "You aren't carrying a charge to deliver (rule 7.3)."
        if not g.board.turned_over or side.node != side.home:
            return (
                f"You can only deliver from {node_words(side.home)}, once card {HUB} shows the master node (rule 7.3)."
            )
        if side.inhibited and action.card != BLACK:
            return "You're inhibited: you can only deliver with a black movement card (rule 9.7)."
        return "You need a black movement card for the winning charge, or for several at once (rules 7.3 and 11.4)."
    placed = g.board.at(number_of(side.node))
    if placed.card.charge is not action.point or colour_of(side.node) not in placed.face.by_charge:
        return f"Your pawn isn't on the node that touches the {action.point.words} charge point (rule 7.1)."
    if action.point is not side.colour and g.variant.charges == 1:
        return "You can only take charge from your own charge point (rule 7.1)."
    if action.point is not side.colour and side.foreign:
        return "You're carrying a charge from another player's charge point: deliver it first (rule 11.3)."
    if side.inhibited and not fits(action.card, action.point):
        return f"You're inhibited: that takes a card that is {action.point.words} or black (rule 9.7)."
    if len(side.carried) + action.count > g.needed(seat):
        return "You can't carry that many charges (rule 7.2)."
    return "That charge needs a different movement card, or is more than you can hold (rules 7.1 and 11.12)."


def _of_laying(g: CircuitryState, side: Side, action: a.Place) -> str:
    if g.laid:
        return "You've already laid a circuit card this turn (rule 4.3)."
    if action.card not in [held.number for held in side.circuits]:
        return f"You don't have circuit card {action.card} (rule 4.7)."
    if action.card not in [card.number for card in layable(g, side.circuits)]:
        return "You have to lay the charge-point card first (rule 11.10)."
    return f"You can only lay a card on a free place beside another one, and {action.cell} isn't one (rule 4.7)."


def _of_board(g: CircuitryState, side: Side, action: a.Rotate | a.Flip | a.Swap | a.Slide) -> str:
    clause = {"rotate": "8.1", "swap": "8.2", "flip": "8.3", "slide": "8.4"}[action.verb]
    if side.holds(action.verb) is None:
        return f"You don't have the card {type(action).__name__} (rule {clause})."
    if g.variant.restricted and g.plays_left() < 1:
        return f"You've already played {PLAYED} mini cards this turn (rule 11.11)."
    numbers = [action.first, action.second] if isinstance(action, a.Swap) else [action.circuit]
    if HUB in numbers:
        return f"You can't change card {HUB} (rule 6.4)."
    for number in numbers:
        if number not in g.board.by_number:
            return f"There is no card {number} on the board (rule {clause})."
        if number in g.occupied_cards and not isinstance(action, a.Rotate | a.Slide):
            return f"There is a pawn on card {number} (rule {clause})."
    if isinstance(action, a.Swap):
        return f"You can only swap two different cards (rule {clause})."
    return "A card can only slide along another one or around its corner, without splitting the board (rule 8.5)."


def _of_players(g: CircuitryState, seat: Seat, action: a.Exchange | a.Inhibit | a.Free | a.Discharge | a.Give) -> str:
    side = g.sides[seat]
    match action:
        case a.Discharge():
            return "You can only give up a charge while you're inhibited and carry one (rule 9.4)."
        case a.Give(pawn, card):
            if pawn not in [g.sides[mate].colour for mate in g.team(seat) if mate != seat]:
                return "You can only give cards to team-mates (rule 11.6)."
            if side.holds(card) is None:
                return f"You don't have that: {card_words((card,))[:80]} (rule 11.6)."
            if g.gifts >= GIFTS:
                return f"{GIFTS} cards have already been given this turn (rule 11.7)."
            return f"They already hold {HELD} mini cards and charges (rule 11.12)."
        case a.Inhibit(pawn) if side.holds("inhibit"):
            return f"{_not_opponent(g, seat, pawn)} (rule 9.1)."
        case a.Free() if side.holds("free"):
            return "That pawn isn't inhibited, or isn't in your team (rule 9.3)."
        case a.Exchange() if side.holds("exchange"):
            return "That takes a pawn on an adjacent node, and a number of charges that can change hands (rule 8.10)."
    clause = {"inhibit": "9.1", "free": "9.3", "exchange": "8.10"}[action.verb]
    return f"You don't have the card {type(action).__name__} (rule {clause})."
