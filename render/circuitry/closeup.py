"""Draw close-ups: the cards around a pawn, a charge point or card #1; or hands, piles and rules."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from render.canvas import HEIGHT, WIDTH, Canvas
from render.circuitry import facts, words
from render.circuitry.board import draw_board
from render.circuitry.layout import plan_of
from render.circuitry.plan import READABLE, Plan, plan_for
from render.circuitry.table import scene
from render.fonts import LABEL, TITLE
from render.landscape import MARGIN
from render.lines import Line, sentence, write
from render.palette import GROUND, MUTED, TEXT
from render.renderer import Names
from rules.circuitry.board import HUB, NodeId, Placed, number_of
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import node_words
from rules.core.game import Game

_HEAD: Final = 48
_LINES: Final = 2
_SLIVER: Final = 44
_PAWN, _CHARGE, _CARD = "pawn-", "charge-", "card-"
_HANDS: Final = "hands"


class Part(NamedTuple):
    """A part of the board that has a close-up."""

    word: str
    label: str
    number: int
    """The number of the card in the middle."""
    node: NodeId | None
    """The node of the pawn in the middle; None if the part is about a card."""


def parts(_game: Game, view: CircuitryView) -> list[tuple[str, str]]:
    """Return the parts: every pawn, every charge point on the board, card #1, and hands, piles and rules."""
    return [*((part.word, part.label) for part in _parts(view)), (_HANDS, "Hands, piles and rules")]


def first(_game: Game, view: CircuitryView) -> str:
    """Return the word of the part around the pawn of the player who has to decide; "" if the board is readable."""
    if view.outcome is not None or plan_of(view.board).card >= READABLE:
        return ""
    side = view.sides[view.waiting[0] if len(view.waiting) == 1 else view.active]
    return "" if side.left else f"{_PAWN}{side.colour}"


def _parts(view: CircuitryView) -> tuple[Part, ...]:
    listed = [
        Part(
            f"{_PAWN}{side.colour}", _capital(f"{side.colour.words} pawn (player {side.seat + 1})"), *_where(side.node)
        )
        for side in view.sides
        if not side.left
    ]
    for card in facts.charge_points(view):
        assert card.charge is not None
        label = _capital(f"{card.charge.words} charge point (card {card.number})")
        listed.append(Part(f"{_CHARGE}{card.charge}", label, card.number, None))
    return (*listed, Part(f"{_CARD}{HUB}", f"Card {HUB}", HUB, None))


def _where(node: NodeId) -> tuple[int, NodeId]:
    return number_of(node), node


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def draw(game: Game, view: CircuitryView, word: str, names: Names) -> Canvas:
    """Draw the part with this word."""
    view = facts.public_view(view)
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    head, below = canvas.box.inset(MARGIN).row(_HEAD)
    if word == _HANDS:
        canvas.text("Hands, piles and rules", TITLE, head, TEXT)
        write(
            canvas,
            below,
            [row for text in facts.hands_and_piles(game, view, names) for row in _lines(text, below.width)],
        )
        return canvas
    part = _part(view, word)
    canvas.text(part.label, TITLE, head, TEXT)
    remarks = filter(None, (_headline(view, part, names), facts.changes(view)))
    below = write(canvas, below, [row for text in remarks for row in _lines(text, below.width)])
    plan = _plan(view, part.number, (below.width, below.height)).within(below.width, below.height)
    canvas.place(draw_board(scene(view), plan).pixels, below.left, below.top)
    return canvas


def own_surroundings(view: CircuitryView, room: tuple[int, int]) -> Canvas:
    """Draw the cards around the pawn of the view's seat, exactly as wide as the room and at most as high.

    room: width and height in pixels.
    """
    view, number = facts.public_view(view), number_of(view.own.node)
    plan = _plan(view, number, room)
    return draw_board(scene(view), plan.within(room[0], plan.height))


def _lines(text: str, width: int) -> list[Line]:
    return sentence(text, LABEL, MUTED, _LINES, width)


def lines(game: Game, view: CircuitryView, word: str, names: Names) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    view = facts.public_view(view)
    if word == _HANDS:
        yield "Hands, piles and rules"
        yield from facts.hands_and_piles(game, view, names)
        return
    part = _part(view, word)
    plan = _plan(view, part.number, (WIDTH, HEIGHT))
    shown = [placed for placed in view.board.placed if plan.holds(placed.cell)]
    pawns = [
        f"{side.seat + 1} {names[side.seat]} ({side.colour.words} pawn) on {node_words(side.node)}"
        for side in view.sides
        if not side.left and plan.sees(view.board, side.node)
    ]
    yield part.label
    yield from filter(None, (_headline(view, part, names), facts.changes(view)))
    if pawns:
        yield f"Pawns here: {', '.join(pawns)}"
    yield f"Cards around it, with column,row and orientation ({words.KEY}):"
    yield from words.rows(view.board, shown)


def _part(view: CircuitryView, word: str) -> Part:
    return next(part for part in _parts(view) if part.word == word)


def _plan(view: CircuitryView, number: int, room: tuple[int, int]) -> Plan:
    """Return a plan of a card and the cards next to it, with a margin for the edges of the cards further out."""
    middle = view.board.by_number[number].cell
    near = [
        placed.cell
        for placed in view.board.placed
        if abs(placed.cell.column - middle.column) <= 1 and abs(placed.cell.row - middle.row) <= 1
    ]
    return plan_for(near, room, (_SLIVER, _SLIVER), upright=view.board.upright)


def _headline(view: CircuitryView, part: Part, names: Names) -> str:
    """Return a sentence with the most important fact about a part."""
    placed = view.board.by_number[part.number]
    if part.node is not None:
        side = view.at(part.node)
        assert side is not None
        return f"{names[side.seat]} is on {node_words(part.node)}, {words.next_to(view.board, part.node)}."
    if placed.card.charge is not None:
        return f"On card {part.number}: {_entry(placed, placed.card.charge)}."
    if view.board.turned_over:
        return "It shows the master node: charge is delivered from the node of a pawn's own colour."
    turns = facts.hub_turns(view)
    return f"It is turned over when the last pawn leaves it.{f' {turns}.' if turns else ''}"


def _entry(placed: Placed, charge: Colour) -> str:
    entries = " or ".join(
        f"{placed.card.number} {colour.words}" for colour in placed.face.ways if colour in placed.face.by_charge
    )
    return f"the {charge.words} pawn is charged from {entries}"
