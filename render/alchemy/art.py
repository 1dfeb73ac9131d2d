"""Draw pictures of cards that players know before they read the name: flasks for elements, scenes for processes."""

from collections.abc import Iterable
from typing import Final

from PIL import Image, ImageDraw

from render.alchemy.artwork import ARTWORK, PLAIN, RETURN_ARROWS, Outline, Tone
from render.alchemy.backdrops import BACKDROPS
from render.alchemy.badges import BADGES
from render.alchemy.style import HOLLOW
from render.cache import cached
from render.canvas import Align, Box, Canvas, Piece, inked
from render.fonts import FIGURE, STRONG, Type
from render.palette import AMBER, BLUE, GREEN, INK, MUTED, ORCHID, SKY, TEXT, VERMILION, VIOLET, YELLOW, Ink, blend
from render.scenery import painted, scene
from render.shapes import corner
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard

_SCALE: Final = 4
_TONES: Final = {
    Tone.PALE: TEXT,
    Tone.GOLD: YELLOW,
    Tone.HOT: VERMILION,
    Tone.WET: BLUE,
    Tone.LEAF: GREEN,
}
_STRENGTHS: Final = 3
_AIR: Final = 8
"""Pixels above and below the motif of a scene."""
_NECK: Final = ((0.34, 0.0), (0.66, 0.0), (0.66, 0.07), (0.6, 0.07), (0.6, 0.4), (0.4, 0.4), (0.4, 0.07), (0.34, 0.07))


def kind_of(card: EffectCard) -> Ink:
    """Return the ink of a card's kind: Magnum Opus, reaction, or process for one's own turn."""
    if isinstance(card, OpusCard):
        return ORCHID
    return SKY if card.reaction else AMBER


@cached
def art(card: AlchemyCard, size: int, on: Ink, *, dim: bool = False) -> Piece:
    """Draw a card in a square of `size` pixels on the ink `on`.

    dim: whether the card is used up, and so drawn dimmed.
    """
    if isinstance(card, ElementCard):
        return _flask(card, size, on)
    assert isinstance(card, EffectCard)
    return _scene(card, size, on, 0.45 if dim else 1.0)


def draw_scene(canvas: Canvas, box: Box, card: EffectCard, motif: Box, *, dim: bool) -> None:
    """Draw a process or a Magnum Opus as a scene that fills a box, with its motif in the middle of the box `motif`.

    dim: whether the card is used up.
    """
    kind = kind_of(card)
    strength = 0.45 if dim else 1.0
    sky = scene(canvas, box, blend(kind, INK, strength), BACKDROPS[kind], mirrored=bool(card.order % 2))
    inks = {tone: blend(ink, INK, strength) for tone, ink in _TONES.items()}
    inks |= {Tone.MAIN: blend(kind, INK, strength), Tone.DARK: sky}
    size = min(motif.height, motif.width) - 2 * _AIR
    parts = ((inks[tone], points) for tone, outlines in ARTWORK.get(card.id, PLAIN) for points in outlines)
    painted(canvas, Box(motif.left + (motif.width - size) // 2, motif.middle - size // 2, size, size), parts)


@cached
def returning(size: int, on: Ink) -> Piece:
    """Draw two arrows in a circle, for cards that return."""
    return inked(_mask(RETURN_ARROWS, size), MUTED, on)


def _scene(card: EffectCard, size: int, on: Ink, strength: float) -> Piece:
    """Draw the framed picture of a process or a Magnum Opus."""
    ink, canvas = blend(kind_of(card), on, strength), Canvas(size, size, on)
    ground = blend(VIOLET, INK, 0.25) if isinstance(card, OpusCard) else blend(ink, INK, 0.14)
    radius = size // 6
    canvas.panel(canvas.box, ground, edge=ink, line=max(size // 24, 2), radius=radius)
    inner = canvas.box.inset(size // 7)
    inks = {tone: blend(ink_of_tone, ground, strength) for tone, ink_of_tone in _TONES.items()} | {
        Tone.MAIN: ink,
        Tone.DARK: ground,
    }
    for tone, outlines in ARTWORK.get(card.id, PLAIN):
        x, y = (sum(along) / len(outlines[0]) for along in zip(*outlines[0], strict=True))
        below = canvas.at(inner.left + int(x * inner.width), inner.top + int(y * inner.height))
        canvas.stamp(*inked(_mask(outlines, inner.width), inks[tone], below), inner.left, inner.top)
    seen = Image.new("1", (size, size), 1)
    quarter = corner(radius).point(lambda coverage: 255 if coverage else 0, "1")
    for place, turn in enumerate((None, *_TURNS)):
        at = (size - radius if place % 2 else 0, size - radius if place // 2 else 0)
        seen.paste(quarter if turn is None else quarter.transpose(turn), at)
    return canvas.pixels, seen


_TURNS: Final = (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)


def _flask(card: ElementCard, size: int, on: Ink) -> Piece:
    """Draw an element: a flask, shaped by the element, with the magnitude on it."""
    ink, shape = BADGES[card.element]
    canvas = Canvas(size, size, on)
    body = Box(size // 12, size // 6, size - size // 6, size - size // 6)
    canvas.stamp(*inked(_mask((_NECK,), size), blend(TEXT, HOLLOW, 0.7), on), 0, 0)
    canvas.shape(shape, body.left, body.top, body.width, ink)
    low = body.height // 8 if card.element.label in {"Fire", "Water"} else 0
    kind = Type(max(FIGURE.size, size // 4), bold=True) if size >= 84 else STRONG
    canvas.text(str(card.magnitude), kind, body._replace(top=body.top + low), INK, align=Align.MIDDLE)
    return canvas.pixels, Image.new("1", (size, size), 1)


def _mask(outlines: Iterable[Outline], size: int) -> Image.Image:
    side = size * _SCALE
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    for points in outlines:
        draw.polygon([(x * (side - 1), y * (side - 1)) for x, y in points], fill=255)
    return large.reduce(_SCALE)
