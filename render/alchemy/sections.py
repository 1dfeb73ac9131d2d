"""Sections of a private picture: each drawn for itself, in the width that there is, then one below the other."""

from collections.abc import Iterable, Sequence
from typing import Final

from render import fonts
from render.alchemy import battle
from render.alchemy.cards import Held, effect_card, effect_height
from render.alchemy.tokens import ROW, Token, draw_tokens, token_rows
from render.canvas import UNIT, WIDTH, Canvas
from render.fonts import LABEL, STRONG, Type
from render.lines import MARGIN, ROOM, say, sentence, tall
from render.palette import GROUND, MUTED, TEXT, Ink
from rules.alchemy.view import AlchemyView

_GAP: Final = 12
_LINES: Final = 6
"""Lines that a sentence may take."""
_COLUMNS: Final = 2


def stacked(sections: Iterable[Canvas | None]) -> Canvas:
    """The sections that there are, from above."""
    found = [section for section in sections if section is not None]
    height = sum(section.box.height + _GAP for section in found) - _GAP
    canvas = Canvas(WIDTH, 2 * MARGIN + height, GROUND)
    top = MARGIN
    for section in found:
        canvas.place(section.pixels, MARGIN, top)
        top += section.box.height + _GAP
    return canvas


def sentences(*said: tuple[str, Type, Ink]) -> Canvas | None:
    """Sentences, each from a line of its own; None if all of them are empty."""
    found = [line for text, kind, ink in said for line in sentence(text, kind, ink, _LINES)]
    if not found:
        return None
    canvas = Canvas(ROOM, tall(found), GROUND)
    say(canvas, canvas.box, found)
    return canvas


def asked(headline: str, conditions: Sequence[str], learned: str = "") -> Canvas | None:
    """What is to be decided, what bears on it, and what only this player may read."""
    told = ((words, LABEL, TEXT) for words in conditions)
    return sentences((headline, STRONG, TEXT), *told, (learned, LABEL, MUTED))


def tokens(label: str, found: Iterable[Token]) -> Canvas:
    """Cards in few words, behind a label if it is not empty."""
    indent = fonts.width(label, STRONG) + 2 * UNIT if label else 0
    rows = token_rows(list(found) or [Token("empty", plain=True)], ROOM - indent)
    canvas = Canvas(ROOM, len(rows) * ROW, GROUND)
    if label:
        canvas.text(label, STRONG, canvas.box.row(ROW)[0], TEXT)
    draw_tokens(canvas, canvas.box.column(indent)[1], rows)
    return canvas


def effect_cards(cards: Sequence[Held], columns: int = _COLUMNS) -> Canvas | None:
    """Processes and Magnum Opus cards side by side; None if there are none."""
    if not cards:
        return None
    width = (ROOM - (columns - 1) * UNIT) // columns
    rows = [cards[first : first + columns] for first in range(0, len(cards), columns)]
    heights = [max(effect_height(held, width) for held in row) for row in rows]
    canvas = Canvas(ROOM, sum(heights) + (len(rows) - 1) * UNIT, GROUND)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for column, held in enumerate(row):
            canvas.place(effect_card(held, (width, height)), column * (width + UNIT), top)
        top += height + UNIT
    return canvas


def fight(view: AlchemyView) -> Canvas | None:
    """The battle that is going on, its last attack drawn; None if there is none."""
    if view.battle is None:
        return None
    canvas = Canvas(ROOM, battle.height(view), GROUND)
    battle.draw(canvas, canvas.box, view)
    return canvas
