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
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE
from render.lines import MARGIN
from render.palette import GREEN, MUTED, SKY, TEXT, VERMILION, Ink
from render.pieces import seat_badge
from render.renderer import Names
from rules.alchemy.cards import EffectCard
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_CHIP: Final = 58
_CHIP_WIDTH: Final = 240
"""The smallest width of a defence, in pixels."""
_NARROW: Final = 208
"""The same where there is little room."""
_WIDE: Final = 1000
"""The smallest width, in pixels, at which a row of attacks ends with its sums; otherwise they stand below the row."""
_RELATIONS, _SUMS = 262, 576
"""The distances in pixels of an element's relations and of its sums from the left end of a row of attacks."""
_HEAD: Final = 48
_INKS: Final = {"parried": GREEN, "countered": SKY, "blocked": VERMILION}
_LEVELS: Final = 2


def draw(_game: Game, view: AlchemyView, preview: Previews, _names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the options with their results. Cards to choose from show their text if there is room."""
    room = layout.width - 2 * MARGIN
    return fitting(lambda level: _sections(view, preview, level, room), _LEVELS, layout)


def _sections(view: AlchemyView, preview: Previews, level: int, room: int) -> Iterator[Canvas | None]:
    yield _title(view, title(view, preview), room)
    if preview.answers:
        yield from answer_sections(view, room)
    yield sentences((explanation(view, preview), LABEL, MUTED), room=room)
    yield _attacks(preview.attacks, room)
    yield from _targets(preview.targets, level, room)


def _title(view: AlchemyView, text: str, room: int) -> Canvas:
    """Draw the title, and the attack to be answered if there is one."""
    assert view.seat is not None
    canvas = Canvas(room, _HEAD, TRAY)
    seat_badge(canvas, view.seat, 0, 0, _HEAD)
    left = 60 + canvas.text(text, TITLE, canvas.box.column(60)[1], TEXT) + 2 * UNIT
    if view.battle is not None and view.battle.target == view.seat:
        attack = view.battle.chain[-1]
        left += canvas.text("against", LABEL, canvas.box.column(left)[1], MUTED) + 2 * UNIT
        left += essence_badge(canvas, attack.essence, left, _HEAD // 2) + UNIT
        canvas.text(in_words(attack.counted), TITLE, canvas.box.column(left)[1], TEXT)
    return canvas


def answer_sections(view: AlchemyView, room: int, *, brief: bool = False) -> Iterator[Canvas | None]:
    """Draw all defences, grouped by result with the best first, then the result of letting the attack hit.

    brief: draw more defences in a row, and only the beginning of each sentence about a result.
    """
    abreast = (room + UNIT) // ((_NARROW if brief else _CHIP_WIDTH) + UNIT)
    width = (room - (abreast - 1) * UNIT) // abreast
    for words, group in groups(view):
        yield sentences((_shortened(words) if brief else words, STRONG, _INKS[group[0].verdict]), room=room)
        yield _chips([_answer(answer, _INKS[answer.verdict], width) for answer in group], room, abreast)
    hit = let_hit(view)
    yield sentences((_shortened(hit) if brief else hit, STRONG, VERMILION), room=room)


def _shortened(words: str) -> str:
    """Return the beginning of a sentence about a result, up to its first comma."""
    return f"{words.split(',', maxsplit=1)[0]}."


def _chips(chips: Sequence[Image], room: int, abreast: int) -> Canvas:
    rows = -(-len(chips) // abreast)
    canvas = Canvas(room, rows * (_CHIP + UNIT) - UNIT, TRAY)
    for place, chip in enumerate(chips):
        row, column = divmod(place, abreast)
        canvas.place(chip, column * (chip.width + UNIT), row * (_CHIP + UNIT))
    return canvas


@cached
def _answer(answer: Answer, ink: Ink, width: int) -> Image:
    """Draw a defence: its element, and its total or the damage that gets through."""
    canvas = Canvas(width, _CHIP, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=ink, line=4)
    row = canvas.box.inset(10, 4)
    essence = answer.link.essence
    taken = essence_badge(canvas, essence, row.left, row.middle) + 6
    if not essence.is_complex:
        canvas.text(in_words(essence.magnitude), STRONG, row.column(taken)[1], TEXT)
    words = f"-{in_words(answer.damage)}" if answer.damage else f"= {in_words(answer.link.counted)}"
    canvas.text(words, TITLE, row, TEXT, align=Align.RIGHT)
    return canvas.pixels


def _attacks(attacks: Sequence[Attacks], room: int) -> Canvas | None:
    """Draw a row for each element: the elements whose defence counts double or half against it, and the sum of each
    attack.
    """
    if not attacks:
        return None
    indent, head = (_SUMS, 0) if room >= _WIDE else (12, 1)
    rows = [token_rows([Token(sums(link)) for link in each.links], room - indent - 12) for each in attacks]
    canvas = Canvas(room, sum(head + len(lines) for lines in rows) * ROW, TRAY)
    below = canvas.box
    for each, lines in zip(attacks, rows, strict=True):
        box, below = below.row((head + len(lines)) * ROW)
        canvas.panel(box._replace(height=box.height - 2), HOLLOW, edge=RIM)
        row = box.row(ROW)[0].inset(12, 0)
        width = element_badge(canvas, each.element, row.left, row.middle)
        canvas.text(each.element.label, STRONG, row.column(width + UNIT)[1], TEXT)
        row = row.column(_RELATIONS)[1]
        for elements, factor in ((each.doubled, "x2"), (each.halved, "½")):
            row = row.column(_relation(canvas, row, elements, factor))[1]
        draw_tokens(canvas, box.column(indent)[1].row(head * ROW)[1], lines)
    return canvas


def _relation(canvas: Canvas, row: Box, elements: Sequence[Element], factor: str) -> int:
    left = row.left
    for element in elements:
        left += element_badge(canvas, element, left, row.middle) + 2
    if elements:
        left += canvas.text(factor, STRONG, row.column(left - row.left + 2)[1], TEXT) + 2 * UNIT
    return left - row.left


def _targets(targets: Sequence[Target], level: int, room: int) -> Iterator[Canvas | None]:
    """Draw the targets: elements and places as tokens, then processes with their text."""
    listed: list[Token] = []
    for target in targets:
        if not isinstance(target.card, EffectCard):
            if target.word.isdigit():
                listed.append(Token(f"Place {target.word}", plain=True))
            listed.append(token(target.card) if target.card else BACK)
    if listed:
        yield tokens("", listed, room)
    held = [
        Held(target.card, 1, facts.note(target.card, f"place {target.word}" if target.word.isdigit() else ""))
        for target in targets
        if isinstance(target.card, EffectCard)
    ]
    yield from cards(held, (), room) if level == 0 else cards((), held, room)
