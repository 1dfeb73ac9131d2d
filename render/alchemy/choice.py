"""What a player can choose: what each defence would do, what each attack would meet, what a card can work on."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL.Image import Image

from render.alchemy import facts
from render.alchemy.cards import Held
from render.alchemy.previews import Answer, Attacks, Previews, Target, explanation, groups, let_hit, sums, title
from render.alchemy.sections import effect_cards, fight, sentences, stacked, tokens
from render.alchemy.signs import SIGN, element_sign, essence_sign
from render.alchemy.tokens import BACK, ROW, Token, draw_tokens, token, token_rows
from render.artist import Names
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.lines import ROOM
from render.palette import GREEN, GROUND, MUTED, PANEL, STRIP, TEXT, VERMILION, Ink
from render.pieces import seat_sign
from rules.alchemy.cards import EffectCard, Essence
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_CHIP: Final = 96
_RELATIONS, _SUMS = 262, 560
"""Where in a row of attacks the relations of their element begin, and where their sums."""
_INSET: Final = 4
_HEAD: Final = 48
_COLUMNS: Final = 3
_COUNTS: Final = {-1: "halved", 0: "counts", 1: "doubled"}


def draw(_game: Game, view: AlchemyView, found: Previews, _names: Names) -> Canvas:
    """The ways to go on, each as it would count."""
    return stacked(_sections(view, found))


def _sections(view: AlchemyView, found: Previews) -> Iterator[Canvas | None]:
    yield _title(view, title(view, found))
    if found.answers:
        yield fight(view)
        yield from answer_sections(view)
    yield sentences((explanation(view, found), LABEL, MUTED))
    yield _attacks(found.attacks)
    yield from _targets(found.targets)


_WIDTH: Final = (ROOM - (_COLUMNS - 1) * UNIT) // _COLUMNS


def _title(view: AlchemyView, text: str) -> Canvas:
    assert view.seat is not None
    canvas = Canvas(ROOM, _HEAD, GROUND)
    seat_sign(canvas, view.seat, 0, 0, _HEAD)
    canvas.text(text, TITLE, canvas.box.column(60)[1], TEXT)
    return canvas


def answer_sections(view: AlchemyView) -> Iterator[Canvas | None]:
    """Every defence by what it would do, the best first, and what it is to do without."""
    for words, group in groups(view):
        ink = VERMILION if words.startswith("Blocked") else GREEN
        yield sentences((words, STRONG, ink))
        yield _chips([_answer(answer, _WIDTH) for answer in group])
    yield sentences((let_hit(view), STRONG, VERMILION))


def _chips(chips: Sequence[Image]) -> Canvas | None:
    if not chips:
        return None
    rows = -(-len(chips) // _COLUMNS)
    canvas = Canvas(ROOM, rows * (_CHIP + UNIT) - UNIT, GROUND)
    for place, chip in enumerate(chips):
        row, column = divmod(place, _COLUMNS)
        canvas.place(chip, column * (_WIDTH + UNIT), row * (_CHIP + UNIT))
    return canvas


def _chip(essence: Essence, width: int, edge: Ink) -> tuple[Canvas, Box]:
    """An element's sign and name, and the row below."""
    canvas = Canvas(width, _CHIP, GROUND)
    canvas.panel(canvas.box, STRIP, edge=edge, line=3)
    upper, lower = canvas.box.inset(10, 6).row(SIGN + 2)
    signs = essence_sign(canvas, essence, upper.left, upper.middle)
    canvas.text(essence.name, STRONG, upper.column(signs + 6)[1], TEXT)
    return canvas, lower


@kept
def _answer(answer: Answer, width: int) -> Image:
    """A defence: what it counts, and what gets through."""
    canvas, row = _chip(answer.link.essence, width, VERMILION if answer.damage else GREEN)
    said = canvas.text(_COUNTS[answer.link.change], LABEL, row, MUTED) + UNIT
    canvas.text(in_words(answer.link.counted), STRONG, row.column(said)[1], TEXT)
    if answer.damage:
        canvas.text(f"take {in_words(answer.damage)}", STRONG, row, VERMILION, align=Align.RIGHT)
    return canvas.pixels


def _attacks(attacks: Sequence[Attacks]) -> Canvas | None:
    """A row for each element: what counts double and half against it, and how each attack adds up."""
    if not attacks:
        return None
    rows = [token_rows([Token(sums(link)) for link in each.links], ROOM - _SUMS - 12) for each in attacks]
    canvas = Canvas(ROOM, sum(len(lines) for lines in rows) * ROW + len(rows) * _INSET, GROUND)
    rest = canvas.box
    for each, lines in zip(attacks, rows, strict=True):
        box, rest = rest.row(len(lines) * ROW + _INSET)
        canvas.panel(box._replace(height=box.height - 4), PANEL)
        row = box.row(ROW)[0].inset(12, 0)
        width = element_sign(canvas, each.element, row.left, row.middle)
        canvas.text(each.element.label, STRONG, row.column(width + UNIT)[1], TEXT)
        row = row.column(_RELATIONS)[1]
        for elements, factor in ((each.doubled, "x2"), (each.halved, "½")):
            row = row.column(_relation(canvas, row, elements, factor))[1]
        draw_tokens(canvas, box.column(_SUMS)[1], lines)
    return canvas


def _relation(canvas: Canvas, row: Box, elements: Sequence[Element], factor: str) -> int:
    left = row.left
    for element in elements:
        left += element_sign(canvas, element, left, row.middle) + 2
    if elements:
        left += canvas.text(factor, STRONG, row.column(left - row.left + 2)[1], TEXT) + 2 * UNIT
    return left - row.left


def _targets(targets: Sequence[Target]) -> Iterator[Canvas | None]:
    """Elements and places in few words, then processes with their text."""
    found: list[Token] = []
    for target in targets:
        if not isinstance(target.card, EffectCard):
            if target.word.isdigit():
                found.append(Token(f"Place {target.word}", plain=True))
            found.append(token(target.card) if target.card else BACK)
    if found:
        yield tokens("", found)
    yield effect_cards(
        [
            Held(target.card, 1, facts.note(target.card, f"place {target.word}" if target.word.isdigit() else ""))
            for target in targets
            if isinstance(target.card, EffectCard)
        ]
    )
