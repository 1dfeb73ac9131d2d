"""Draw details for which Allocator's table has no room: the values of each card in play, and the discard piles."""

from collections.abc import Iterator, Sequence
from typing import Final

from render import wording
from render.allocator import facts
from render.allocator.cards import SLIP_HEIGHT, SLIP_WIDTH, SYSTEMS, slip
from render.allocator.facts import Stack
from render.allocator.grid import grid
from render.canvas import UNIT, WIDTH, Box, Canvas, Layout
from render.fonts import LABEL, STRONG
from render.heads import counters, heading
from render.landscape import GAP, MARGIN
from render.palette import GROUND, MUTED, TEXT
from render.renderer import Names
from rules.allocator.view import AllocatorView, SideView
from rules.core.game import Game

CARDS: Final = ("cards1", "cards2")
DISCARDS: Final = ("discards1", "discards2")
_HEAD, _SYSTEM = 48, 44


def parts(_game: Game, view: AllocatorView) -> Sequence[tuple[str, str]]:
    """Return the parts of each player that are not empty."""
    listed = [
        (CARDS[side.seat], f"Player {side.seat + 1}'s cards") for side in view.sides if any(_stacks_by_system(side))
    ]
    listed += [
        (DISCARDS[side.seat], f"Player {side.seat + 1}'s discard pile") for side in view.sides if side.discard_pile
    ]
    return listed


def draw(_game: Game, view: AllocatorView, word: str, names: Names) -> Canvas:
    """Draw the part with this word."""
    if word in CARDS:
        side = view.sides[CARDS.index(word)]
        return _cards(side, names[side.seat])
    side = view.sides[DISCARDS.index(word)]
    return _discards(side, names[side.seat])


def lines(_game: Game, view: AllocatorView, word: str, names: Names) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    if word in DISCARDS:
        side = view.sides[DISCARDS.index(word)]
        yield f"{names[side.seat]}'s discard pile: ATK/DEF/DEV, boost, Function Match"
        yield from (f"  {line}" for line in _stats(facts.stacks(side.discard_pile)))
        return
    side = view.sides[CARDS.index(word)]
    yield f"{names[side.seat]}'s cards: ATK/DEF/DEV, boost, Function Match"
    for system, stacks in zip(side.systems, _stacks_by_system(side), strict=True):
        if stacks:
            yield f"{system.system.label} {system.power}"
            yield from (f"  {line}" for line in _stats(stacks))


def _stats(stacks: Sequence[Stack]) -> Iterator[str]:
    """Return a line for each stack: “Glint x2, Prism: 2/1/2, +2, FM 1”."""
    for stack, name in zip(stacks, wording.with_copies(dict(stacks)), strict=True):
        card = stack.card
        powers = f"{card.attack}/{card.defense}/{card.development}"
        yield f"{name}, {card.faction.label}: {powers}, +{card.boost}, FM {card.function_match}"


def _stacks_by_system(side: SideView) -> list[list[Stack]]:
    return [facts.stacks(system.cards) for system in side.systems]


def _cards(side: SideView, name: str) -> Canvas:
    """Draw a player's cards, in a column for each system."""
    by_system = _stacks_by_system(side)
    rows = max(map(len, by_system))
    canvas, body = _with_heading(side, f"{name}'s cards", _SYSTEM + rows * (SLIP_HEIGHT + UNIT) - UNIT)
    gap = (body.width - len(by_system) * SLIP_WIDTH) // (len(by_system) - 1)
    for column, system, stacks in zip(body.columns(len(by_system), gap), side.systems, by_system, strict=True):
        above, room = column.row(_SYSTEM)
        canvas.shape(SYSTEMS[system.system], above.left, above.middle - 17, 34, MUTED)
        canvas.text(f"{system.system.label} {system.power}", STRONG, above.column(34 + UNIT)[1], TEXT)
        for place, stack in enumerate(stacks):
            canvas.place(slip(stack, None, SLIP_WIDTH), room.left, room.top + place * (SLIP_HEIGHT + UNIT))
        if not stacks:
            canvas.text("no cards", LABEL, room.row(SLIP_HEIGHT)[0], MUTED)
    return canvas


def _discards(side: SideView, name: str) -> Canvas:
    stacks = facts.stacks(side.discard_pile)
    shape = grid(len(stacks), Layout.DESKTOP)
    canvas, body = _with_heading(side, f"{name}'s discard pile", shape.height(len(stacks)))
    shape.place(canvas, body, stacks, frozenset(), TEXT)
    return canvas


def _with_heading(side: SideView, title: str, lines_height: int) -> tuple[Canvas, Box]:
    """Return a picture with a heading, and the empty box below the heading, which is `lines_height` pixels high."""
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEAD + GAP + lines_height, GROUND)
    head, below = canvas.box.inset(MARGIN).row(_HEAD)
    heading(canvas, head, side.seat, title, counters(canvas, head, (("Discards", len(side.discard_pile)),)))
    return canvas, below.row(GAP)[1]
