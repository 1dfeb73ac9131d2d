"""Draw the frame of every game's table: the game's own ground, the head, and the foot with the question and the latest
events.

A table is `WIDTH` by `HEIGHT` pixels, so that people can read it where Discord shows it, without a click. A table for a
phone is narrow and tall (`tall_table`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render import fonts, wording
from render.canvas import HEIGHT, PHONE_WIDTH, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.lines import Line, latest, lines_height, sentence, write
from render.palette import EDGE, GROUND, INK, MUTED, TEXT, WELL
from render.pieces import SEATS, draw_badge, has_room, ribbon, seat_badge, seat_badge_on_its_colour
from render.renderer import Names
from render.shapes import Shape
from render.style import Style, ground_picture
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import View

MARGIN: Final = 2 * UNIT
"""Margin around a table, in pixels."""
GAP: Final = 10
"""Gap between the parts of a table, in pixels."""
HEAD, FOOT, PLATE = 56, 84, 48
"""Heights of a table's head and foot and of a player's name, in pixels."""
PHONE_FOOT: Final = 120
"""Height of the foot of a table for a phone, in pixels."""
TALLEST: Final = 1156
"""The largest height of a table for a phone, in pixels. A narrow phone fits a picture into 328 by 500 pixels, where the
smallest type is then 12 pixels high.
"""
_SHORT: Final = 280
"""The width in pixels to which players' names are cut in a question that is too long otherwise."""


TALLEST_BODY: Final = TALLEST - HEAD - PHONE_FOOT - 2 * (MARGIN + GAP)
"""The largest height of the body of a table for a phone, in pixels."""


class Parts(NamedTuple):
    """The boxes of a table's parts."""

    head: Box
    body: Box
    foot: Box


PARTS: Final = Parts(
    Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEAD),
    Box(MARGIN, MARGIN + HEAD + GAP, WIDTH - 2 * MARGIN, HEIGHT - 2 * (MARGIN + GAP) - HEAD - FOOT),
    Box(MARGIN, HEIGHT - MARGIN - FOOT, WIDTH - 2 * MARGIN, FOOT),
)


def parts(canvas: Canvas) -> Parts:
    """Return the parts of a table: `PARTS`, or those of a table for a phone."""
    if canvas.box.width == WIDTH:
        return PARTS
    room = canvas.box.inset(MARGIN)
    head, below = room.row(HEAD)
    body, foot = below.row(GAP)[1].row(room.height - HEAD - PHONE_FOOT - 2 * GAP)
    return Parts(head, body, foot.row(GAP)[1])


