"""The middle of the table: the battle, or the card that is at work, and what bears on it; the circle where room is."""

from collections.abc import Sequence
from typing import Final

from PIL.Image import Image

from render import fonts
from render.alchemy import battle, facts, outlook
from render.alchemy.art import art, kind_of
from render.alchemy.face import HOLLOW, TRAY, tray
from render.alchemy.wheel import wheel
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import GAP
from render.palette import AMBER, INK, MUTED, TEXT
from rules.alchemy.cards import AlchemyCard, EffectCard
from rules.alchemy.events import OpusUsed, ProcessPlayed
from rules.alchemy.view import AlchemyView
from rules.core.cards import CardId
from rules.core.game import Game

_INSET: Final = 10
_ART: Final = 120
_LINES: Final = 5
_CHIP: Final = 44
_LEAST: Final = 150
"""The smallest circle that is still read."""


def draw(canvas: Canvas, box: Box, game: Game, view: AlchemyView) -> None:
    """What goes on, from above; what bears on it at the bottom."""
    width = box.width - 2 * _INSET
    parts = _battle(view, width) or _card(at_work(game, view), width)
    if parts is not None:
        row, rest = box.row(parts.height + 2 * _INSET)
        box = rest.row(GAP)[1]
        tray(canvas, row)
        canvas.place(parts, row.left + _INSET, row.top + _INSET)
    words = facts.notes(view)
    if words:
        rows = (box.height - 2 * UNIT) // _CHIP
        piece = _notes(tuple(words), width, rows)
        high = piece.height + 2 * UNIT
        row = box._replace(top=box.bottom - high, height=high)
        box = box._replace(height=box.height - high - GAP)
        tray(canvas, row)
        canvas.place(piece, row.left + _INSET, row.top + UNIT)
    if box.height >= _LEAST:
        wheel(canvas, box)


def at_work(game: Game, view: AlchemyView) -> EffectCard | None:
    """The process or Magnum Opus that a choice is asked for, or that was just played."""
    if view.working is not None:
        return view.working
    played = (event.card for event in view.events if isinstance(event, ProcessPlayed | OpusUsed))
    card: AlchemyCard | None = game.cards.get(next(played, CardId("")))
    return card if isinstance(card, EffectCard) else None


def _battle(view: AlchemyView, width: int) -> Image | None:
    high = battle.height(view)
    if not high:
        return None
    found = outlook.defences(view)
    canvas = Canvas(width, high + (UNIT + outlook.height(found) if found else 0), TRAY)
    battle.draw(canvas, canvas.box, view)
    if found:
        canvas.place(outlook.outlook(found, width), 0, high + UNIT)
    return canvas.pixels


@kept
def _card(card: EffectCard | None, width: int) -> Image | None:
    """A process or Magnum Opus with its picture, cost and text."""
    if card is None:
        return None
    rows = fonts.wrapped(card.text, LABEL, width, _LINES)
    canvas = Canvas(width, _ART + UNIT + len(rows) * LABEL.pitch, TRAY)
    upper, lower = canvas.box.row(_ART)
    canvas.stamp(*art(card, _ART, TRAY), 0, 0)
    words = upper.column(_ART + 2 * UNIT)[1]
    high = canvas.lines(card.name, TITLE, words, TEXT)
    cost = f"{card.cost} AP"
    pill = Box(words.left, words.top + high + 4, fonts.width(cost, STRONG) + 24, 38)
    if pill.bottom <= _ART:
        canvas.panel(pill, kind_of(card), radius=19)
        canvas.text(cost, STRONG, pill, INK, align=Align.MIDDLE)
    canvas.lines(card.text, LABEL, lower.row(UNIT)[1], TEXT)
    return canvas.pixels


@kept
def _notes(words: tuple[str, ...], width: int, most: int) -> Image:
    """Words in pills, in at most so many rows."""
    rows = _rows(words, width)
    shown = rows[:most]
    canvas = Canvas(width, len(shown) * _CHIP, TRAY)
    rest = canvas.box
    for row in shown:
        line, rest = rest.row(_CHIP)
        for said in row:
            pill = line._replace(width=_pill(said)).inset(0, 3)
            line = line.column(_pill(said) + UNIT)[1]
            if said.endswith(":"):
                canvas.text(said, LABEL, pill, MUTED)
                continue
            canvas.panel(pill, HOLLOW, radius=12, edge=AMBER)
            canvas.text(said, LABEL, pill, TEXT, align=Align.MIDDLE)
    return canvas.pixels


def _pill(said: str) -> int:
    return fonts.width(said, LABEL) + (0 if said.endswith(":") else 20)


def _rows(words: Sequence[str], width: int) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    left = 0
    for said in words:
        if rows[-1] and left + _pill(said) > width:
            rows.append([])
            left = 0
        rows[-1].append(said)
        left += _pill(said) + UNIT
    return rows
