"""Sheets of cards for Tabletop Simulator: ten columns and seven rows, whose last place is the back that others see."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.paper.piles import Draft, Pile
from render.canvas import Canvas
from render.palette import PALETTES, Theme
from render.paper import back, front, is_two_sided
from rules.core.cards import Card

COLUMNS: Final = 10
ROWS: Final = 7
CARDS: Final = COLUMNS * ROWS - 1
"""The number of cards on a sheet: the last place belongs to the back."""
LARGEST: Final = 4096
"""The largest width and height of a picture that every graphics card takes, in pixels."""


def sheets(draft: Draft, pile: Pile, theme: Theme) -> Iterator[tuple[str, bytes]]:
    """Draw the sheets of a pile, each with its file name: of fronts, and one picture of the back. Cards with something
    on both sides have a sheet of backs in the same places instead.
    """
    title, paper, mark = draft.game.title, draft.paper, draft.mark
    batches = pile.batches(CARDS)
    first = pile.first
    fronts, backs = dict[Card, Image.Image](), dict[Card, Image.Image]()
    for card, _ in pile.cards:
        fronts[card] = _pixels(front(paper, card, mark).drawn(), theme)
        if card is first or is_two_sided(paper, card):
            backs[card] = _pixels(back(paper, title, card, mark).drawn(), theme)
    for number, batch in enumerate(batches, start=1):
        name = f"{pile.key}-{number}" if len(batches) > 1 else pile.key
        yield f"{name}.png", _sheet([fronts[card] for card in batch], backs[first], mark)
        if is_two_sided(paper, first):
            yield f"{name}-backs.png", _sheet([backs[card] for card in batch], backs[first], mark)
    if not is_two_sided(paper, first):
        yield f"{pile.key}-back.png", _png(backs[first], mark)


def _sheet(pictures: list[Image.Image], hidden: Image.Image, mark: str) -> bytes:
    """Lay cards in rows from the upper left corner, and the back in the last place."""
    width, height = hidden.size
    sheet = Image.new("RGB", (COLUMNS * width, ROWS * height))
    for place, picture in [*enumerate(pictures), (CARDS, hidden)]:
        row, column = divmod(place, COLUMNS)
        sheet.paste(picture, (column * width, row * height))
    return _png(sheet, mark)


def _pixels(canvas: Canvas, theme: Theme) -> Image.Image:
    """Return a card in colours, as large as a sheet allows."""
    picture = canvas.pixels.copy()
    picture.putpalette(PALETTES[theme])
    scale = min(LARGEST / COLUMNS / picture.width, LARGEST / ROWS / picture.height)
    size = int(picture.width * scale), int(picture.height * scale)
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _png(picture: Image.Image, mark: str) -> bytes:
    """Encode a picture as PNG, with the draft in its text."""
    text, file = PngInfo(), BytesIO()
    text.add_text("Description", mark)
    picture.quantize(256).save(file, "PNG", pnginfo=text, optimize=True)
    return file.getvalue()
