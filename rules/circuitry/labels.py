"""Labels for the options of Circuitry (`Game.label`)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, NodeId, Way, number_of
from rules.circuitry.cards import BLACK, Colour, MiniCard
from rules.circuitry.content import Content
from rules.circuitry.grid import Cell, beside
from rules.circuitry.legal import ACTIVE, CHARGE, GOLD, TWO_GOLD
from rules.circuitry.letters import numbered
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING, card_words, node_words
from rules.core.cards import CardId
from rules.core.game import Label, general_labels
from rules.core.notation import words as words_of
from rules.core.words import counted

_VERBS: Final = general_labels(
    {
        "take": Label(text="Take a card", short="Take", detail="An unseen gold card, or a green card of your choice"),
        "move": Label(text="Move", detail="Each step costs a movement card", quick=True),
        "charge": Label(text="Take charge", detail="Take charge from the charge point beside your pawn", quick=True),
        "deliver": Label(text="Deliver", detail="Carry charge into the master node", quick=True),
        "place": Label(
            text="Lay a card", short="Lay", detail="A circuit card beside the board, once a turn", quick=True
        ),
        "rotate": Label(text="Rotate", detail="Turn a circuit card by 180 degrees, pawns and all"),
        "swap": Label(text="Swap", detail="Swap two circuit cards without pawns"),
        "flip": Label(text="Flip", detail="Turn over a circuit card without pawns"),
        "slide": Label(text="Slide", detail="Slide a circuit card along another, pawns and all"),
        "force": Label(text="Force", detail="Move an opponent's pawn with its colour or black"),
        "portal": Label(text="Portal", detail="Your pawn jumps to a portal"),
        "portal-force": Label(text="Portal and Force", detail="An opponent's pawn jumps to a portal"),
        "inhibit": Label(text="Inhibit", detail="An opponent moves only by matching colours for three turns"),
        "free": Label(text="Free", detail="End an Inhibit"),
        "discharge": Label(text="Give up charge", detail="Lose one charge to end your Inhibit"),
        "exchange": Label(text="Exchange", detail="Charge changes hands between pawns on adjacent nodes"),
        "give": Label(text="Give a card", short="Give", detail="A mini card to a team-mate"),
        "discard": Label(text="Discard", detail="You can't hold more than 8 mini cards and charges"),
        "let-be": Label(text="No Inhibit now", detail="Let them continue"),
        "choose": Label(text="Choose a charge point", detail="This also chooses your pawn"),
        "turn-over": Label(text="Turn card 1 over", detail="About its long or its short axis"),
        "done": Label(text="End the turn", detail=""),
    }
)


def label(content: Content, view: CircuitryView, words: tuple[str, ...]) -> Label:
    """Return the label of the choice that the last of these words stands for (`Game.label`)."""
    match words:
        case ("done",):
            return replace(_VERBS["done"], warning=_left_undone(view))
        case (verb,):
            return _VERBS[verb]
        case ("take", pile):
            return _pile(content, view, pile)
        case ("move", node):
            return _node(view, words, node)
        case ("move" | "force" | "portal-force", *_, cards) if len(words) == (3 if words[0] == "move" else 4):
            return _paying(view, cards)
        case ("force" | "portal-force", _, node):
            return _node(view, words, node)
        case ("portal", node):
            return Label(text=node_words(node))
        case ("charge", _, _, count) | ("deliver", _, count):
            return Label(text=counted(int(count), "charge"))
        case ("charge", point):
            return Label(text=_capital(Colour(point).words))
        case ("deliver", _, card) | ("deliver", card):
            return _paying(view, card, is_last_allowed=True)
        case ("charge" | "portal", _, card):
            return _paying(view, card)
        case _:
            return _of_cards(content, view, words)


def _of_cards(content: Content, view: CircuitryView, words: tuple[str, ...]) -> Label:
    match words:
        case ("place", number):
            charge = next((held.charge for held in view.circuits if held.id == number), None)
            return Label(text=f"Card {number}", detail=f"With the {charge.words} charge point" if charge else "")
        case ("place", _, cell):
            return _place(view, cell)
        case ("place", _, _, way):
            return Label(text=_capital(LYING[Way(way)]))
        case ("slide", number, cell):
            return _slide(view, int(number), cell)
        case ("rotate" | "flip" | "slide", number) | ("swap", number):
            return _circuit(view, int(number))
        case ("swap", _, number):
            return _circuit(view, int(number))
        case ("turn-over", axis):
            ends = {each.value: node for each, node in view.ends}
            return Label(text=f"{_capital(axis)} axis", detail=f"The pawn comes to {node_words(ends[axis])}")
        case _:
            return _of_players(content, view, words)


def _of_players(content: Content, view: CircuitryView, words: tuple[str, ...]) -> Label:
    match words:
        case ("choose", colour):
            return _point(view, Colour(colour))
        case ("discard", card) if card == CHARGE:
            return Label(text="A charge", detail="One that your pawn carries")
        case ("discard", card) | ("give", _, card):
            return Label(text=content.cards[CardId(card)].name)
        case ("exchange", pawn, count):
            mate = view.seat is not None and view.side_of(Colour(pawn)).seat in view.team(view.seat)
            return Label(text=f"{'Give' if mate else 'Take'} {counted(int(count), 'charge')}")
        case (_, pawn):
            return _pawn(view, Colour(pawn))
        case _:
            raise ValueError(f"not the words of an action: {words}")


def _point(view: CircuitryView, colour: Colour) -> Label:
    """11.13 Return the label of a charge point, with the player to whom it was dealt."""
    held = next((side.seat for side in view.sides if side.colour is colour), None)
    whose = "Dealt to nobody" if held is None else "Yours" if held == view.seat else f"Dealt to player {held + 1}"
    return Label(text=_capital(colour.words), detail=whose)


def _pile(content: Content, view: CircuitryView, pile: str) -> Label:
    if pile == GOLD and view.open_gold:
        return Label(text=f"Gold: {view.open_gold[-1].name}", detail="Everyone knows the order of the deck", quick=True)
    if pile == TWO_GOLD and len(view.open_gold) > 1:
        one, two = view.open_gold[-1].name, view.open_gold[-2].name
        return Label(text=f"Two gold: {one}, {two}", detail="Everyone knows the order of the deck", quick=True)
    if pile == ACTIVE and view.open_green:
        return Label(text=f"Green: {view.open_green[-1].name}", detail="Everyone knows the order of the active deck")
    if pile == GOLD:
        return Label(text="Gold, unseen", detail=f"{view.gold} in the deck", quick=True, general=True)
    if pile == TWO_GOLD:
        return Label(text="Two gold, unseen", detail=f"Both at once; {view.gold} in the deck", quick=True, general=True)
    if pile == ACTIVE:
        return Label(text="Green, unseen", detail=f"{view.active_green} in the active deck", general=True)
    card = content.cards[CardId(pile)]
    assert isinstance(card, MiniCard)
    return Label(text=card.name, detail=_short(card.text), general=True)


def _node(view: CircuitryView, words: Sequence[str], node: NodeId) -> Label:
    """Return the label of a node to which a pawn can go, with the number of cards that the way takes."""
    depth = len(words)
    options = (words_of(option) for option in view.options if option.verb == words[0])
    payments = dict.fromkeys(option[depth] for option in options if option[:depth] == tuple(words))
    cards = next(iter(payments), "")
    turned = node.startswith(f"{HUB}b-")
    text = f"{node_words(node.replace('b', '', 1))} of side b" if turned else node_words(node)
    if words[0] == "portal-force":
        return Label(text=text)
    detail = counted(1 + cards.count(JOIN), "step")
    return Label(text=text, detail=f"{detail}: {_payment(cards)}" if len(payments) == 1 and JOIN in cards else detail)


def _paying(view: CircuitryView, cards: str, *, is_last_allowed: bool = False) -> Label:
    paid = _payment(cards)
    return Label(text=paid, short=f"for {paid.lower()}", warning="" if is_last_allowed else _last_black(view, cards))


def _last_black(view: CircuitryView, cards: str) -> str:
    """7.3 Return a warning if a player with a charge would pay with their last black card; "" otherwise."""
    held = sum(mini.id == BLACK for mini in view.minis)
    if view.seat is None or not view.own.carried or not 0 < held <= cards.split(JOIN).count(BLACK):
        return ""
    return "That's your last black card, and only a black card delivers your charge (rule 7.3)."


def _payment(cards: str) -> str:
    return card_words(map(CardId, cards.split(JOIN))).capitalize()


def _circuit(view: CircuitryView, number: int) -> Label:
    pawns = [side.colour.words for side in view.sides if not side.left and number_of(side.node) == number]
    return Label(text=f"Card {number}", detail=f"With the {' and '.join(pawns)} pawn" if pawns else "")


def _place(view: CircuitryView, cell: str) -> Label:
    return _beside(view, view.board.places, cell, None)


def _slide(view: CircuitryView, number: int, cell: str) -> Label:
    return _beside(view, view.board.slides[number], cell, number)


def _beside(view: CircuitryView, places: Iterable[Cell], cell: str, but: int | None) -> Label:
    """Return the label of a cell: its number among these places, and the cards beside it, except a card that slides
    there.
    """
    place, number = next((place, number) for place, number in numbered(places).items() if str(place) == cell)
    neighbours = [view.board.by_cell[near].card.number for near in beside(place) if near in view.board.by_cell]
    near = " and ".join(str(adjacent) for adjacent in sorted(neighbours) if adjacent != but)
    return Label(text=f"Place {number}", detail=f"Beside {near}")


def _pawn(view: CircuitryView, colour: Colour) -> Label:
    side = view.side_of(colour)
    carried = f", carries {counted(len(side.carried), 'charge')}" if side.carried else ""
    inhibited = ", inhibited" if side.inhibited else ""
    detail = f"On {node_words(side.node)}{carried}{inhibited}"
    return Label(text=f"{_capital(colour.words)} (player {side.seat + 1})", detail=detail)


def _left_undone(view: CircuitryView) -> str:
    """7.1, 7.3 Return a warning if the player could still take or deliver a charge before the turn ends; "" if not."""
    can = {option.verb for option in view.options}
    if "deliver" in can:
        return "You could still deliver charge to the master node (rule 7.3)."
    if "charge" in can and not view.own.carried:
        return "You could still take charge from the charge point beside your pawn (rule 7.1)."
    return ""


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _short(text: str) -> str:
    return text if len(text) <= 100 else text[:99] + "…"
