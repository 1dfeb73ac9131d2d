"""Draw a player's options: the results of defences, the sums of attacks, the targets of a card."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL.Image import Image

from render import fonts
from render.alchemy import facts
from render.alchemy.art import art
from render.alchemy.badges import element_badge, essence_badge
from render.alchemy.cards import Held
from render.alchemy.previews import Answer, Attacks, Previews, Target, explanation, groups, let_hit, sums, title
from render.alchemy.sections import cards, fitting, sentences
from render.alchemy.style import HOLLOW, RIM, TRAY
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.lines import MARGIN
from render.palette import GREEN, MUTED, SKY, TEXT, VERMILION, Ink
from render.pieces import card_back, seat_badge
from render.renderer import Names
from rules.alchemy.cards import AlchemyCard, EffectCard
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_CHIP: Final = 58
_CHIP_WIDTH: Final = 240
"""The smallest width of a defence, in pixels."""
_NARROW: Final = 208
"""The same where there is little room."""
_TILE: Final = 320
"""The smallest width of the tile of an element, in pixels."""
_TOTAL: Final = 100
"""Width of an attack's total, in pixels."""
_NAMED, _RELATED = 64, 48
"""Heights of an element's name and of its relations, in pixels."""
_HEAD: Final = 48
_FLASK: Final = 116
"""Width and height of an element to choose, in pixels."""
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
    """Draw a tile for each element: its attacks with their totals in large type, and the elements whose defence counts
    double or half against it.
    """
    if not attacks:
        return None
    abreast = min(max((room + UNIT) // (_TILE + UNIT), 1), len(attacks))
    width = (room - (abreast - 1) * UNIT) // abreast if len(attacks) > 1 else min(room, 2 * _TILE)
    pieces = [_attack(each, width) for each in attacks]
    lines = [pieces[first : first + abreast] for first in range(0, len(pieces), abreast)]
    heights = [max(piece.height for piece in line) for line in lines]
    canvas = Canvas(room, sum(heights) + (len(lines) - 1) * UNIT, TRAY)
    top = 0
    for line, high in zip(lines, heights, strict=True):
        for place, piece in enumerate(line):
            box = Box(place * (width + UNIT), top, width, high)
            canvas.panel(box, HOLLOW, edge=RIM)
            canvas.place(piece.crop((4, 4, width - 4, piece.height - 4)), box.left + 4, box.top + 4)
        top += high + UNIT
    return canvas


@cached
def _attack(attacks: Attacks, width: int) -> Image:
    """Draw the attacks with one element."""
    formulas = [sums(link).partition(" = ") for link in attacks.links]
    abreast = (width - 3 * UNIT) // _TOTAL
    pitch = FIGURE.size + (LABEL.pitch if any(whole for _, _, whole in formulas) else UNIT)
    high = -(-len(formulas) // abreast) * pitch
    canvas = Canvas(width, _NAMED + high + _RELATED + 2 * UNIT, HOLLOW)
    head, below = canvas.box.inset(12, UNIT).row(_NAMED)
    wide = element_badge(canvas, attacks.element, head.left, head.middle, _NAMED - UNIT) + UNIT
    words = head.column(wide)[1]
    kind = TITLE if fonts.width(attacks.element.label, TITLE) <= words.width else STRONG
    canvas.text(attacks.element.label, kind, words, TEXT)
    totals, row = below.row(high)
    for number, (formula, _, whole) in enumerate(formulas):
        line, column = divmod(number, abreast)
        cell = Box(totals.left + column * _TOTAL, totals.top + line * pitch, _TOTAL - UNIT, FIGURE.size)
        canvas.text(whole or formula, FIGURE, cell, TEXT, align=Align.MIDDLE)
        if whole:
            under = cell._replace(top=cell.bottom - 4, height=LABEL.pitch)
            canvas.text(formula, LABEL, under, MUTED, align=Align.MIDDLE)
    for elements, factor in ((attacks.doubled, "x2"), (attacks.halved, "½")):
        row = row.column(_relation(canvas, row, elements, factor))[1]
    return canvas.pixels


def _relation(canvas: Canvas, row: Box, elements: Sequence[Element], factor: str) -> int:
    left = row.left
    for element in elements:
        left += element_badge(canvas, element, left, row.middle) + 2
    if elements:
        left += canvas.text(factor, STRONG, row.column(left - row.left + 2)[1], TEXT) + 2 * UNIT
    return left - row.left


def _targets(targets: Sequence[Target], level: int, room: int) -> Iterator[Canvas | None]:
    """Draw the targets: elements and face-down cards as flasks and backs, then processes with their text."""
    listed = [target for target in targets if not isinstance(target.card, EffectCard)]
    if listed:
        yield _flasks([(target.card, _place(target)) for target in listed], room)
    held = [
        Held(target.card, 1, facts.note(target.card, _place(target).lower()))
        for target in targets
        if isinstance(target.card, EffectCard)
    ]
    yield from cards(held, (), room) if level == 0 else cards((), held, room)


def _place(target: Target) -> str:
    """Return the target's place in a store, such as “Place 2”; "" if it is no place."""
    return f"Place {target.word}" if target.word.isdigit() else ""


def _flasks(targets: Sequence[tuple[AlchemyCard | None, str]], room: int) -> Canvas:
    """Draw elements as flasks and face-down cards as backs, each above its place if it has one."""
    abreast = (room + UNIT) // (_FLASK + UNIT)
    high = _FLASK + (LABEL.pitch if any(place for _, place in targets) else 0)
    canvas = Canvas(room, -(-len(targets) // abreast) * (high + UNIT) - UNIT, TRAY)
    for number, (card, place) in enumerate(targets):
        row, column = divmod(number, abreast)
        cell = Box(column * (_FLASK + UNIT), row * (high + UNIT), _FLASK, _FLASK)
        if card is None:
            canvas.place(card_back(_FLASK * 3 // 4, _FLASK, TRAY), cell.left + _FLASK // 8, cell.top)
        else:
            canvas.panel(cell, HOLLOW, edge=RIM)
            canvas.stamp(*art(card, _FLASK - 16, HOLLOW), cell.left + 8, cell.top + 8)
        canvas.text(place, LABEL, cell._replace(top=cell.bottom, height=LABEL.pitch), MUTED, align=Align.MIDDLE)
    return canvas
