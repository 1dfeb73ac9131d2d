"""`hidden-hand render`: one moment of a match as a picture."""

from io import BytesIO
from itertools import islice
from typing import Final

from PIL import Image

from bot.lab.autoplay import Setup
from render.picture import Picture, hand_picture, table_picture
from rules.core.events import Seat

NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
"""Names of players by seat; numbers would confuse, because pictures count from 1 and seats from 0."""


def snapshot(setup: Setup, seed: int, plies: int, seat: Seat | None) -> tuple[bytes, str]:
    """Draw the view of a seat (None: a spectator) after this many plies; return a PNG file and its alternative text.

    A match that ends before is drawn at its end. A seat's picture is the table with the seat's hand below it.
    """
    g, _ = setup.begin(seed)
    for _ in islice(setup.play(g, seed), plies):
        pass
    game, view = setup.game, setup.game.view(g, seat)
    names = NAMES[: len(setup.players)]
    table = table_picture(game, view, names)
    if seat is None:
        return table.png, table.alt
    hand = hand_picture(game, view, names)
    return _one_below_the_other(table, hand), f"{table.alt}\n\n{hand.alt}"


def _one_below_the_other(*pictures: Picture) -> bytes:
    images = [Image.open(BytesIO(picture.png)).convert("RGB") for picture in pictures]
    stack = Image.new("RGB", (max(image.width for image in images), sum(image.height for image in images)))
    top = 0
    for image in images:
        stack.paste(image, (0, top))
        top += image.height
    file = BytesIO()
    stack.save(file, "PNG")
    return file.getvalue()
