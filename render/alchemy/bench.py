"""Draw the middle of the table: the battle or the card in use, notes, and the circle of elements if there is room."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from PIL.Image import Image

from render import fonts
from render.alchemy import battle, facts, outlook
from render.alchemy.art import art, kind_of, returning
from render.alchemy.duels import duels
from render.alchemy.style import HOLLOW, TRAY, eye, tray
from render.alchemy.wheel import wheel
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE, Type
from render.landscape import GAP
from render.palette import AMBER, INK, MUTED, TEXT
from render.pieces import SEATS, seat_badge
from render.renderer import Names
from rules.alchemy.cards import AlchemyCard, EffectCard
from rules.alchemy.events import OpusUsed, ProcessPlayed, Recharged, Refreshed
from rules.alchemy.view import AlchemyView
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game

_INSET: Final = 10
_ART: Final = 120
_KNOWN: Final = 60
_IN_A_ROW: Final = 5
_LINES: Final = 5
_CHIP: Final = 44
_CLOCKWISE: Final = "A defence counts double against the next element, and half against the one before."
"""The meaning of the arrows."""
_EMBLEM: Final = 176
"""Height of the circle with its meaning, in pixels."""
_SCORES, _LOW_SCORES = 168, 60
"""Heights of the scores in pixels: without and with a battle."""
_SCORE_TYPE: Final = Type(120, bold=True)


class Reason(Enum):
    """The reason for showing some cards."""

    EYE = "the opponent has seen them"
    RECHARGE = "they have just gone to the recharge pile"


def draw(canvas: Canvas, box: Box, game: Game, view: AlchemyView, names: Names) -> None:
    """Draw the present events at the top, the conditions that apply at the bottom, and as much as fits in between."""
    width = box.width - 2 * _INSET
    winner = next(iter(view.outcome.winners), None) if view.outcome and len(view.outcome.winners) == 1 else None
    card = card_in_use(game, view)
    words = tuple(facts.notes(view))
    spare = box.height - (len(_rows(words, width)) * _CHIP + 2 * UNIT + GAP if words else 0)
    above = (
        _end(winner, "" if winner is None else names[winner], width) if view.outcome else None,
        _battle(view, width, spare - 2 * _INSET),
        _card(card, width) if card and not duels(view) else None,
    )
    for piece in above:
        if piece is not None and piece.height + 2 * _INSET <= box.height:
            row, below_row = box.row(piece.height + 2 * _INSET)
            box = below_row.row(GAP)[1]
            tray(canvas, row)
            canvas.place(piece, row.left + _INSET, row.top + _INSET)
            canvas.name("Battle", row)
    chips = (box.height - 2 * UNIT) // _CHIP
    below = [_notes(words, width, chips)] if words and chips > 0 else []
    below += [_row(side.seat, Reason.EYE, side.shown, width) for side in view.sides if side.shown]
    for side in view.sides:
        if moved := recharged(game, view, side.seat):
            below.append(_row(side.seat, Reason.RECHARGE, moved, width))
    for piece in below:
        row_height = piece.height + 2 * UNIT
        if row_height <= box.height:
            row = box._replace(top=box.bottom - row_height, height=row_height)
            box = box._replace(height=box.height - row_height - GAP)
            tray(canvas, row)
            canvas.place(piece, row.left + _INSET, row.top + UNIT)
    if box.height >= _EMBLEM:
        row = box._replace(top=box.bottom - _EMBLEM, height=_EMBLEM)
        tray(canvas, row)
        circle, beside = row.inset(_INSET, UNIT).column(_EMBLEM - 2 * UNIT)
        wheel(canvas, circle)
        canvas.name("Circle", row)
        high = len(fonts.wrapped(_CLOCKWISE, LABEL, beside.width - 2 * UNIT, 5)) * LABEL.pitch
        meaning = beside.column(2 * UNIT)[1]._replace(top=beside.middle - high // 2, height=high)
        canvas.lines(_CLOCKWISE, LABEL, meaning, TEXT)


def score(canvas: Canvas, box: Box, game: Game, view: AlchemyView) -> Box:
    """Draw both scores at the top of the bench, large unless something else needs the room; return the box below."""
    seats = [side.seat for side in view.sides]
    large = view.outcome is None and not (
        duels(view)
        or card_in_use(game, view)
        or any(side.shown for side in view.sides)
        or any(recharged(game, view, seat) for seat in seats)
    )
    row, below = box.row(_SCORES if large else _LOW_SCORES)
    tray(canvas, row)
    kind, middle = _SCORE_TYPE if large else FIGURE, 150
    wide = (row.width - middle) // 2
    for side, left in zip(view.sides, (row.left, row.right - wide), strict=True):
        cell = Box(left, row.top, wide, row.height)
        canvas.text(str(side.score), kind, cell, SEATS[side.seat][0], align=Align.MIDDLE)
        canvas.name("Score", cell, side.seat)
    words = Box(row.left + wide, row.middle - LABEL.pitch // 2, middle, LABEL.pitch)
    canvas.text(f"first to {view.goal}", LABEL, words, MUTED, align=Align.MIDDLE)
    return below.row(GAP)[1]


@cached
def _end(winner: Seat | None, name: str, width: int) -> Image:
    """Draw the winner, or the word “Draw”."""
    canvas = Canvas(width, _ART, TRAY)
    if winner is None:
        canvas.text("Draw", DISPLAY, canvas.box, TEXT, align=Align.MIDDLE)
        return canvas.pixels
    seat_badge(canvas, winner, 12, 12, _ART - 24)
    upper, lower = canvas.box.column(_ART)[1].row(_ART // 2)
    canvas.text(name, TITLE, upper.row(4)[1], TEXT)
    canvas.text("wins", DISPLAY, lower.row(-8)[1], SEATS[winner][0])
    return canvas.pixels


@cached
def _row(seat: Seat, reason: Reason, shown: tuple[AlchemyCard, ...], width: int) -> Image:
    """Draw some of a player's cards, after the seat's badge and a symbol for the reason."""
    canvas = Canvas(width, _KNOWN * (2 if len(shown) > _IN_A_ROW else 1), TRAY)
    seat_badge(canvas, seat, 0, canvas.box.middle - 22, 44)
    if reason is Reason.EYE:
        eye(canvas, Box(52, 0, 32, canvas.box.height))
    else:
        canvas.stamp(*returning(34, TRAY), 51, canvas.box.middle - 17)
    room = canvas.box.column(92)[1]
    each = min(_KNOWN, 2 * room.width // (len(shown) + 1)) if len(shown) > _IN_A_ROW else _KNOWN
    columns = room.width // each
    for place, card in enumerate(shown):
        row, column = divmod(place, columns)
        canvas.stamp(*art(card, each - 4, TRAY), room.left + column * each, row * _KNOWN)
    return canvas.pixels


def card_in_use(game: Game, view: AlchemyView) -> EffectCard | None:
    """Return the process or Magnum Opus that needs a choice now or was just played; None if there is none."""
    if view.working is not None:
        return view.working
    played = (event.card for event in view.events if isinstance(event, ProcessPlayed | OpusUsed))
    card = game.cards.get(next(played, CardId("")))
    return card if isinstance(card, EffectCard) else None


def recharged(game: Game, view: AlchemyView, seat: Seat) -> tuple[AlchemyCard, ...]:
    """Return the player's cards that have just moved to the recharge pile."""
    events = (event for event in view.events if isinstance(event, Refreshed | Recharged) and event.seat == seat)
    moved = (game.cards[card] for event in events for card in event.cards)
    return tuple(card for card in moved if isinstance(card, AlchemyCard))


