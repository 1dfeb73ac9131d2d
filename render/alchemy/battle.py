"""Draw a battle: the last attack and its answer face to face, and each earlier attack in a separate row."""

from typing import Final

from PIL.Image import Image, Transpose

from render import fonts
from render.alchemy.badges import element_badge
from render.alchemy.duels import BattleResult, Duel, battle_result, duels
from render.alchemy.style import HOLLOW, TRAY
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE
from render.palette import EDGE, GREEN, INK, MUTED, TEXT, VERMILION
from render.pieces import SEATS, seat_badge
from render.shapes import Shape
from rules.alchemy.attacks import NO_GUARD, Guard, Link
from rules.alchemy.elements import in_words
from rules.alchemy.view import AlchemyView
from rules.core.events import Seat

_BEFORE: Final = 46
"""Height of an earlier attack, in pixels."""
MOST_BEFORE: Final = 2
"""The maximum number of earlier attacks that are drawn."""
_DUEL: Final = 172
_VERDICT: Final = 88
_LAST: Final = 96
"""Height of the result of an attack whose elements are no longer shown, in pixels."""
_ARROW: Final = 56
_LARGE, _PART = 96, 66
"""Sizes of an element's badge, alone and as part of a complex one, in pixels."""


def height(view: AlchemyView, before: int = MOST_BEFORE) -> int:
    """Return the height of the battle in pixels, with at most `before` earlier attacks; 0 without a battle."""
    fought, end = duels(view), battle_result(view)
    fight = len(fought[-1 - before : -1]) * _BEFORE + _DUEL if fought else 0
    return fight + (UNIT if fight and end else 0) + ((_VERDICT if fight else _LAST) if end else 0)


def draw(canvas: Canvas, box: Box, view: AlchemyView, before: int = MOST_BEFORE) -> None:
    """Draw the battle on a tray."""
    fought, end = duels(view), battle_result(view)
    hidden = len(fought) - 1 - before
    for place, duel in enumerate(fought[-1 - before : -1]):
        row, box = box.row(_BEFORE)
        _earlier(canvas, row, duel, hidden if place == 0 else 0)
    if fought:
        row, box = box.row(_DUEL)
        _face_to_face(canvas, row, fought[-1], view.battle.guard if view.battle else NO_GUARD)
        box = box.row(UNIT)[1]
    if end and fought:
        canvas.place(_battle_result(end, box.width), box.left, box.top)
    elif end:
        _last_attack(canvas, box.row(_LAST)[0], end)


def _earlier(canvas: Canvas, row: Box, duel: Duel, hidden: int) -> None:
    """Draw an earlier attack, which was parried: both elements with their totals."""
    cells = [duel.attack, duel.defence] if duel.attack.seat == 0 else [duel.defence, duel.attack]
    left = row.left
    for place, link in enumerate(cells):
        if link is None:
            canvas.shape(Shape.SHIELD, left + 4, row.middle - 18, 36, MUTED)
            left += 52
        else:
            for part in link.essence.element.basics:
                left += element_badge(canvas, part, left, row.middle) - 4
            left += canvas.text(in_words(link.counted), STRONG, row._replace(left=left + 8), TEXT) + 16
        if place == 0:
            canvas.place(_arrow(duel.attack.seat, 26), left, row.middle - 13)
            left += 40
    more = f"{hidden} more" if hidden > 0 else "parried"
    canvas.text(more, LABEL, row._replace(left=left, width=row.right - left), MUTED, align=Align.RIGHT)


