"""Draw the table of Allocator: both players' consoles, and the attack between them."""

from typing import Final, NamedTuple

from PIL.Image import Image, Transpose

from render import fonts
from render.allocator import facts, player
from render.allocator.style import ALARM, HULL, SCREEN, STYLE, console, screen
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG
from render.landscape import GAP, PARTS, empty_table, foot, goal, goal_width, head, parts, tall_table
from render.palette import MUTED, TEXT, Ink
from render.pieces import SEATS, seat_badge
from render.renderer import Names
from render.shapes import Shape
from rules.allocator.events import Breached
from rules.allocator.view import AllocatorView
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import Outcome

_BETWEEN: Final = 144
"""Width of the area between the players, in pixels."""
_MAXIMUM: Final = 132
"""Height of the console that shows the Maximum Power, in pixels."""
_BAR: Final = _MAXIMUM
"""Height of the area between the players on a phone, in pixels."""


class _Clash(NamedTuple):
    """An attack, in progress or possible."""

    attacker: Seat
    attack: int
    defense: int
    stands: str
    duel: bool


def draw(game: Game, view: AllocatorView, names: Names) -> Canvas:
    """Draw the view's table, with the first seat on the left."""
    canvas = empty_table(STYLE)
    _head(canvas, game, view)
    body = PARTS.body
    console_width = (body.width - _BETWEEN - 2 * GAP) // 2
    left, remaining = body.column(console_width)
    between, right = remaining.column(GAP)[1].column(_BETWEEN)
    right = right.column(GAP)[1]
    rows = player.lines(view)
    for box, side in zip((left, right), view.sides, strict=True):
        player.draw(canvas, box, view, side, player.Shown(names[side.seat], rows))
    upper, lower = between.row(_MAXIMUM)
    lower = lower.row(GAP)[1]
    _between_consoles(canvas, upper, lower, view, is_tall=False)
    foot(canvas, STYLE, game, view, names)
    return canvas


def draw_tall(game: Game, view: AllocatorView, names: Names) -> Canvas:
    """Draw the view's table for a phone: the first seat above, the attack between the consoles, the second seat
    below.
    """
    high = player.height(player.TALL_ROWS)
    canvas = tall_table(STYLE, 2 * (high + GAP) + _BAR)
    _head(canvas, game, view)
    upper, remaining = parts(canvas).body.row(high)
    between, lower = remaining.row(GAP)[1].row(_BAR)
    for box, side in zip((upper, lower.row(GAP)[1]), view.sides, strict=True):
        player.draw(canvas, box, view, side, player.Shown(names[side.seat], player.TALL_ROWS))
    maximum, attack = between.column(_BETWEEN)
    attack = attack.column(GAP)[1]
    _between_consoles(canvas, maximum, attack, view, is_tall=True)
    foot(canvas, STYLE, game, view, names)
    return canvas


def _between_consoles(canvas: Canvas, maximum: Box, attack: Box, view: AllocatorView, *, is_tall: bool) -> None:
    """Draw the Maximum Power, and the attack or the result. is_tall: whether they lie side by side, as on a phone."""
    canvas.place(_maximum(view.maximum_power), maximum.left, maximum.top)
    canvas.name("Maximum Power", maximum)
    canvas.name("Attack against Defense", attack)
    breached = next((event for event in view.events if isinstance(event, Breached)), None)
    if breached is not None:
        fight = _Clash(breached.seat, breached.attack, breached.defense, "hit!", duel=True)
    elif view.outcome is not None:
        _result(canvas, attack, view.outcome, is_tall=is_tall)
        return
    else:
        fight = _Clash(view.active, *facts.clash(view), facts.clash_stands(view), view.duel is not None)
    clash = _clash_across(fight, attack.width) if is_tall else _clash(fight, attack.height)
    canvas.place(clash, attack.left, attack.top)


def _head(canvas: Canvas, game: Game, view: AllocatorView) -> None:
    if view.outcome is None:
        siege = f"Siege +{view.siege()}" if view.siege() else ""
        wide = fonts.width(siege, STRONG) + 3 * UNIT if siege else 0
        kept = goal_width(game, view) + wide
        room = head(canvas, f"Turn {view.turn}", view.active, facts.STEPS, facts.step(view), kept)
        canvas.text(siege, STRONG, room, ALARM, align=Align.RIGHT)
        goal(canvas, room._replace(width=room.width - wide), game, view)
    else:
        head(canvas, f"Game over after {view.turn} turns", None, (), None)


@cached
def _maximum(power: int) -> Image:
    canvas = Canvas(_BETWEEN, _MAXIMUM, HULL)
    console(canvas, canvas.box, None)
    canvas.text("Maximum", LABEL, canvas.box.row(22)[1].row(30)[0], TEXT, align=Align.MIDDLE)
    canvas.text(str(power), DISPLAY, canvas.box.row(50)[1].row(72)[0], TEXT, align=Align.MIDDLE)
    return canvas.pixels


