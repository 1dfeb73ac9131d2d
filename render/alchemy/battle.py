"""A battle as it is drawn: for each attack a row, the first seat at the left, with what came of it in between."""

from typing import Final

from PIL.Image import Image, Transpose

from render import fonts
from render.alchemy.duels import Duel, duels, reckoning, told, verb
from render.alchemy.signs import SIGN, essence_sign
from render.cache import kept
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG
from render.palette import EDGE, GREEN, GROUND, MUTED, PANEL, TEXT, VERMILION, WELL
from render.pieces import SEATS, seat_sign
from render.shapes import Shape
from rules.alchemy.attacks import Link
from rules.alchemy.elements import in_words
from rules.alchemy.view import AlchemyView
from rules.core.events import Seat

_GAP: Final = 8
_MIDDLE: Final = 184
WHOLE: Final = 3
"""Attacks of a battle that the table has whole: the last ones."""
_EARLIER: Final = 2
"""Lines that each of the others may take."""
_ROOM: Final = WIDTH - 6 * UNIT
_CELL: Final = (_ROOM - _MIDDLE) // 2
_SEAT: Final = 42
_LINES: Final = 2
_PLAIN: Final = 118
"""How high an element is without what stands below it."""


def height(view: AlchemyView, whole: int = WHOLE) -> int:
    """How high the battle is in pixels, with so many of its attacks drawn whole; 0 if there is none."""
    found = duels(view)
    before = sum(len(_told(duel)) for duel in found[:-whole]) * LABEL.pitch
    return before + (_GAP if before else 0) + sum(_height(duel) + _GAP for duel in found[-whole:])


def _told(duel: Duel) -> tuple[str, ...]:
    return fonts.wrapped(f"Before: {told(duel)}: {duel.verdict}.", LABEL, _ROOM, _EARLIER)


def _below(link: Link, against: Link | None) -> tuple[str, ...]:
    why = reckoning(link, against)
    return fonts.wrapped(why, LABEL, _CELL - 24, _LINES) if why else ()


def _height(duel: Duel) -> int:
    """How high an attack with its answer is."""
    lines = max(len(_below(duel.attack, None)), len(_below(duel.defence, duel.attack)) if duel.defence else 0)
    return _PLAIN + lines * LABEL.pitch


def draw(canvas: Canvas, box: Box, view: AlchemyView, whole: int = WHOLE) -> None:
    """The battle: its last attacks drawn, those before told in lines."""
    found = duels(view)
    for duel in found[:-whole]:
        for words in _told(duel):
            line, box = box.row(LABEL.pitch)
            canvas.text(words, LABEL, line, MUTED)
    if found[:-whole]:
        box = box.row(_GAP)[1]
    for duel in found[-whole:]:
        row, box = box.row(_height(duel))
        box = box.row(_GAP)[1]
        _duel(canvas, row, duel)


def _duel(canvas: Canvas, box: Box, duel: Duel) -> None:
    cells = (box._replace(width=_CELL), box._replace(left=box.right - _CELL, width=_CELL))
    size = (_CELL, box.height)
    here, there = cells[duel.attack.seat], cells[duel.target]
    attack = _link(duel.attack, verb(duel.attack, back=duel.back), _below(duel.attack, None), size)
    canvas.place(attack, here.left, here.top)
    if duel.defence is not None:
        defence = _link(duel.defence, "defends", _below(duel.defence, duel.attack), size)
        canvas.place(defence, there.left, there.top)
    else:
        canvas.place(_nothing(duel.target, asked=not duel.verdict, size=size), there.left, there.top)
    _between(canvas, box._replace(left=box.left + _CELL, width=_MIDDLE).inset(UNIT, 0), duel)


@kept
def _link(link: Link, done: str, why: tuple[str, ...], size: tuple[int, int]) -> Image:
    """An element that was played: by whom and as what, what it is and what it counts, and why."""
    canvas = Canvas(*size, GROUND)
    canvas.panel(canvas.box, PANEL, edge=SEATS[link.seat][0], line=3)
    head, body = canvas.box.inset(12, 10).row(_SEAT)
    seat_sign(canvas, link.seat, head.left, head.top, _SEAT)
    canvas.text(done, LABEL, head.column(_SEAT + UNIT)[1], MUTED)
    _figures(canvas, head, link)
    row, body = body.row(6)[1].row(SIGN)
    width = essence_sign(canvas, link.essence, row.left, row.middle)
    canvas.text(link.essence.name, STRONG, row.column(width + UNIT)[1], TEXT)
    body = body.row(4)[1]
    for words in why:
        line, body = body.row(LABEL.pitch)
        canvas.text(words, LABEL, line, MUTED)
    return canvas.pixels


def _figures(canvas: Canvas, row: Box, link: Link) -> None:
    """What it counts, large, behind its magnitude if that is another one."""
    width = canvas.text(in_words(link.counted), FIGURE, row, TEXT, align=Align.RIGHT) + UNIT
    if link.counted != link.essence.magnitude:
        row = row._replace(width=row.width - width)
        canvas.shape(Shape.POINTER, row.right - 22, row.middle - 10, 20, MUTED)
        row = row._replace(width=row.width - 22 - 6)
        canvas.text(in_words(link.essence.magnitude), STRONG, row, MUTED, align=Align.RIGHT)


@kept
def _nothing(seat: Seat, *, asked: bool, size: tuple[int, int]) -> Image:
    """Where an answer will stand, or none was given."""
    canvas = Canvas(*size, GROUND)
    canvas.panel(canvas.box, WELL, edge=SEATS[seat][0] if asked else EDGE, line=3)
    head, body = canvas.box.inset(12, 10).row(_SEAT)
    seat_sign(canvas, seat, head.left, head.top, _SEAT)
    canvas.text("is asked" if asked else "no element", LABEL, head.column(_SEAT + UNIT)[1], MUTED)
    if asked:
        canvas.text("?", FIGURE, body._replace(height=SIGN), MUTED, align=Align.MIDDLE)
    return canvas.pixels


def _between(canvas: Canvas, box: Box, duel: Duel) -> None:
    """An arrow to the target, and what came of the attack."""
    arrow = _arrow(duel.attack.seat)
    rows = fonts.wrapped(duel.result, LABEL, box.width, 2) if duel.result else ()
    tall = 48 + (STRONG.pitch + len(rows) * LABEL.pitch if duel.verdict else 0)
    rest = box._replace(top=box.middle - tall // 2)
    canvas.place(arrow, rest.left + (rest.width - 44) // 2, rest.top)
    rest = rest.row(48)[1]
    if not duel.verdict:
        return
    line, rest = rest.row(STRONG.pitch)
    ink = GREEN if duel.verdict in {"parried", "countered"} else VERMILION
    canvas.text(duel.verdict.capitalize(), STRONG, line, ink, align=Align.MIDDLE)
    for words in rows:
        line, rest = rest.row(LABEL.pitch)
        canvas.text(words, LABEL, line, TEXT, align=Align.MIDDLE)


@kept
def _arrow(seat: Seat) -> Image:
    """From the first seat to the right, from the second to the left."""
    canvas = Canvas(44, 44, GROUND)
    canvas.shape(Shape.POINTER, 0, 0, 44, SEATS[seat][0])
    return canvas.pixels.transpose(Transpose.FLIP_LEFT_RIGHT) if seat else canvas.pixels
