"""Draw the result of each possible defence against the present attack, which both players could work out themselves."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render.alchemy.badges import BADGE_SIZE, CIRCLE, element_badge
from render.alchemy.style import HOLLOW, TRAY
from render.cache import cached
from render.canvas import Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import GREEN, INK, MUTED, SKY, TEXT, VERMILION
from rules.alchemy.attacks import defence_of, verdict
from rules.alchemy.cards import Essence, EssenceId
from rules.alchemy.elements import Element, elements, in_words
from rules.alchemy.view import AlchemyView

_BADGES: Final = 48
_ROW: Final = 38
_LABEL: Final = 24
_STRENGTHS: Final = (1, 2, 3)
_SUMS: Final = range(2, 7)
_SUM: Final = 48
_LOW_SUM: Final = 32
"""The height of a complex element in the overview: of one of few, and of one of many."""
_MOST_TALL: Final = 6


class Outcome(NamedTuple):
    """The result of a defence."""

    verdict: str
    damage: int
    """Damage in halves of a point."""


class Defence(NamedTuple):
    """A possible defending element."""

    element: Element
    factor: str
    """“x2”, “½” or ""."""
    outcomes: tuple[tuple[int, Outcome], ...]
    """Pairs of a magnitude and its result; () if the element cannot defend."""


def defences(view: AlchemyView) -> tuple[Defence, ...]:
    """Return the possible defences; () if no attack has to be answered.

    These are the basic elements in the order of the circle, with magnitudes 1 to 3; or, if only complex elements can
    defend, those with magnitudes 2 to 6.
    """
    battle = view.battle
    if battle is None or battle.target is None:
        return ()
    if battle.preparation.complex_only:
        return tuple(_defence(view, element, _SUMS) for element in elements(literal=view.literal) if element.parts)
    return tuple(_defence(view, element, _STRENGTHS) for element in CIRCLE)


def _defence(view: AlchemyView, element: Element, magnitudes: Sequence[int]) -> Defence:
    assert view.battle is not None
    assert view.battle.target is not None
    attack, outcomes, changes = view.battle.chain[-1], [], 0
    if element is attack.essence.element:
        return Defence(element, "", ())
    for magnitude in magnitudes:
        essence = Essence(EssenceId(""), element, (), 2 * magnitude)
        link = defence_of(
            view.battle.target, essence, attack.essence.element, view.battle.preparation, view.battle.guard
        )
        changes = link.change
        outcomes.append((magnitude, Outcome(verdict(attack, link), max(attack.counted - link.counted, 0))))
    return Defence(element, {1: "x2", -1: "½", 0: ""}[changes], tuple(outcomes))


def briefly(outcome: Outcome) -> str:
    """Return a result in a word: “parry”, “equal”, or the damage like “-2½”."""
    words = {"parried": "parry", "countered": "equal"}
    return words.get(outcome.verdict) or f"-{in_words(outcome.damage)}"


def height(options: Sequence[Defence]) -> int:
    """Return the height of the overview, in pixels."""
    if not options:
        return 0
    if len(options) == len(CIRCLE):
        return _BADGES + len(_STRENGTHS) * _ROW
    return _sum(options) * -(-len(options) // 2)


def _sum(options: Sequence[Defence]) -> int:
    return _SUM if len(options) <= _MOST_TALL else _LOW_SUM


@cached
def outlook(options: tuple[Defence, ...], width: int) -> Image:
    """Draw a column for each basic element and a row for each magnitude; or for each complex element the smallest
    magnitude that parries.
    """
    canvas = Canvas(width, height(options), TRAY)
    if len(options) != len(CIRCLE):
        for place, defence in enumerate(options):
            cell = canvas.box.columns(2, 8)[place % 2]
            high = _sum(options)
            _least(canvas, Box(cell.left, place // 2 * high, cell.width, high), defence)
        return canvas.pixels
    for place, magnitude in enumerate(_STRENGTHS):
        canvas.text(str(magnitude), STRONG, Box(0, _BADGES + place * _ROW, _LABEL, _ROW), TEXT)
    for column, defence in zip(canvas.box.column(_LABEL)[1].columns(len(options), 2), options, strict=True):
        _column(canvas, column, defence)
    return canvas.pixels


def _column(canvas: Canvas, column: Box, defence: Defence) -> None:
    head, below = column.row(_BADGES)
    width = 44 + (38 if defence.factor else 0)
    left = head.left + (head.width - width) // 2
    element_badge(canvas, defence.element, left, head.middle)
    canvas.text(defence.factor, STRONG, head._replace(left=left + 48), TEXT)
    if not defence.outcomes:
        cell = below.inset(0, 2)
        canvas.panel(cell, HOLLOW, radius=8)
        canvas.text("no", LABEL, cell, MUTED, align=Align.MIDDLE)
    for _, outcome in defence.outcomes:
        row, below = below.row(_ROW)
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
    """Draw a complex element and its smallest magnitude that parries."""
    width = element_badge(canvas, defence.element, cell.left, cell.middle, min(BADGE_SIZE, cell.height - 4))
    parries = [magnitude for magnitude, outcome in defence.outcomes if outcome.verdict == "parried"]
    box = cell.column(width + 6)[1].inset(0, 4 if cell.height == _SUM else 1)
    canvas.panel(box, GREEN if parries else HOLLOW, radius=8, edge=None if parries else VERMILION)
    words = f"{parries[0]}: parry" if parries else "no parry" if defence.outcomes else "no"
    canvas.text(words, STRONG if parries else LABEL, box, INK if parries else TEXT, align=Align.MIDDLE)
