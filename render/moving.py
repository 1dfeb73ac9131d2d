"""Moving pictures: a GIF that shows tables one after another, each with a caption instead of its foot.

A GIF is half as wide as a picture, since Discord shows both at the same size. All frames share the palette, so that
Pillow stores only the rectangle that changes, and its unchanged pixels as transparent. A lossless WebP of the same
frames has about 0.6 of the bytes and takes twice as long to encode (`python -m bench moving`), but not every program
plays it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from render import fonts
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.changes import spotlight_changes
from render.encode import png
from render.fonts import LABEL, STRONG
from render.landscape import PARTS
from render.lines import Line, lines_height, sentence, write
from render.palette import EDGE, GROUND, MUTED, PALETTES, TEXT, WELL, Theme
from render.picture import table_canvas
from render.renderer import Names, renderer
from render.style import ground_picture
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import View

MOMENT: Final = 700
"""The milliseconds for which each picture of `shown_once` is shown."""
MORE: Final = 150_000
"""The bytes that a picture of `shown_once` may have more than the same picture without motion."""
SHRINK: Final = 2
"""The factor by which a frame is smaller than a picture."""
_NAME: Final = 220
"""The largest width of a player's name, in pixels."""
_LINES: Final = 2
_BAR: Final = 8
"""Height in pixels of the bar that shows how much of the match is over, before the frame is shrunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table with a caption."""

    view: View
    seat: Seat | None
    """The seat that acted; None if no seat did."""
    text: str
    """Sentences that tell the events."""
    place: str
    """The caption's words for the place of this moment in the match, for example “3/60”."""
    part: float
    """The share of the match that is over, from 0 to 1."""
    seconds: float


def moving_picture(game: Game, scenes: Sequence[Scene], names: Names, theme: Theme = Theme.DARK) -> bytes:
    """Draw scenes one after another as a GIF that repeats for ever. There must be at least one."""
    frames = _equally_high([captioned(game, scene, names) for scene in scenes])
    return gif(frames, [scene.seconds for scene in scenes], theme)


def shown_once(game: Game, before: View, view: View, names: Names, theme: Theme = Theme.DARK) -> bytes | None:
    """Draw in motion what the latest action did, as a GIF that plays once: the table; for a moment, dimmed, what has
    changed as it was before; the table again. A program that shows no motion shows the table.

    It has the size of a picture, since it takes the place of one. Return None if the tables cannot be
    compared, or if that takes more than `MORE` bytes more than the picture alone.
    """
    table, earlier = table_canvas(game, view, names), table_canvas(game, before, names)
    if table.pixels.size != earlier.pixels.size:
        return None
    between = spotlight_changes(table, earlier)
    for box in (PARTS.head, PARTS.foot):  # sentences stay as they are: nobody can read them so quickly
        between.place(table.pixels.crop((box.left, box.top, box.right, box.bottom)), box.left, box.top)
    first, second = (canvas.pixels.copy() for canvas in (table, between))
    for frame in (first, second):
        frame.putpalette(PALETTES[theme])
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=[second, first], duration=MOMENT, optimize=False)
    moving = file.getvalue()
    return moving if len(moving) <= len(png(table)) + MORE else None


def captioned(game: Game, scene: Scene, names: Names) -> Canvas:
    """Draw a table with its caption: instead of its foot, or below a table that consists of words."""
    table = table_canvas(game, scene.view, names)
    canvas = table
    if table.pixels.size != (WIDTH, HEIGHT):
        canvas = Canvas(WIDTH, table.box.height + HEIGHT - PARTS.foot.top, GROUND)
        canvas.lay(table, 0, 0)
    box = PARTS.foot._replace(top=canvas.box.height - HEIGHT + PARTS.foot.top)
    style = renderer(game.key).style
    canvas.place(ground_picture(style.ground).crop((box.left, PARTS.foot.top, box.right, PARTS.foot.bottom)), *box[:2])
    canvas.panel(box, WELL, edge=EDGE)
    canvas.fill(Box(0, canvas.box.height - _BAR, round(WIDTH * scene.part), _BAR), style.accent)
    room = box.inset(2 * UNIT, 0)
    who = "" if scene.seat is None else fonts.fitted(fonts.legible(names[scene.seat]), LABEL, _NAME)
    aside = [Line(each, LABEL, MUTED) for each in (who, scene.place) if each]
    wide = max(fonts.width(line.text, LABEL) for line in aside)
    side = room._replace(top=room.middle - lines_height(aside) // 2, height=LABEL.pitch)
    for number, line in enumerate(aside):
        canvas.text(line.text, LABEL, side._replace(top=side.top + number * LABEL.pitch), MUTED, align=Align.RIGHT)
    room = room._replace(width=room.width - wide - 2 * UNIT)
    lines = _whole_sentences(fonts.legible(scene.text), room.width)
    high = lines_height(lines)
    write(canvas, room._replace(top=room.middle - high // 2, height=high), lines)
    return canvas


def _whole_sentences(text: str, room: int) -> list[Line]:
    """Return the first sentences that fit. If even the first one is too long, return its beginning."""
    while True:
        lines = sentence(text, STRONG, TEXT, _LINES, room)
        shorter = text.rstrip(".").rpartition(". ")[0]
        if not shorter or not lines[-1].text.endswith(fonts.ELLIPSIS):
            return lines
        text = f"{shorter}."


def gif(canvases: Sequence[Canvas], seconds: Sequence[float], theme: Theme) -> bytes:
    """Encode canvases of one size as a GIF.

    seconds: how long each canvas is shown.
    """
    first, *others = (shrunk(canvas, theme) for canvas in canvases)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(each * 1000) for each in seconds],
        loop=0,
    )
    return file.getvalue()


def shrunk(canvas: Canvas, theme: Theme) -> Image.Image:
    """Return the picture scaled down by `SHRINK`, in the colours of a theme's palette."""
    whole = canvas.pixels.copy()
    whole.putpalette(PALETTES[theme])
    return whole.convert("RGB").reduce(SHRINK).quantize(palette=_palette(theme), dither=Image.Dither.NONE)


def _equally_high(canvases: Sequence[Canvas]) -> list[Canvas]:
    """Return the canvases at the height of the highest one, with empty space at the top. Tables that consist of words
    differ in height.
    """
    height = max(canvas.box.height for canvas in canvases)
    equal = []
    for canvas in canvases:
        if canvas.box.height < height:
            higher = Canvas(canvas.box.width, height, GROUND)
            higher.place(canvas.pixels, 0, height - canvas.box.height)
            equal.append(higher)
        else:
            equal.append(canvas)
    return equal


def _palette(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(PALETTES[theme])
    return image
