"""What each basic defence would come to against the attack that is to be answered: known to everybody."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render.alchemy.face import HOLLOW, TRAY
from render.alchemy.signs import CIRCLE, element_sign
from render.cache import kept
from render.canvas import Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import GREEN, INK, MUTED, SKY, TEXT, VERMILION
from rules.alchemy.attacks import defence_of, verdict
from rules.alchemy.cards import Essence, EssenceId
from rules.alchemy.elements import Element, in_words
from rules.alchemy.view import AlchemyView

_SIGNS: Final = 48
_ROW: Final = 38
_LABEL: Final = 24
_STRENGTHS: Final = (1, 2, 3)
_SUMS: Final = range(2, 7)
_SUM: Final = 48


class Outcome(NamedTuple):
    """What a defence would come to."""

    verdict: str
    damage: int
    """In halves."""


class Defence(NamedTuple):
    """An element that could defend."""

    element: Element
    factor: str
    """“x2”, “½” or ""."""
    outcomes: tuple[tuple[int, Outcome], ...]
    """By magnitude; () if it cannot defend."""


def defences(view: AlchemyView) -> tuple[Defence, ...]:
    """The basic elements in the order of the circle, by magnitudes 1 to 3; or the complex ones, by 2 to 6, where only
    they can defend; () if no attack is to be answered.
    """
    battle = view.battle
    if battle is None or battle.target is None:
        return ()
    if battle.preparation.complex_only:
        return tuple(_defence(view, element, _SUMS) for element in Element if element.parts)
    return tuple(_defence(view, element, _STRENGTHS) for element in CIRCLE)


def _defence(view: AlchemyView, element: Element, magnitudes: Sequence[int]) -> Defence:
    assert view.battle is not None
    assert view.battle.target is not None
    attack, found, changes = view.battle.chain[-1], [], 0
    if element is attack.essence.element:
        return Defence(element, "", ())
    for magnitude in magnitudes:
        essence = Essence(EssenceId(""), element, (), 2 * magnitude)
        link = defence_of(
            view.battle.target, essence, attack.essence.element, view.battle.preparation, view.battle.guard
        )
        changes = link.change
        found.append((magnitude, Outcome(verdict(attack, link), max(attack.counted - link.counted, 0))))
    return Defence(element, {1: "x2", -1: "½", 0: ""}[changes], tuple(found))


def briefly(outcome: Outcome) -> str:
    """“parry”, “equal”, or the damage: “-2½”."""
    words = {"parried": "parry", "countered": "equal"}
    return words.get(outcome.verdict) or f"-{in_words(outcome.damage)}"


def height(found: Sequence[Defence]) -> int:
    """How high it is in pixels."""
    if not found:
        return 0
    return _SIGNS + len(_STRENGTHS) * _ROW if len(found) == len(CIRCLE) else _SUM * 3


@kept
def outlook(found: tuple[Defence, ...], width: int) -> Image:
    """A column for each basic element, a row for each magnitude; of complex ones how much parries."""
    canvas = Canvas(width, height(found), TRAY)
    if len(found) != len(CIRCLE):
        for place, defence in enumerate(found):
            cell = canvas.box.columns(2, 8)[place % 2]
            _least(canvas, Box(cell.left, place // 2 * _SUM, cell.width, _SUM), defence)
        return canvas.pixels
    for place, magnitude in enumerate(_STRENGTHS):
        canvas.text(str(magnitude), STRONG, Box(0, _SIGNS + place * _ROW, _LABEL, _ROW), TEXT)
    for column, defence in zip(canvas.box.column(_LABEL)[1].columns(len(found), 2), found, strict=True):
        _column(canvas, column, defence)
    return canvas.pixels


def _column(canvas: Canvas, column: Box, defence: Defence) -> None:
    head, rest = column.row(_SIGNS)
    width = 44 + (38 if defence.factor else 0)
    left = head.left + (head.width - width) // 2
    element_sign(canvas, defence.element, left, head.middle)
    canvas.text(defence.factor, STRONG, head._replace(left=left + 48), TEXT)
    if not defence.outcomes:
        cell = rest.inset(0, 2)
        canvas.panel(cell, HOLLOW, radius=8)
        canvas.text("no", LABEL, cell, MUTED, align=Align.MIDDLE)
    for _, outcome in defence.outcomes:
        row, rest = rest.row(_ROW)
        _cell(canvas, row.inset(0, 2), outcome)


def _cell(canvas: Canvas, cell: Box, outcome: Outcome) -> None:
    match outcome.verdict:
        case "parried":
            canvas.panel(cell, GREEN, radius=8)
            canvas.text(briefly(outcome), STRONG, cell, INK, align=Align.MIDDLE)
        case "countered":
            canvas.panel(cell, SKY, radius=8)
            canvas.text(briefly(outcome), LABEL, cell, INK, align=Align.MIDDLE)
        case _:
            canvas.panel(cell, HOLLOW, radius=8, edge=VERMILION)
            canvas.text(briefly(outcome), STRONG, cell, TEXT, align=Align.MIDDLE)


def _least(canvas: Canvas, cell: Box, defence: Defence) -> None:
    """How much of a complex element parries."""
    width = element_sign(canvas, defence.element, cell.left, cell.middle)
    parries = [magnitude for magnitude, found in defence.outcomes if found.verdict == "parried"]
    box = cell.column(width + 6)[1].inset(0, 4)
    canvas.panel(box, GREEN if parries else HOLLOW, radius=8, edge=None if parries else VERMILION)
    words = f"{parries[0]}: parry" if parries else "no parry" if defence.outcomes else "no"
    canvas.text(words, STRONG if parries else LABEL, box, INK if parries else TEXT, align=Align.MIDDLE)
