"""What only one player of Arms Dealer may see: ships, items, what was looked at, and what a forfeit costs."""

from collections.abc import Iterator, Sequence
from typing import Final

from render import telling
from render.arms_dealer import facts
from render.arms_dealer.cards import ITEM_INK, ITEM_WIDTH, Stack, item_card, item_height, money
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.spaces import SPACE_HEIGHT, Spot, draw_spots, spots
from render.artist import Names
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
from render.heads import heading
from render.lines import MARGIN, ROOM, Line, say, sentence, tall
from render.palette import GROUND, INK, MUTED, TEXT, VERMILION, YELLOW, Ink
from render.pieces import counter
from rules.arms_dealer.cards import Fleet
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

NAME_ROW: Final = 52
_GAP: Final = 12
_HEAD: Final = 40
_LINES: Final = 4
"""Lines that a sentence may take."""
_ROW: Final = 3
"""Item cards side by side."""
_FLEETS: Final = tuple(Fleet)


def narrow(text: str, kind: Type, ink: Ink, most: int = _LINES) -> list[Line]:
    """A sentence in lines that also a panel as wide as the picture has room for."""
    return sentence(text, kind, ink, most, ROOM - 24)


def draw(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """The hand of the view's seat."""
    assert view.seat is not None
    above = [*narrow(telling.question(game, view, names), STRONG, TEXT)]
    above += narrow(facts.aside(game, view, names), LABEL, MUTED)
    warning = narrow(facts.warning(view), STRONG, INK)
    ships = _ships(game, view)
    groups = list(_groups(view))
    below = [line for text in facts.own_piles(game, view) for line in narrow(text, LABEL, MUTED, 2)]
    height = NAME_ROW + tall(above) + (tall(warning) + 3 * UNIT if warning else 0) + tall(below) + _GAP + UNIT
    height += _HEAD + SPACE_HEIGHT + _GAP if ships else 0
    height += sum(_HEAD + (-(-len(stacks) // _ROW)) * (item_height(stacks) + UNIT) + _GAP for _, stacks in groups)
    canvas = Canvas(WIDTH, 2 * MARGIN + height, GROUND)
    row, rest = canvas.box.inset(MARGIN).row(NAME_ROW)
    name(canvas, row, view, f"{names[view.seat]}: hand")
    rest = say(canvas, rest, above).row(UNIT)[1]
    if warning:
        panel, rest = rest.row(tall(warning) + 2 * UNIT)
        canvas.panel(panel, VERMILION)
        say(canvas, panel.inset(12, UNIT), warning)
        rest = rest.row(UNIT)[1]
    if ships:
        rest = _formation(canvas, rest, view, ships)
    for title, stacks in groups:
        rest = _items(canvas, rest, title, stacks)
    say(canvas, rest, below)
    return canvas


def name(canvas: Canvas, row: Box, view: ArmsDealerView, title: str) -> None:
    """Whose picture it is, and what they have to spend."""
    assert view.seat is not None
    right = row.right - money(canvas, view.sides[view.seat].coins, row.right, row.middle - 2, TITLE) - 3 * UNIT
    if not telling.at_rest(view):
        right -= counter(canvas, "Pot", f"{view.pot:,}", right, row.middle - 2) + 3 * UNIT
    heading(canvas, row, view.seat, title, right)


def _ships(game: Game, view: ArmsDealerView) -> list[Spot]:
    """The five spaces as their owner knows them, or the ships that are still to be laid."""
    assert view.seat is not None
    fleet = _FLEETS[view.seat]
    if view.drawn:
        return [Spot("", fleet, laid=True, ship=ship, figure=str(ship.power)) for ship in view.drawn]
    fought = fights_of(game, view)
    if not fought and not view.sides[view.seat].face_down:
        return []
    return spots(view, fought, view.seat)


def formation_title(view: ArmsDealerView) -> str:
    """What stands above the ships of a hand."""
    assert view.seat is not None
    if view.drawn:
        return "Your ships, still to be laid"
    return "Your formation" if view.phase != "Harvesting" and view.outcome is None else "How your ships fought"


def _formation(canvas: Canvas, box: Box, view: ArmsDealerView, ships: Sequence[Spot]) -> Box:
    head, rest = box.row(_HEAD)
    canvas.text(formation_title(view), STRONG, head, TEXT)
    row, rest = rest.row(SPACE_HEIGHT)
    draw_spots(canvas, row, ships)
    return rest.row(_GAP)[1]


def _groups(view: ArmsDealerView) -> Iterator[tuple[str, list[Stack]]]:
    """The item that is being looked at, the hand, and what is known of the shop row."""
    usable = facts.usable(view)
    if stacks := looked_at(view):
        yield "You have looked at", stacks
    yield (
        "Your items" if view.hand else "You hold no items",
        [Stack(item, facts.times(count).strip(), ITEM_INK, item in usable) for item, count in facts.stacks(view.hand)],
    )


def looked_at(view: ArmsDealerView) -> list[Stack]:
    """The items in the row that this seat knows; the one that it decides about is framed."""
    found = []
    for place, item in facts.known(view):
        now = place.place == view.item and view.seat in view.waiting
        foot = f"place {place.place}{': keep it?' if now else ''}"
        found.append(Stack(item, foot, YELLOW, now))
    return found


def _items(canvas: Canvas, box: Box, title: str, stacks: Sequence[Stack]) -> Box:
    head, rest = box.row(_HEAD)
    canvas.text(title, STRONG, head, TEXT if stacks else MUTED)
    gap = (box.width - _ROW * ITEM_WIDTH) // (_ROW - 1)
    for place, stack in enumerate(stacks):
        line, column = divmod(place, _ROW)
        at = rest.left + column * (ITEM_WIDTH + gap), rest.top + line * (item_height(stacks) + UNIT)
        canvas.place(item_card(stack, item_height(stacks)), *at)
    return rest.row(-(-len(stacks) // _ROW) * (item_height(stacks) + UNIT) + _GAP)[1]
