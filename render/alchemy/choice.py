"""Draw a player's options: the results of defences, the sums of attacks, the targets of a card."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL.Image import Image

from render.alchemy import facts
from render.alchemy.badges import element_badge, essence_badge
from render.alchemy.cards import Held
from render.alchemy.previews import Answer, Attacks, Previews, Target, explanation, groups, let_hit, sums, title
from render.alchemy.sections import cards, fitting, sentences, tokens
from render.alchemy.style import HOLLOW, RIM, TRAY
from render.alchemy.tokens import BACK, ROW, Token, draw_tokens, token, token_rows
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.lines import ROOM
from render.palette import GREEN, MUTED, SKY, TEXT, VERMILION, Ink
from render.pieces import seat_badge
from render.renderer import Names
from rules.alchemy.cards import EffectCard
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_CHIP: Final = 58
_RELATIONS, _SUMS = 262, 576
"""Offsets in pixels of an element's relations and of its sums, in a row of attacks."""
_HEAD: Final = 48
_COLUMNS: Final = 4
_WIDTH: Final = (ROOM - (_COLUMNS - 1) * UNIT) // _COLUMNS
_INKS: Final = {"parried": GREEN, "countered": SKY, "blocked": VERMILION}
_LEVELS: Final = 2


def draw(_game: Game, view: AlchemyView, preview: Previews, _names: Names) -> Canvas:
    """Draw the options with their results; cards that can be chosen show their text if there is room."""
    return fitting(lambda level: _sections(view, preview, level), _LEVELS)


def _sections(view: AlchemyView, preview: Previews, level: int) -> Iterator[Canvas | None]:
    yield _title(view, title(view, preview))
    if preview.answers:
        yield from answer_sections(view)
    yield sentences((explanation(view, preview), LABEL, MUTED))
    yield _attacks(preview.attacks)
    yield from _targets(preview.targets, level)


def _title(view: AlchemyView, text: str) -> Canvas:
    """Draw the title, and the attack that is being answered if there is one."""
    assert view.seat is not None
    canvas = Canvas(ROOM, _HEAD, TRAY)
    seat_badge(canvas, view.seat, 0, 0, _HEAD)
    left = 60 + canvas.text(text, TITLE, canvas.box.column(60)[1], TEXT) + 2 * UNIT
    if view.battle is not None and view.battle.target == view.seat:
        attack = view.battle.chain[-1]
        left += canvas.text("against", LABEL, canvas.box.column(left)[1], MUTED) + 2 * UNIT
        left += essence_badge(canvas, attack.essence, left, _HEAD // 2) + UNIT
        canvas.text(in_words(attack.counted), TITLE, canvas.box.column(left)[1], TEXT)
    return canvas


def answer_sections(view: AlchemyView) -> Iterator[Canvas | None]:
    """Draw all defences grouped by result, best first, and the result of letting the attack hit."""
    for words, group in groups(view):
        yield sentences((words, STRONG, _INKS[group[0].verdict]))
        yield _chips([_answer(answer, _INKS[answer.verdict]) for answer in group])
    yield sentences((let_hit(view), STRONG, VERMILION))


def _chips(chips: Sequence[Image]) -> Canvas:
    rows = -(-len(chips) // _COLUMNS)
    canvas = Canvas(ROOM, rows * (_CHIP + UNIT) - UNIT, TRAY)
    for place, chip in enumerate(chips):
        row, column = divmod(place, _COLUMNS)
        canvas.place(chip, column * (_WIDTH + UNIT), row * (_CHIP + UNIT))
    return canvas


@cached
def _answer(answer: Answer, ink: Ink) -> Image:
    """Draw a defence: its element, and its total or the damage that gets through."""
    canvas = Canvas(_WIDTH, _CHIP, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=ink, line=4)
    row = canvas.box.inset(10, 4)
    essence = answer.link.essence
    width = essence_badge(canvas, essence, row.left, row.middle) + 6
    if not essence.is_complex:
        canvas.text(in_words(essence.magnitude), STRONG, row.column(width)[1], TEXT)
    words = f"-{in_words(answer.damage)}" if answer.damage else f"= {in_words(answer.link.counted)}"
    canvas.text(words, TITLE, row, TEXT, align=Align.RIGHT)
    return canvas.pixels


def _attacks(attacks: Sequence[Attacks]) -> Canvas | None:
    """Draw a row for each element: the elements that count double and half against it, and the sum of each attack."""
    if not attacks:
        return None
    rows = [token_rows([Token(sums(link)) for link in each.links], ROOM - _SUMS - 12) for each in attacks]
    canvas = Canvas(ROOM, sum(len(lines) for lines in rows) * ROW, TRAY)
    below = canvas.box
    for each, lines in zip(attacks, rows, strict=True):
        box, below = below.row(len(lines) * ROW)
        canvas.panel(box._replace(height=box.height - 2), HOLLOW, edge=RIM)
        row = box.row(ROW)[0].inset(12, 0)
        width = element_badge(canvas, each.element, row.left, row.middle)
        canvas.text(each.element.label, STRONG, row.column(width + UNIT)[1], TEXT)
        row = row.column(_RELATIONS)[1]
        for elements, factor in ((each.doubled, "x2"), (each.halved, "½")):
            row = row.column(_relation(canvas, row, elements, factor))[1]
        draw_tokens(canvas, box.column(_SUMS)[1], lines)
    return canvas


def _relation(canvas: Canvas, row: Box, elements: Sequence[Element], factor: str) -> int:
    left = row.left
    for element in elements:
        left += element_badge(canvas, element, left, row.middle) + 2
    if elements:
        left += canvas.text(factor, STRONG, row.column(left - row.left + 2)[1], TEXT) + 2 * UNIT
    return left - row.left


def _targets(targets: Sequence[Target], level: int) -> Iterator[Canvas | None]:
    """Draw elements and places as tokens, then processes with their text."""
    listed: list[Token] = []
    for target in targets:
        if not isinstance(target.card, EffectCard):
            if target.word.isdigit():
                listed.append(Token(f"Place {target.word}", plain=True))
            listed.append(token(target.card) if target.card else BACK)
    if listed:
        yield tokens("", listed)
    held = [
        Held(target.card, 1, facts.note(target.card, f"place {target.word}" if target.word.isdigit() else ""))
        for target in targets
        if isinstance(target.card, EffectCard)
    ]
    yield from cards(held, text=level == 0)
