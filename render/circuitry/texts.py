"""Write in words everything that Circuitry's pictures show, most important first."""

from collections.abc import Iterator

from render import wording
from render.circuitry import facts, words
from render.circuitry.previews import Axes, Goals, Laying, Lead, Picks, Previews, Slots, explanation, leads, title
from render.circuitry.routes import reach_lines, threats, way_line
from render.renderer import Names
from rules.circuitry.board import HUB, Board
from rules.circuitry.grid import Cell, beside
from rules.circuitry.view import CircuitryView, SideView
from rules.circuitry.words import LYING, node_words
from rules.core.game import Game
from rules.core.words import counted


def table(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Return the table in lines of plain text: the decision, recent events, the players, the piles, then every card and
    node.
    """
    yield from summary(game, view, names)
    turn = "" if view.board.upright else "; the picture is turned a quarter to the left"
    yield f"Cards with column,row and orientation ({words.KEY}{turn}):"
    yield from words.rows(view.board)


def summary(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Yield all facts of the table but the board: the decision, recent events, the players and the piles."""
    view = facts.public_view(view)
    yield f"{facts.round_words(view)} · {wording.aim(game, view)}"
    if variants := facts.variants(view):
        yield variants
    yield wording.headline(game, view, names)
    if news := facts.recent_events(game, view, names):
        yield f"Just now: {' '.join(news)}"
    if changes := facts.changes(view):
        yield changes
    yield ""
    for side in view.sides:
        yield from _side(view, side, names[side.seat])
    yield from threats(view, names)
    yield ""
    yield facts.stock(view)


def _side(view: CircuitryView, side: SideView, name: str) -> Iterator[str]:
    labels = (f"{side.colour.words} pawn", facts.team_word(view, side.seat), wording.status(view, side.seat))
    if side.left:
        yield f"{side.seat + 1} {name} ({', '.join(filter(None, labels))}): has left the match"
        return
    where = f"on {node_words(side.node)}, {words.next_to(view.board, side.node)}"
    yield f"{side.seat + 1} {name} ({', '.join(filter(None, labels))}): {where}"
    yield f"  {' · '.join(filter(None, _held(view, side)))}"
    yield f"  {way_line(view, side)}"


def _held(view: CircuitryView, side: SideView) -> Iterator[str]:
    yield f"delivered {view.delivered(side.seat)} of {view.variant.charges}"
    yield facts.carried(side)
    yield facts.held(view, side)
    yield facts.inhibited(view, side).lower()


def hand(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Return the hand of the view's seat in lines of plain text."""
    yield from own_pawn_and_minis(game, view, names)
    turned = " (upright in the picture, as on the board)" if view.circuits and view.board.upright else ""
    yield f"Circuit cards{turned}: {', '.join(str(card.number) for card in view.circuits) or 'none'}"
    for card in view.circuits:
        yield from (f"  {card.number} {side}: {face}" for side, face in zip("ab", words.both_sides(card), strict=True))


def own_pawn_and_minis(game: Game, view: CircuitryView, names: Names) -> Iterator[str]:
    """Yield all facts of a hand but its circuit cards."""
    assert view.seat is not None
    own_side = view.own
    yield f"{names[view.seat]}: {counted(own_side.minis, 'mini card')}, {counted(own_side.circuits, 'circuit card')}"
    if allowance := facts.allowance(view):
        yield allowance
    if remembered := facts.remembered(game, view, names):
        yield remembered
    carried = facts.carried(own_side)
    if wording.at_rest(view) or own_side.left:
        yield f"Your pawn ({own_side.colour.words}): {carried}"
    else:
        where = f"on {node_words(own_side.node)}, {words.next_to(view.board, own_side.node)}"
        yield f"Your pawn ({own_side.colour.words}): {carried}; {where}"
        yield f"Its way: {way_line(view, own_side)}."
        yield from reach_lines(view, own_side)
        yield from threats(view, names)
    yield f"Mini cards: {facts.listed(view.minis) or 'none'}"
    yield from facts.action_texts(view)


def puzzle(view: CircuitryView) -> Iterator[str]:
    """Return a puzzle in lines of plain text, after its goal: the pawns, the hand, then every card and node."""
    for side in view.sides:
        if not side.left:
            whose = "Your pawn" if side.seat == view.seat else "Another pawn"
            where = f"on {node_words(side.node)}, {words.next_to(view.board, side.node)}"
            yield f"{whose} ({side.colour.words}): {facts.carried(side)}; {where}"
    yield f"Mini cards: {facts.listed(view.minis) or 'none'}"
    for card in view.circuits:
        yield from (
            f"Card {card.number} {side}: {face}" for side, face in zip("ab", words.both_sides(card), strict=True)
        )
    turn = "" if view.board.upright else "; the picture is turned a quarter to the left"
    yield f"Cards with column,row and orientation ({words.KEY}{turn}):"
    yield from words.rows(view.board)


def choice(_game: Game, view: CircuitryView, preview: Previews, names: Names) -> Iterator[str]:
    """Yield a title, an explanation, and one or more lines for each option."""
    yield title(preview)
    yield explanation(preview, names)
    board = view.board
    match preview:
        case Goals(pawn=pawn, goals=goals, jump=jump):
            yield f"The pawn is on {node_words(pawn.node)}, {words.next_to(board, pawn.node)}."
            for goal in goals:
                side = " of side b" if goal.turned_over else ""
                steps = "" if jump else f": {counted(goal.steps, 'step')}"
                yield f"  {node_words(goal.node)}{side}{steps}"
        case Slots(card=card, slots=slots, slides=slides):
            yield from (f"  Place {place}: {cell}, {_touching(board, cell, card.number)}" for cell, place in slots)
            if not slides:
                yield from (f"Side {side}: {face}" for side, face in zip("ab", words.both_sides(card), strict=True))
        case Laying(card=card, cell=cell, ways=ways):
            yield f"It would be at {cell}, {_touching(board, cell, card.number)} ({words.KEY}):"
            for way in ways:
                after = board.laid(card, cell, way)
                yield f"  {LYING[way]}: {words.row(after, after.by_number[card.number])}"
                if ways_around := leads(after, card.number):
                    yield f"    {'; '.join(map(_lead, ways_around))}"
        case Picks(numbers=numbers):
            yield from (f"  {words.row(board, board.by_number[number])}" for number in numbers)
            yield words.KEY
        case Axes(ends=ends):
            for axis, end in ends:
                after = board.over(axis)
                neighbours = words.next_to(after, end)
                yield f"{axis.value.capitalize()} axis: the pawn comes to {node_words(end)}, {neighbours}"
                yield f"  {words.row(after, after.by_number[HUB])}"
            yield words.KEY


def _lead(way: Lead) -> str:
    """Describe where a pathway leads, as the picture shows it: “A: to 14 purple”."""
    return f"{way.letter or 'over a gap'}: {f'to {node_words(way.end)}' if way.end else 'nowhere'}"


def _touching(board: Board, cell: Cell, skip: int) -> str:
    """Describe the neighbours of a cell: “beside 3 and 12”."""
    neighbours = (board.by_cell[near].card.number for near in beside(cell) if near in board.by_cell)
    return f"beside {' and '.join(str(number) for number in sorted(neighbours) if number != skip)}"
