"""What happened, and what is to be decided, as sentences."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.circuitry import events as e
from rules.circuitry.actions import Give, Inhibit
from rules.circuitry.board import HUB, NodeId, Way, colour_of, number_of
from rules.circuitry.content import Content
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Seat

LYING: Final = {
    Way.A0: "side a, upright",
    Way.A180: "side a, turned",
    Way.B0: "side b, upright",
    Way.B180: "side b, turned",
}


def node_words(node: NodeId) -> str:
    """“12 light blue”."""
    return f"{number_of(node)} {colour_of(node).words}"


def card_words(cards: Iterable[CardId]) -> str:
    """Movement cards: “red, light blue”."""
    return ", ".join(card.replace("-", " ") for card in cards)


def several(count: int, what: str) -> str:
    """“1 charge”, “2 charges”."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def prompt(view: CircuitryView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if view.outcome is not None:
        return "The match is over."
    (asked,) = view.waiting
    return _own_prompt(view, names) if asked == view.seat else _others_prompt(view, names, asked)


def _own_prompt(view: CircuitryView, names: Sequence[str]) -> str:
    match view.phase:
        case "Taking":
            return f"Round {view.turn}: take a mini card ({view.left} to take), gold unseen or green face up."
        case "Discarding":
            return "You hold more than 8 mini cards and charges: discard one (rule 11.12)."
        case "Turning":
            return "Your pawn is the last one to leave card 1: choose the axis about which it is turned over."
    laying = "" if view.laid or not view.circuits else " and lay one circuit card"
    still = f" ({view.played} of 6 played)" if view.variant.restricted else ""
    inhibited = " You are inhibited." if view.own.inhibited else ""
    held = f" Your Force still holds {names[view.forced]}'s pawn." if view.forced is not None else ""
    return f"Round {view.turn}, your turn: play mini cards{still}{laying}, in any order.{inhibited}{held}"


def _others_prompt(view: CircuitryView, names: Sequence[str], asked: Seat) -> str:
    doing = {
        "Taking": "takes mini cards",
        "Discarding": "discards what is too much",
        "Turning": "chooses the axis about which card 1 is turned over",
    }.get(view.phase, "is at their turn")
    kinds = {type(action) for action in view.options}
    could = [words for kind, words in ((Inhibit, "play your Inhibit"), (Give, "give a card")) if kind in kinds]
    aside = f" You may {' or '.join(could)} all the same." if could else ""
    return f"Round {view.turn}: {names[asked]} {doing}.{aside}"


def tell(content: Content, event: Event, names: Sequence[str]) -> str:
    """A sentence for whoever may read the event, or "" if another event tells it already."""
    return (
        _tell_of_cards(content, event, names)
        or _tell_of_gifts(content, event, names)
        or _tell_of_pawns(event, names)
        or _tell_of_board(event, names)
        or _tell_of_charges(event, names)
    )


def _tell_of_cards(content: Content, event: Event, names: Sequence[str]) -> str:
    match event:
        case Drew(cards=cards):
            return f"You take {', '.join(content.cards[card].name for card in cards)}."
        case e.ChargeCardDealt(seat=seat, colour=colour):
            return f"{names[seat]} plays the {colour.words} pawn."
        case e.ChargeCardPassed(seat=seat, to=to):
            return f"{names[seat]} passes their charge-point card to {names[to]}."
        case e.TurnBegan(round=number, seat=seat):
            return f"Round {number}: {names[seat]}'s turn."
        case e.GoldTaken(seat=seat):
            return f"{names[seat]} takes a gold card."
        case e.GreenTaken(seat=seat, card=card):
            return f"{names[seat]} takes {content.cards[card].name}."
        case e.ActiveTaken(seat=seat):
            return f"{names[seat]} takes a card of the active green deck."
        case e.GoldShuffled():
            return "The discarded gold cards are shuffled and are the gold deck again."
        case e.GreenShuffled(cards=cards):
            return f"All sorted piles are empty: the {cards} discarded green cards are the active deck now."
        case _:
            return ""