@cached
def _clash(clash: _Clash, height: int) -> Image:
    """Draw one player's Attack against the other's Defense. The arrow points to the attacked player."""
    canvas = Canvas(_BETWEEN, height, HULL)
    console(canvas, canvas.box, None)
    hits = clash.attack >= clash.defense
    screen(canvas, canvas.box.inset(8), TEXT if clash.duel else None)
    room = canvas.box.inset(10, 18)
    upper, below = room.row(108)
    arrow, below = below.row(62)
    lower, words = below.row(108)
    _power(canvas, upper, clash.attacker, Shape.SWORD, clash.attack)
    _arrow(canvas, arrow, clash.attacker, ALARM if hits else MUTED)
    _power(canvas, lower, 1 - clash.attacker, Shape.SHIELD, clash.defense)
    text_height = len(fonts.wrapped(clash.stands, STRONG, words.width, 2)) * STRONG.pitch
    words = words._replace(top=words.middle - text_height // 2, height=text_height)
    canvas.lines(clash.stands, STRONG, words, ALARM if hits else TEXT, align=Align.MIDDLE)
    return canvas.pixels


@cached
def _clash_across(clash: _Clash, width: int) -> Image:
    """Draw one player's Attack and the other's Defense side by side, and how the attack stands."""
    canvas = Canvas(width, _BAR, HULL)
    console(canvas, canvas.box, None)
    hits = clash.attack >= clash.defense
    screen(canvas, canvas.box.inset(8), TEXT if clash.duel else None)
    upper, words = canvas.box.inset(16, 12).row(_BAR - 24 - STRONG.pitch)
    attack, between, defense = upper.columns(3, 0)
    _power_across(canvas, attack, clash.attacker, Shape.SWORD, clash.attack)
    _power_across(canvas, defense, 1 - clash.attacker, Shape.SHIELD, clash.defense)
    _arrow(canvas, between, 0, ALARM if hits else MUTED)
    canvas.text(clash.stands, STRONG, words, ALARM if hits else TEXT, align=Align.MIDDLE)
    return canvas.pixels


def _power_across(canvas: Canvas, box: Box, seat: Seat, kind: Shape, power: int) -> None:
    """Draw a player's Attack or Defense beside the seat's badge."""
    figure = str(power)
    wide = 36 + UNIT + 34 + 2 * UNIT + fonts.width(figure, DISPLAY)
    left = box.left + (box.width - wide) // 2
    canvas.shape(kind, left, box.middle - 18, 36, SEATS[seat][0])
    seat_badge(canvas, seat, left + 36 + UNIT, box.middle - 17, 34)
    canvas.text(figure, DISPLAY, box._replace(left=left + wide - fonts.width(figure, DISPLAY)), TEXT)


def _power(canvas: Canvas, box: Box, seat: Seat, kind: Shape, power: int) -> None:
    """Draw a player's Attack or Defense with the seat's badge."""
    ink: Ink = SEATS[seat][0]
    symbols, figure = box.row(36)
    left = symbols.left + (symbols.width - 36 - UNIT - 34) // 2
    canvas.shape(kind, left, symbols.top, 36, ink)
    seat_badge(canvas, seat, left + 36 + UNIT, symbols.top + 1, 34)
    canvas.text(str(power), DISPLAY, figure, TEXT, align=Align.MIDDLE)


def _arrow(canvas: Canvas, box: Box, attacker: Seat, ink: Ink) -> None:
    """Draw an arrow from the attacker: to the right from the first seat, to the left from the second."""
    arrow = Canvas(96, 44, SCREEN)
    arrow.fill(Box(0, 15, 60, 14), ink)
    arrow.shape(Shape.POINTER, 48, 0, 44, ink)
    piece = arrow.pixels if attacker == 0 else arrow.pixels.transpose(Transpose.FLIP_LEFT_RIGHT)
    canvas.place(piece, box.left + (box.width - 96) // 2, box.middle - 22)


def _result(canvas: Canvas, box: Box, outcome: Outcome, *, is_tall: bool) -> None:
    """Draw a star and the winner's badge, one above the other, or beside it on a phone."""
    console(canvas, box, TEXT)
    if not outcome.winners:
        canvas.text("Draw", DISPLAY, box, TEXT, align=Align.MIDDLE)
        return
    [winner, *_] = outcome.winners
    middle = box.left + box.width // 2
    left, top, size = (middle - 96, box.middle - 44, 88) if is_tall else (middle - 52, box.middle - 110, 104)
    canvas.shape(Shape.STAR, left, top, size, SEATS[winner][0])
    left, top = (middle + 8, box.middle - 44) if is_tall else (middle - 44, box.middle + 12)
    seat_badge(canvas, winner, left, top, 88)
