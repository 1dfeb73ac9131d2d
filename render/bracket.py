"""Draw the bracket of a single elimination: a column of pairings for each round, the final at the right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type, legible
from render.palette import AMBER, GROUND, INK, MUTED, PANEL, STRIP, TEXT
from render.picture import Picture, told

ROUNDS: Final = 4
"""The maximum number of rounds that can be read in Discord: the last ones are drawn."""
_MARGIN: Final = 16
_HEAD: Final = TITLE.pitch + LABEL.pitch + UNIT
_GAP: Final = 5 * UNIT
"""The room between two columns, for the lines that join their pairings."""
_LOW: Final = 30
"""The least height of a side's row, in pixels."""
_HIGH: Final = 56
"""The greatest height of a side's row."""
_SPACE: Final = 6
"""The least room between two pairings of a column."""
_LARGE: Final = 44
"""The least height of a row with large type."""
_SCORE: Final = 56
_LINE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A player in a pairing."""

    name: str
    score: str = ""
    """The score; "" while the pairing is undecided, or for a bye."""
    has_won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round of a bracket."""

    name: str
    pairs: Sequence[Sequence[Side]]
    """The pairings from top to bottom, each with two players, one who has a bye, or none while it is to come. Numbers
    2n and 2n + 1 lead to number n of the next round.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """The content of a picture of a bracket."""

    title: str
    subtitle: str
    rounds: Sequence[Round]
    """All rounds, the final last."""


def bracket_picture(bracket: Bracket) -> Picture:
    """Draw a bracket. If there is not room for all rounds, draw only the last ones; the text has all."""
    return told(_draw(bracket), partial(_lines, bracket))


def _lines(bracket: Bracket) -> Iterator[str]:
    """Yield everything in words, the latest round first, since a text may be cut at its end."""
    yield f"{bracket.title}. {bracket.subtitle}"
    for played in reversed(bracket.rounds):
        pairs = [_pair_text(pair) for pair in played.pairs if pair]
        if pairs:
            yield f"{played.name}: {'; '.join(pairs)}"


def _pair_text(pair: Sequence[Side]) -> str:
    if len(pair) == 1:
        return f"{pair[0].name} has a bye"
    first, second = sorted(pair, key=lambda side: not side.has_won)
    if not first.has_won:
        return f"{first.name} against {second.name}"
    return f"{first.name} beats {second.name}, {first.score} : {second.score}"


def _draw(bracket: Bracket) -> Canvas:
    rounds = bracket.rounds[-ROUNDS:]
    most = len(rounds[0].pairs)
    free = HEIGHT - 2 * _MARGIN - _HEAD - LABEL.pitch
    row = max(_LOW, min(_HIGH, (free // most - _SPACE) // 2))
    body_height = most * (2 * row + _SPACE)
    canvas = Canvas(WIDTH, 2 * _MARGIN + _HEAD + LABEL.pitch + body_height, GROUND)
    head, body = canvas.box.inset(_MARGIN).row(_HEAD)
    canvas.text(legible(bracket.title), TITLE, head.row(TITLE.pitch)[0], TEXT)
    canvas.text(legible(bracket.subtitle), LABEL, head.row(TITLE.pitch)[1].row(LABEL.pitch)[0], MUTED)
    heads, body = body.row(LABEL.pitch)
    places: list[list[Box]] = []
    for number, played in enumerate(rounds):
        column = body.columns(len(rounds), _GAP)[number]
        canvas.text(played.name, LABEL, heads.columns(len(rounds), _GAP)[number], MUTED)
        slot = body.height // len(played.pairs)
        tops = [body.top + slot * place + (slot - 2 * row) // 2 for place in range(len(played.pairs))]
        places.append([column._replace(top=top, height=2 * row) for top in tops])
    for before, after in pairwise(places):
        _join(canvas, before, after)
    for played, boxes in zip(rounds, places, strict=True):
        is_final = played is rounds[-1]
        for pair, box in zip(played.pairs, boxes, strict=True):
            _draw_pair(canvas, box, pair, is_final=is_final)
    return canvas


def _join(canvas: Canvas, before: Sequence[Box], after: Sequence[Box]) -> None:
    """Draw the lines from the pairings of a round to those of the next one."""
    for place, box in enumerate(before):
        goal = after[place // 2]
        half = box.right + (goal.left - box.right) // 2
        top, bottom = sorted((box.middle, goal.middle))
        canvas.fill(Box(box.right, box.middle - _LINE // 2, half - box.right, _LINE), MUTED)
        canvas.fill(Box(half - _LINE // 2, top - _LINE // 2, _LINE, bottom - top + _LINE), MUTED)
        canvas.fill(Box(half, goal.middle - _LINE // 2, goal.left - half, _LINE), MUTED)


def _draw_pair(canvas: Canvas, box: Box, pair: Sequence[Side], *, is_final: bool) -> None:
    canvas.panel(box, PANEL, radius=UNIT, edge=STRIP)
    large = box.height // 2 >= _LARGE
    plain, strong = (TITLE, TITLE) if large else (LABEL, STRONG)
    for number, side in enumerate(pair):
        row = box._replace(top=box.top + number * (box.height // 2), height=box.height // 2)
        _draw_side(canvas, row, side, strong if side.has_won else plain, is_champion=is_final and side.has_won)
    if len(pair) == 1:
        below = box._replace(top=box.top + box.height // 2, height=box.height // 2)
        canvas.text("bye", plain, below.inset(UNIT, 0), MUTED)


def _draw_side(canvas: Canvas, row: Box, side: Side, kind: Type, *, is_champion: bool) -> None:
    if is_champion:
        canvas.panel(row.inset(2), AMBER, radius=UNIT)
    elif side.has_won:
        canvas.panel(row.inset(2), STRIP, radius=UNIT)
    ink = INK if is_champion else TEXT if side.has_won or not side.score else MUTED
    room = row.inset(UNIT, 0)
    canvas.text(legible(side.name), kind, room._replace(width=room.width - (_SCORE if side.score else 0)), ink)
    if side.score:
        canvas.text(side.score, kind, room, ink, align=Align.RIGHT)