def _face_to_face(canvas: Canvas, box: Box, duel: Duel, guard: Guard) -> None:
    link_width = (box.width - _ARROW - 2 * UNIT) // 2
    cells = (box._replace(width=link_width), box._replace(left=box.right - link_width, width=link_width))
    attacker_box, target_box = cells[duel.attack.seat], cells[duel.target]
    size = (link_width, box.height)
    canvas.place(_link(duel.attack, size), attacker_box.left, attacker_box.top)
    if duel.defence is not None:
        canvas.place(_link(duel.defence, size), target_box.left, target_box.top)
    else:
        empty = _awaited(duel.target, guard.magnitude, guard.unhalved, size) if not duel.verdict else _nothing(size)
        canvas.place(empty, target_box.left, target_box.top)
    canvas.place(_arrow(duel.attack.seat, _ARROW), box.left + link_width + UNIT, box.middle - _ARROW // 2)


@cached
def _link(link: Link, size: tuple[int, int]) -> Image:
    """Draw a played element: its badge, its total in large type, and the sum that makes the total."""
    canvas = Canvas(*size, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=SEATS[link.seat][0], line=4)
    upper, lower = canvas.box.inset(8).row(_LARGE)
    outside, inside = upper.column(_LARGE)[0], upper.column(_LARGE)[1]
    if link.seat:
        inside, outside = upper.column(upper.width - _LARGE)
    _element(canvas, outside, link)
    words = in_words(link.counted)
    kind = DISPLAY if fonts.width(words, DISPLAY) <= inside.width else FIGURE
    canvas.text(words, kind, inside, TEXT, align=Align.MIDDLE)
    row, lower = lower.row(36)
    canvas.text(link.essence.name, STRONG, row, TEXT, align=Align.MIDDLE)
    canvas.text(_sum(link), LABEL, lower, MUTED, align=Align.MIDDLE)
    return canvas.pixels


def _element(canvas: Canvas, box: Box, link: Link) -> None:
    parts = link.essence.element.basics
    if len(parts) == 1:
        element_badge(canvas, parts[0], box.left, box.middle, _LARGE)
        return
    element_badge(canvas, parts[0], box.left, box.top + _PART // 2, _PART)
    element_badge(canvas, parts[1], box.right - _PART, box.bottom - _PART // 2, _PART)


def _sum(link: Link) -> str:
    """Return the sum that makes the total, like “3+2”, “+4” or “x2”; "" if the total is the printed magnitude."""
    cards = link.essence.cards
    added = link.magnitude - link.essence.magnitude
    parts = "+".join(str(card.magnitude) for card in cards) if len(cards) > 1 or added or link.change else ""
    more = f"+{in_words(added)}" if added else ""
    factor = {1: " x2", -1: " ½", 0: ""}[link.change]
    return f"({parts}{more}){factor}" if factor and (more or len(cards) > 1) else f"{parts}{more}{factor}"


@cached
def _awaited(seat: Seat, added: int, unhalved: bool, size: tuple[int, int]) -> Image:
    """Draw the empty place of an answer that is still to come, with the bonuses for that answer."""
    canvas = Canvas(*size, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=SEATS[seat][0], line=4)
    upper, lower = canvas.box.inset(8).row(_LARGE)
    canvas.text("?", DISPLAY, upper, SEATS[seat][0], align=Align.MIDDLE)
    row, lower = lower.row(36)
    canvas.text(f"+{added}" if added else "", STRONG, row, TEXT, align=Align.MIDDLE)
    canvas.text("not halved" if unhalved else "", LABEL, lower, TEXT, align=Align.MIDDLE)
    return canvas.pixels


@cached
def _nothing(size: tuple[int, int]) -> Image:
    """Draw the empty place of an answer that never came."""
    canvas = Canvas(*size, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=EDGE, line=4)
    canvas.text("no answer", LABEL, canvas.box, MUTED, align=Align.MIDDLE)
    return canvas.pixels


@cached
def _battle_result(end: BattleResult, width: int) -> Image:
    """Draw the result of an attack, with the badge of the seat that benefits."""
    canvas = Canvas(width, _VERDICT, TRAY)
    canvas.panel(canvas.box, VERMILION if end.verdict in {"blocked", "unblocked"} else GREEN)
    words = canvas.box.inset(0, 4)
    if end.seat is not None:
        canvas.panel(Box(10, 10, _VERDICT - 20, _VERDICT - 20), INK, radius=(_VERDICT - 20) // 2)
        seat_badge(canvas, end.seat, 22, 22, _VERDICT - 44)
        words = words.column(_VERDICT - 10)[1]
    upper, lower = words.row(44)
    canvas.text(end.verdict.capitalize(), TITLE, upper, INK, align=Align.MIDDLE)
    canvas.text(end.result, STRONG, lower, INK, align=Align.MIDDLE)
    return canvas.pixels


def _last_attack(canvas: Canvas, row: Box, end: BattleResult) -> None:
    """Draw the result of an attack that is over."""
    left = row.left + UNIT
    if end.seat is not None:
        seat_badge(canvas, end.seat, left, row.middle - 28, 56)
        left += 56 + 2 * UNIT
    words = row._replace(left=left, width=row.right - left)
    upper, lower = words.row(LABEL.pitch)
    canvas.text("Last attack", LABEL, upper, MUTED)
    kind = FIGURE if fonts.width(end.result, FIGURE) <= words.width else TITLE
    canvas.text(end.result, kind, lower, TEXT)


@cached
def _arrow(seat: Seat, size: int) -> Image:
    """Draw an arrow from the attacker: to the right from the first seat, to the left from the second."""
    canvas = Canvas(size, size, TRAY)
    canvas.shape(Shape.POINTER, 0, 0, size, SEATS[seat][0])
    return canvas.pixels.transpose(Transpose.FLIP_LEFT_RIGHT) if seat else canvas.pixels
