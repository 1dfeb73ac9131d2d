"""What a player can choose: what each defence would do, what each attack would meet, what a card can work on."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL.Image import Image

from render.alchemy import facts
from render.alchemy.cards import Held
from render.alchemy.face import HOLLOW, RIM, TRAY
from render.alchemy.previews import Answer, Attacks, Previews, Target, explanation, groups, let_hit, sums, title
from render.alchemy.sections import cards, fitting, sentences, tokens
from render.alchemy.signs import element_sign, essence_sign
from render.alchemy.tokens import BACK, ROW, Token, draw_tokens, token, token_rows
from render.artist import Names
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.lines import ROOM
from render.palette import GREEN, MUTED, SKY, TEXT, VERMILION, Ink
from render.pieces import seat_sign
from rules.alchemy.cards import EffectCard
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_CHIP: Final = 58
_RELATIONS, _SUMS = 262, 576
"""Where in a row of attacks the relations of their element begin, and where their sums."""
_HEAD: Final = 48
_COLUMNS: Final = 4
_WIDTH: Final = (ROOM - (_COLUMNS - 1) * UNIT) // _COLUMNS
_INKS: Final = {"parried": GREEN, "countered": SKY, "blocked": VERMILION}
_LEVELS: Final = 2


def draw(_game: Game, view: AlchemyView, found: Previews, _names: Names) -> Canvas:
    """The ways to go on, each as it would count; cards that can be chosen have their text where there is room."""
    return fitting(lambda level: _sections(view, found, level), _LEVELS)


def _sections(view: AlchemyView, found: Previews, level: int) -> Iterator[Canvas | None]:
    yield _title(view, title(view, found))
    if found.answers:
        yield from answer_sections(view)
    yield sentences((explanation(view, found), LABEL, MUTED))
    yield _attacks(found.attacks)
    yield from _targets(found.targets, level)


def _title(view: AlchemyView, text: str) -> Canvas:
    """What is chosen; if an attack is answered, that attack."""
    assert view.seat is not None
    canvas = Canvas(ROOM, _HEAD, TRAY)
    seat_sign(canvas, view.seat, 0, 0, _HEAD)
    left = 60 + canvas.text(text, TITLE, canvas.box.column(60)[1], TEXT) + 2 * UNIT
    if view.battle is not None and view.battle.target == view.seat:
        attack = view.battle.chain[-1]
        left += canvas.text("against", LABEL, canvas.box.column(left)[1], MUTED) + 2 * UNIT
        left += essence_sign(canvas, attack.essence, left, _HEAD // 2) + UNIT
        canvas.text(in_words(attack.counted), TITLE, canvas.box.column(left)[1], TEXT)
    return canvas


def answer_sections(view: AlchemyView) -> Iterator[Canvas | None]:
    """Every defence by what it would do, the best first, and what it is to do without."""
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


@kept
def _answer(answer: Answer, ink: Ink) -> Image:
    """A defence: its element, and what it counts, or what gets through."""
    canvas = Canvas(_WIDTH, _CHIP, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=ink, line=4)
    row = canvas.box.inset(10, 4)
    essence = answer.link.essence
    width = essence_sign(canvas, essence, row.left, row.middle) + 6
    if not essence.is_complex:
        canvas.text(in_words(essence.magnitude), STRONG, row.column(width)[1], TEXT)
    words = f"-{in_words(answer.damage)}" if answer.damage else f"= {in_words(answer.link.counted)}"
    canvas.text(words, TITLE, row, TEXT, align=Align.RIGHT)
    return canvas.pixels


def _attacks(attacks: Sequence[Attacks]) -> Canvas | None:
    """A row for each element: what counts double and half against it, and how each attack adds up."""
    if not attacks:
        return None
    rows = [token_rows([Token(sums(link)) for link in each.links], ROOM - _SUMS - 12) for each in attacks]
    canvas = Canvas(ROOM, sum(len(lines) for lines in rows) * ROW, TRAY)
    rest = canvas.box
    for each, lines in zip(attacks, rows, strict=True):
        box, rest = rest.row(len(lines) * ROW)
        canvas.panel(box._replace(height=box.height - 2), HOLLOW, edge=RIM)
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


def _targets(targets: Sequence[Target], level: int) -> Iterator[Canvas | None]:
    """Elements and places in few words, then processes with their text."""
    found: list[Token] = []
    for target in targets:
        if not isinstance(target.card, EffectCard):
            if target.word.isdigit():
                found.append(Token(f"Place {target.word}", plain=True))
            found.append(token(target.card) if target.card else BACK)
    if found:
        yield tokens("", found)
    held = [
        Held(target.card, 1, facts.note(target.card, f"place {target.word}" if target.word.isdigit() else ""))
        for target in targets
        if isinstance(target.card, EffectCard)
    ]
    yield from cards(held, text=level == 0)