def empty_table(style: Style) -> Canvas:
    """Return a table with nothing but its ground."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    canvas.place(ground_picture(style.ground), 0, 0)
    return canvas


def tall_table(style: Style, body: int) -> Canvas:
    """Return a table for a phone with nothing but the ink of its ground. body: the height of its body in pixels."""
    assert body <= TALLEST_BODY
    return Canvas(PHONE_WIDTH, TALLEST - TALLEST_BODY + body, style.base)


def head(  # noqa: PLR0913, PLR0917 # the parts of a head
    canvas: Canvas, title: str, seat: Seat | None, steps: Sequence[str], now: int | None, kept: int = 0
) -> Box:
    """Draw the title, the seat whose turn it is, and the steps of the turn, the present one filled; return the free box
    to the right.

    steps: () if turns have no steps. If there is no room for all, the present one is drawn. now: the index of the
    present step; None if there is none. kept: the width of what the caller draws at the right end, in pixels.
    """
    box = parts(canvas).head
    ink = TEXT if seat is None else SEATS[seat][0]
    if seat is not None:
        seat_badge(canvas, seat, box.left, box.middle - 22, 44)
        box = box.column(44 + UNIT)[1]
    box = box.column(canvas.text(title, TITLE, box, TEXT) + 2 * UNIT)[1]
    room = box._replace(top=box.middle - 22, height=44, width=box.width - kept)
    if now is not None and not has_room(steps, room.width):
        steps, now = (steps[now],), 0
    if not steps or not has_room(steps, room.width):
        return box
    free = box.column(ribbon(canvas, steps, now, room, ink) + 2 * UNIT)[1]
    whole = parts(canvas).head
    canvas.name("Turn", whole._replace(width=free.left - 2 * UNIT - whole.left))
    return free


def goal_width(game: Game, view: View) -> int:
    """Return the width of the aim of a running match with a gap before it, in pixels; 0 if the match is over."""
    words = game.aim(view) if view.outcome is None else ""
    return fonts.width(words, LABEL) + 3 * UNIT if words else 0


def goal(canvas: Canvas, box: Box, game: Game, view: View) -> None:
    """Write the aim of a running match at the right end of a box, if it fits."""
    words = game.aim(view) if view.outcome is None else ""
    if fonts.width(words, LABEL) <= box.width:
        canvas.text(words, LABEL, box, MUTED, align=Align.RIGHT)


def foot(canvas: Canvas, style: Style, game: Game, view: View, names: Names) -> None:
    """Draw the question to the players who are asked, or the result, and the latest events if there is room."""
    box = parts(canvas).foot
    most = (box.height - UNIT) // STRONG.pitch
    canvas.name("News", box)
    ink, edge = style.foot
    canvas.panel(box, ink, edge=edge)
    canvas.panel(box._replace(width=UNIT), style.accent, radius=UNIT // 2)
    room = box.column(3 * UNIT)[1].inset(0, UNIT // 2)
    room = room._replace(width=room.width - UNIT)
    if view.outcome is None and len(view.waiting) == 1:
        seat = view.waiting[0]
        draw_badge(canvas, style.seats[seat], str(seat + 1), Box(room.left, room.middle - 26, 52, 52))
        room = room.column(52 + 2 * UNIT)[1]
    words = sentence(wording.headline(game, view, names), STRONG, TEXT, most, room.width)
    if words[-1].text.endswith(fonts.ELLIPSIS):
        names = [fonts.fitted(name, STRONG, _SHORT) for name in names]
        words = sentence(wording.headline(game, view, names), STRONG, TEXT, most, room.width)
    if len(words) < most:
        words += _latest_sentences(
            wording.recent_events(game, view, names, skip=style.drawn), most - len(words), room.width
        )
    high = lines_height(words)
    write(canvas, room._replace(top=room.middle - high // 2, height=high), words)


def _latest_sentences(events: Sequence[str], most: int, room: int) -> list[Line]:
    """Return the latest events that fit into `most` lines. If the last event alone is too long, leave out its last
    sentences.
    """
    lines = latest(events, most, room)
    while lines and lines[-1].text.endswith(fonts.ELLIPSIS):
        shorter = events[-1].rstrip(".").rpartition(". ")[0]
        events = (f"{shorter}.",) if shorter else ()
        lines = latest(events, most, room)
    return lines


def plate(canvas: Canvas, row: Box, view: View, seat: Seat, name: str) -> None:
    """Draw a player's badge and name in a bar, which has the seat's colour if the seat is asked or has won."""
    ink = SEATS[seat][0]
    filled = bool(wording.status(view, seat))
    canvas.panel(row, ink if filled else WELL, edge=None if filled else EDGE, radius=row.height // 2)
    draw_seat = seat_badge_on_its_colour if filled else seat_badge
    draw_seat(canvas, seat, row.left + 6, row.top + 6, row.height - 12)
    room = row.column(row.height + UNIT)[1]
    room = room._replace(width=room.width - 2 * UNIT)
    if filled and view.outcome is not None:
        canvas.shape(Shape.STAR, room.right - 34, room.middle - 17, 34, INK)
        room = room._replace(width=room.width - 34 - UNIT)
    canvas.text(name, STRONG, room, INK if filled else TEXT)