def _battle(view: AlchemyView, width: int, most: int) -> Image | None:
    """Draw the battle, and the possible answers if both fit into a height of `most` pixels; None without a battle."""
    if not battle.height(view):
        return None
    answers = outlook.defences(view)
    answers_height = UNIT + outlook.height(answers) if answers else 0
    before = next(
        (rows for rows in range(battle.MOST_BEFORE, 0, -1) if battle.height(view, rows) + answers_height <= most), 0
    )
    high = battle.height(view, before)
    canvas = Canvas(width, high + answers_height, TRAY)
    battle.draw(canvas, canvas.box, view, before)
    if answers:
        canvas.place(outlook.outlook(answers, width), 0, high + UNIT)
    return canvas.pixels


@cached
def _card(card: EffectCard, width: int) -> Image:
    """Draw a process or Magnum Opus with its picture, cost and text."""
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


@cached
def _notes(words: tuple[str, ...], width: int, most: int) -> Image:
    """Draw notes as pills, in at most `most` rows."""
    rows = _rows(words, width)
    shown = rows[:most]
    if len(rows) > most:
        shown[-1][-1] = "more"
    canvas = Canvas(width, len(shown) * _CHIP, TRAY)
    below = canvas.box
    for row in shown:
        line, below = below.row(_CHIP)
        for note in row:
            pill = line._replace(width=_pill(note)).inset(0, 3)
            line = line.column(_pill(note) + UNIT)[1]
            if note.endswith(":"):
                canvas.text(note, LABEL, pill, MUTED)
                continue
            canvas.panel(pill, HOLLOW, radius=12, edge=AMBER)
            canvas.text(note, LABEL, pill, TEXT, align=Align.MIDDLE)
    return canvas.pixels


def _pill(note: str) -> int:
    return fonts.width(note, LABEL) + (0 if note.endswith(":") else 20)


def _rows(words: Sequence[str], width: int) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    left = 0
    for note in words:
        if rows[-1] and left + _pill(note) > width:
            rows.append([])
            left = 0
        rows[-1].append(note)
        left += _pill(note) + UNIT
    return rows