def _tell_of_gifts(content: Content, event: Event, names: Sequence[str]) -> str:
    match event:
        case e.CardGiven(seat=seat, to=to, green=green):
            return f"{names[seat]} gives {names[to]} a {'green' if green else 'gold'} card."
        case e.GiftSeen(card=card):
            return f"It is {content.cards[card].name}: only the two of you see that."
        case e.Discarded(seat=seat, card=card):
            return f"{names[seat]} discards {content.cards[card].name}."
        case _:
            return ""


def _tell_of_pawns(event: Event, names: Sequence[str]) -> str:
    match event:
        case e.PawnMoved(seat=seat, by=by, path=path, cards=cards):
            paid = f" for {card_words(cards)}" if cards else ""
            return f"{_moved(names, seat, by)} to {', '.join(map(node_words, path[1:]))}{paid}."
        case e.PawnLeft(seat=seat, by=by, cards=cards):
            return f"{_moved(names, seat, by)} off card {HUB}, as the last one, for {card_words(cards)}."
        case e.PawnJumped(seat=seat, by=by, end=end, cards=cards):
            return f"{_moved(names, seat, by)} to the portal on {node_words(end)} for {card_words(cards)}."
        case e.Inhibited(seat=seat, by=by):
            return f"{names[by]} inhibits {names[seat]}."
        case e.Freed(seat=seat, charge=True):
            return f"{names[seat]} gives up a charge and is free again."
        case e.Freed(seat=seat, by=None):
            return f"{names[seat]}'s Inhibit has expired."
        case e.Freed(seat=seat, by=by) if by is not None:
            return f"{names[by]} plays Free: {names[seat]} is free again."
        case _:
            return ""


def _moved(names: Sequence[str], seat: Seat, by: Seat) -> str:
    return f"{names[seat]} moves" if by == seat else f"{names[by]} forces {names[seat]}'s pawn"


def _tell_of_board(event: Event, names: Sequence[str]) -> str:
    match event:
        case e.CircuitLaid(seat=seat, card=card, way=way):
            return f"{names[seat]} lays card {card} ({LYING[way]})."
        case e.CircuitRotated(seat=seat, circuit=number):
            return f"{names[seat]} rotates card {number}."
        case e.CircuitFlipped(seat=seat, circuit=number):
            return f"{names[seat]} flips card {number}."
        case e.CircuitsSwapped(seat=seat, first=first, second=second):
            return f"{names[seat]} swaps cards {first} and {second}."
        case e.CircuitSlid(seat=seat, circuit=number, start=start, end=end):
            return f"{names[seat]} slides card {number} {heading(start, end)}."
        case e.TurnedOver(seat=seat, axis=axis):
            return f"{names[seat]} turns card {HUB} over about its {axis.value} axis: it shows the master node."
        case _:
            return ""


def heading(start: Cell, end: Cell) -> str:
    """“up”, “down and left”."""
    across, down = end.column - start.column, end.row - start.row
    where = [word for word, there in (("up", down < 0), ("down", down > 0)) if there]
    where += [word for word, there in (("left", across < 0), ("right", across > 0)) if there]
    return " and ".join(where)


def _tell_of_charges(event: Event, names: Sequence[str]) -> str:
    match event:
        case e.Charged(seat=seat, point=point, count=count, card=card):
            return f"{names[seat]} takes {several(count, f'{point.words} charge')} for {card_words((card,))}."
        case e.Delivered(seat=seat, count=count, card=card):
            return f"{names[seat]} delivers {several(count, 'charge')} for {card_words((card,))}."
        case e.ChargeTaken(seat=seat, victim=victim):
            return f"{names[seat]} takes a charge from {names[victim]} by Exchange."
        case e.ChargesGiven(seat=seat, to=to, count=count):
            return f"{names[seat]} gives {names[to]} {several(count, 'charge')} by Exchange."
        case _:
            return ""
