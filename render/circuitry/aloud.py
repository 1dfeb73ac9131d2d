"""Tell what a player who cannot see the pictures needs to decide: the effect of laying each card, and the board."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from render.circuitry import texts, words
from render.circuitry.previews import Axes, Goal, Goals, Laying, Picks, Previews, Slots, explanation, title
from render.circuitry.routes import is_charged, way_line, way_of
from render.renderer import Names
from rules.circuitry.actions import Place
from rules.circuitry.board import HUB, Board, Placed
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.grid import Cell, beside
from rules.circuitry.letters import numbered
from rules.circuitry.quick_evaluation import Evaluation
from rules.circuitry.view import CircuitryView, SideView
from rules.circuitry.words import LYING, node_words
from rules.core.game import Game
from rules.core.words import counted, together

BEST: Final = 3
"""The number of options that are told first."""
_SIDES: Final = ("below", "left of", "above", "right of")
"""Where a cell lies, seen from the card above, right of, below and left of it."""


def table(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Yield the table: the decision, recent events, the players and the piles, then every card and node in words."""
    yield from texts.summary(game, view, names)
    yield "The board:"
    yield from board_lines(view.board)


def hand(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Yield the hand of the view's seat: what it has, the best places for its circuit cards, and each card."""
    yield from texts.own_pawn_and_minis(game, view, names)
    yield f"Circuit cards: {', '.join(str(card.number) for card in view.circuits) or 'none'}"
    yield from _best(view, names, [option for option in view.options if isinstance(option, Place)])
    for card in view.circuits:
        for side, face in zip("ab", card.faces, strict=True):
            yield f"Card {card.number}, side {side}: {words.face_told(face, card.charge)}"


def choice(game: Game, view: CircuitryView, preview: Previews, names: Names) -> Iterator[str]:
    """Yield the options: of places and orientations the best ones first, each with its effect."""
    match preview:
        case Slots(card=card, slides=False):
            yield title(preview)
            yield from _best(view, names, _places(view, card, None))
            yield from _in_places(view, names, card)
        case Laying(card=card, cell=cell):
            yield f"{title(preview)}, {_where(view.board, cell)}"
            for number, option in enumerate(_ranked(view, _places(view, card, cell)), 1):
                after = _board_after(view, option)
                yield f"{number}. {_capital(LYING[option.way])}: {effect(view, option, names)}."
                yield f"  {_nodes(after, after.at(card.number))}."
        case Picks(numbers=numbers):
            yield from (title(preview), explanation(preview, names))
            yield from board_lines(view.board, [view.board.at(number) for number in numbers])
        case Axes(ends=ends):
            yield title(preview)
            for axis, end in ends:
                after = view.board.over(axis)
                there = replace(view.own, node=end)
                way = way_line(replace(view, board=after), there)
                yield f"{_capital(axis.value)} axis: the pawn comes to {node_words(end)}. From there: {way}."
                yield f"  {_nodes(after, after.at(HUB))}."
        case Goals(pawn=pawn, goals=goals, jump=jump):
            yield title(preview)
            for goal in goals:
                steps = "" if jump else f": {counted(goal.steps, 'step')}"
                onward = " of side b" if goal.turned_over else _from_there(view, pawn, goal)
                yield f"{node_words(goal.node)}{steps}{onward}."
        case Slots():
            yield from texts.choice(game, view, preview, names)


def _from_there(view: CircuitryView, pawn: SideView, goal: Goal) -> str:
    """Return how far a pawn has to go from a node that it can reach; "" if it has nowhere to go."""
    there = replace(pawn, node=goal.node)
    sides = tuple(there if side.seat == pawn.seat else side for side in view.sides)
    way = way_of(replace(view, sides=sides), there)
    return "" if way is None else f", and {counted(len(way), 'step')} from there to {_goal(view, pawn)}"


def board_lines(board: Board, cards: Iterable[Placed] | None = None) -> Iterator[str]:
    """Yield a line for each of these cards (by default all), in the order of their numbers: where it lies, and its
    nodes with their neighbours.
    """
    for placed in sorted(board.placed if cards is None else cards, key=lambda each: each.card.number):
        number, around = placed.card.number, _where(board, placed.cell, skip=placed.card.number)
        where = f", {around}" if around and number != HUB else ""
        yield f"Card {number}{where}, {LYING[placed.way]}: {_nodes(board, placed)}."


def effect(view: CircuitryView, option: Place, names: Names) -> str:
    """Return the effect of laying a card: which charge point it brings, and the ways that become longer or shorter."""
    card = _card(view, option.card)
    after = replace(view, board=_board_after(view, option))
    own_first = sorted(view.sides, key=lambda side: side.seat != view.seat)
    changes = [_change(view, after, side, names) for side in own_first]
    told = [change for change in changes if change]
    if card.charge is not None and not after.board.charge_nodes(card.charge):
        told.append(f"no node leads to the {card.charge.words} charge point")
    return "; ".join(told) or "no pawn's way changes"


def _change(before: CircuitryView, after: CircuitryView, side: SideView, names: Names) -> str:
    """Return how a player's way changes; "" if its length does not."""
    if side.left:
        return ""
    old, new = way_of(before, side), way_of(after, side)
    lengths = [None if way is None else len(way) for way in (old, new)]
    if lengths[0] == lengths[1]:
        return ""
    own = side.seat == before.seat
    whose, goal = ("your" if own else f"{names[side.seat]}'s"), _goal(after, side)
    if new is None:
        return f"{whose} way to {goal} is cut off"
    joined = f"joins {whose} node to {goal} in {counted(len(new), 'step')}"
    return joined if old is None else f"{joined} instead of {len(old)}"


def _goal(view: CircuitryView, side: SideView) -> str:
    return "home" if is_charged(view, side) else "the charge point" if side.seat == view.seat else "their charge point"


def _best(view: CircuitryView, names: Names, options: Sequence[Place]) -> Iterator[str]:
    """Yield the best of these options to lay a card, as the computer would rank them."""
    if not options:
        return
    several = len({option.card for option in options}) > 1
    yield f"Best {min(BEST, len(options))} of {counted(len(options), 'way')} to lay {'a' if several else 'this'} card:"
    for number, option in enumerate(_ranked(view, options)[:BEST], 1):
        card = f"card {option.card}, " if several else ""
        where = _capital(card + _place(view, option))
        yield f"  {number}. {where}, {LYING[option.way]}: {effect(view, option, names)}."


def _in_places(view: CircuitryView, names: Names, card: CircuitCard) -> Iterator[str]:
    """Yield every place for a card with the best way to lay it there, best places first."""
    yield "Every place, best first, each with the best way to lay the card there:"
    told: set[Cell] = set()
    for option in _ranked(view, _places(view, card, None)):
        if option.cell not in told:
            told.add(option.cell)
            yield f"  {_capital(_place(view, option))}, {LYING[option.way]}: {effect(view, option, names)}."


def _ranked(view: CircuitryView, options: Sequence[Place]) -> list[Place]:
    """Return options to lay a card, best first by the computer's quick evaluation."""
    gain: Callable[[Board], float] = Evaluation(view).gain
    return sorted(options, key=lambda option: -gain(_board_after(view, option)))


def _places(view: CircuitryView, card: CircuitCard, cell: Cell | None) -> list[Place]:
    """Return the options to lay this card, on this cell or anywhere."""
    laid = [option for option in view.options if isinstance(option, Place) and option.card == card.number]
    return [option for option in laid if cell is None or option.cell == cell]


def _card(view: CircuitryView, number: int) -> CircuitCard:
    return next(card for card in view.circuits if card.number == number)


def _board_after(view: CircuitryView, option: Place) -> Board:
    return view.board.laid(_card(view, option.card), option.cell, option.way)


def _place(view: CircuitryView, option: Place) -> str:
    """Return a place with its number in menus: “place 3, above card 6”."""
    return f"place {numbered(view.board.places)[option.cell]}, {_where(view.board, option.cell)}"


def _where(board: Board, cell: Cell, skip: int = 0) -> str:
    """Return where a cell lies: “above card 6 and right of card 4”; "" if no card other than `skip` is beside it."""
    cards = [(side, board.by_cell.get(near)) for side, near in zip(_SIDES, beside(cell), strict=True)]
    told = [f"{side} card {near.card.number}" for side, near in cards if near and near.card.number != skip]
    return together(told) if told else ""


def _nodes(board: Board, placed: Placed) -> str:
    """Return the nodes of a card on the board with their neighbours, and its charge point or master node."""
    told = []
    for node in placed.face.nodes:
        kind = " (portal)" if node.portal else " (passing point)" if node.passing else ""
        name = f"{placed.card.number}-{node.colour}"
        ends = [f"{node_words(end)}{' around the board' * far}" for end, far in words.beside(board, name).items()]
        told.append(f"{node.colour.words}{kind} {f'next to {together(ends)}' if ends else 'next to no node'}")
    return "; ".join([*told, *_special(placed.face.by_charge, placed)])


def _special(entries: Iterable[Colour], placed: Placed) -> list[str]:
    if placed.face.charge is not None and placed.card.charge is not None:
        return [f"{placed.card.charge.words} charge point beside {together(sorted(entry.words for entry in entries))}"]
    return ["master node beside every node"] if placed.face.master is not None else []


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
