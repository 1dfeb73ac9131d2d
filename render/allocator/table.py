"""The table of Allocator: both players' systems, and between them who attacks whom and what just happened."""

from typing import NamedTuple

from PIL.Image import Image

from render import fonts, telling
from render.allocator import facts, player
from render.allocator.player import GAP
from render.artist import Names
from render.cache import kept
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG, TITLE
from render.heads import rows
from render.lines import MARGIN, latest, say
from render.palette import EDGE, GROUND, MUTED, STRIP, TEXT, WELL
from render.pieces import SEATS, ribbon, seat_sign
from render.shapes import Shape
from rules.allocator.view import AllocatorView
from rules.core.events import Seat
from rules.core.game import Game

_HEADER, _STAGE, _FIGHT = 72, 172, 348


class _Clash(NamedTuple):
    """An attack, threatened or going on."""

    attacker: Seat
    defender: Seat
    attack: int
    defense: int
    stands: str
    duel: bool


def draw(game: Game, view: AllocatorView, names: Names) -> Canvas:
    """What this view shows of the table, the first seat above."""
    first, second = view.sides
    heights = _HEADER, player.height(first), _STAGE, player.height(second)
    canvas = Canvas(WIDTH, 2 * MARGIN + sum(heights) + 3 * GAP, GROUND)
    header, upper, stage, lower = rows(canvas.box.inset(MARGIN), heights, GAP)
    _header(canvas, header, view)
    player.draw(canvas, upper, view, first, names[0])
    _stage(canvas, stage, game, view, names)
    player.draw(canvas, lower, view, second, names[1])
    return canvas


def _header(canvas: Canvas, box: Box, view: AllocatorView) -> None:
    ink = SEATS[view.active][0]
    seat_sign(canvas, view.active, box.left, box.middle - 24, 48)
    turn = _turn(canvas, box.column(60)[1], view)
    figure = str(view.maximum_power)
    canvas.text(figure, DISPLAY, box, TEXT, align=Align.RIGHT)
    words = box._replace(width=box.width - fonts.width(figure, DISPLAY) - 12)
    upper, lower = words.inset(0, 6).row(30)
    canvas.text("Maximum", LABEL, upper, MUTED, align=Align.RIGHT)
    canvas.text("Power", LABEL, lower, MUTED, align=Align.RIGHT)
    left = box.left + 60 + turn + 3 * UNIT
    right = words.right - fonts.width("Maximum", LABEL) - 3 * UNIT
    room = Box(left, box.middle - 24, right - left, 48)
    if view.outcome is None:
        ribbon(canvas, facts.STEPS, facts.step(view), room, ink)
    else:
        ribbon(canvas, ("Game over",), 0, room, TEXT)


def _turn(canvas: Canvas, box: Box, view: AllocatorView) -> int:
    """Which turn it is, and what a siege adds to its attack; how wide that is."""
    if not view.siege():
        return canvas.text(f"Turn {view.turn}", TITLE, box, TEXT)
    upper, lower = box.inset(0, 6).row(30)
    turn = canvas.text(f"Turn {view.turn}", STRONG, upper, TEXT)
    return max(turn, canvas.text(f"Siege +{view.siege()}", STRONG, lower, TEXT))


def _stage(canvas: Canvas, box: Box, game: Game, view: AllocatorView, names: Names) -> None:
    """Attack against Defense, what is asked, and what just happened."""
    fight, words = box.column(_FIGHT)
    if view.outcome is None:
        defender = 1 - view.active
        clash = _Clash(view.active, defender, *facts.clash(view), facts.clash_stands(view), view.duel is not None)
        canvas.place(_clash(clash), fight.left, fight.top)
    else:
        _result(canvas, fight, view)
    words = words.column(3 * UNIT)[1]
    upper = words._replace(height=2 * STRONG.pitch)
    taken = canvas.lines(telling.headline(game, view, names), STRONG, upper, TEXT)
    rest = words.row(taken)[1]
    say(canvas, rest, latest(telling.news(game, view, names), rest.height // LABEL.pitch, rest.width))


@kept
def _clash(clash: _Clash) -> Image:
    """One player's Attack against the other one's Defense."""
    canvas = Canvas(_FIGHT, _STAGE, GROUND)
    canvas.panel(canvas.box, STRIP if clash.duel else WELL, edge=TEXT if clash.duel else EDGE, radius=16)
    upper, lower = canvas.box.inset(16, 14).row(88)
    left, right = upper.columns(2, 32)
    for half, seat, power, kind in (
        (left, clash.attacker, clash.attack, Shape.SWORD),
        (right, clash.defender, clash.defense, Shape.SHIELD),
    ):
        canvas.shape(kind, half.left, half.middle - 22, 44, SEATS[seat][0])
        canvas.text(str(power), DISPLAY, half.column(44)[1], TEXT, align=Align.MIDDLE)
    canvas.shape(Shape.CHEVRON, left.right + 2, upper.middle - 14, 28, MUTED)
    seat_sign(canvas, clash.attacker, lower.left + 4, lower.middle - 18, 36)
    seat_sign(canvas, clash.defender, lower.right - 40, lower.middle - 18, 36)
    canvas.text(clash.stands, STRONG, lower.inset(44, 0), TEXT, align=Align.MIDDLE)
    return canvas.pixels


def _result(canvas: Canvas, box: Box, view: AllocatorView) -> None:
    assert view.outcome is not None
    canvas.panel(box, WELL, edge=TEXT)
    winners = view.outcome.winners
    if winners:
        canvas.shape(Shape.STAR, box.left + box.width // 2 - 100, box.middle - 44, 88, SEATS[winners[0]][0])
        seat_sign(canvas, winners[0], box.left + box.width // 2 + 8, box.middle - 40, 80)
    else:
        canvas.text("Draw", DISPLAY, box, TEXT, align=Align.MIDDLE)
