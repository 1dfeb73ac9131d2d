"""Draw the players of Circuitry beside the board: names, charges and hands."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.circuitry import facts
from render.circuitry.face import SEAM
from render.circuitry.minis import GOLD, LEAF, mini_symbol, token
from render.circuitry.outlines import Symbol
from render.circuitry.symbols import badges, battery, chip, draw_badge, symbol
from render.fonts import LABEL, STRONG, TITLE, Type
from render.heads import rows
from render.palette import GROUND, INK, LAMINATE, MUTED, ORCHID, PANEL, TEXT, VERMILION, YELLOW, Ink
from render.pieces import Badge
from render.renderer import Names
from render.shapes import Shape
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId
from rules.core.events import Seat

GAP: Final = 8
_HIGH: Final = 184
"""The greatest height of a player's part, in pixels."""
_LABELLED: Final = 168
"""The smallest height of a player's part in which the cards of the hand have labels, in pixels."""
_BACK: Final = 64, 46
"""Width and height of the back of a card with a label, in pixels."""
_CHARGE: Final = 40
"""Size of the charge point beside the circuit cards of a hand that has it, in pixels."""
_BADGE: Final = 44
_SIDE: Final = 10
_KNOWN: Final = 34
_LARGE: Final = 38
TEAMS: Final = {"A": YELLOW, "B": ORCHID, "C": MUTED}
"""The ink of each team, none of which is the colour of a pawn."""
_WIDE: Final = 84
"""The smallest height of a player's part with three rows, in pixels."""


class _Player(NamedTuple):
    """The public facts about a player."""

    seat: Seat
    badge: Badge
    name: str
    asked: bool
    active: bool
    won: bool
    left: bool
    team: str
    """The letter of the player's team; "" if there are no teams."""
    inhibited: str
    """The number of inhibited turns that remain; "" if there are none."""
    delivered: str
    carried: tuple[tuple[Colour, int], ...]
    counts: tuple[int, int, int]
    """The numbers of gold cards, green cards and circuit cards in the hand."""
    shown: tuple[CardId, ...]
    """The green cards in the hand that everyone knows."""
    charge_card: Colour | None
    """The colour of a charge point on a circuit card of the hand; None if there is none."""


def draw(canvas: Canvas, box: Box, view: CircuitryView, names: Names, columns: int = 1) -> int:
    """Draw the players one below the other, in columns: in the order of play, or team by team. Return the lower
    edge, in pixels from the top of the picture.
    """
    count = len(view.sides)
    lines = -(-count // columns)
    high = min((box.height - (lines - 1) * GAP) // lines, _HIGH)
    seat_badges = badges(view.sides)
    seats = sorted(range(count), key=lambda seat: (facts.team_word(view, seat), seat))
    places = [place for column in box.columns(columns, GAP) for place in rows(column, [high] * lines, GAP)]
    for seat, row in zip(seats, places, strict=False):
        player = _player(view, seat, names[seat], seat_badges[seat])
        canvas.place(_player_picture(player, row.width, high), row.left, row.top)
        canvas.name("Player", row, seat)
    return box.top + lines * (high + GAP) - GAP


def _player(view: CircuitryView, seat: Seat, name: str, badge: Badge) -> _Player:
    side, over = view.sides[seat], view.outcome
    held = side.charge_card
    return _Player(
        seat=seat,
        badge=badge,
        name=name,
        asked=over is None and seat in view.waiting,
        active=over is None and seat == view.active,
        won=over is not None and seat in over.winners,
        left=side.left,
        team=facts.team_word(view, seat)[-1:],
        inhibited=str(facts.inhibited_turns(view, side) or ""),
        delivered=f"{view.delivered(seat)}/{view.variant.charges}",
        carried=tuple(facts.charges(side).items()),
        counts=(side.gold, side.green, side.circuits),
        shown=side.shown,
        charge_card=held.charge if held else None,
    )


@cached
def _player_picture(player: _Player, width: int, height: int) -> Image:
    ink, _ = player.badge
    bright = player.asked or player.won
    canvas = Canvas(width, height, GROUND)
    canvas.fill(canvas.box, PANEL)
    wide = _BADGE + 2 * _SIDE
    canvas.fill(Box(0, 0, wide, height), GROUND)
    if bright or player.active:
        canvas.fill(Box(0, 0, 6, height), ink)
    elif player.team:
        canvas.fill(Box(0, 0, 6, height), TEAMS[player.team])
    low = (height - _BADGE) // 2
    draw_badge(canvas, player.badge, player.seat, Box(_SIDE, low, _BADGE, _BADGE))
    room = canvas.box.column(wide + UNIT)[1]
    room = room._replace(width=room.width - 6).inset(0, 2)
    lines = 3 if height >= _WIDE else 2
    labelled = height >= _LABELLED
    two = [room.height * 55 // 100, room.height * 45 // 100]
    name, *below = rows(room, [42, 44, 84] if labelled else two if lines == 2 else [room.height // lines] * lines, 0)
    if bright:
        canvas.fill(Box(wide, 0, width - wide, name.bottom), ink)
        for edge in (canvas.box._replace(top=height - 4, height=4), canvas.box._replace(left=width - 4, width=4)):
            canvas.fill(edge, ink)
    words = INK if bright else MUTED if player.left else TEXT
    if player.won:
        canvas.shape(Shape.STAR, name.right - 32, name.middle - 15, 30, INK)
        name = name._replace(width=name.width - 38)
    if lines == 2:
        name = _team(canvas, _inhibited(canvas, name, player), player)
    canvas.text(player.name, STRONG, name, words)
    if player.left:
        canvas.text("has left", LABEL, below[0], MUTED)
    elif lines == 2:
        wide = _charge(canvas, below[0], player) if player.carried or not player.delivered.startswith("0") else 0
        _hand(canvas, below[0].column(wide)[1], player, at_end=True)
    else:
        row = _inhibited(canvas, below[0], player)
        wide = _charge(canvas, row, player)
        if labelled:
            row = row.column(wide + UNIT)[1]
            canvas.text("delivered" if fonts.width("delivered", LABEL) <= row.width else "", LABEL, row, MUTED)
            _labelled_hand(canvas, _team(canvas, below[1], player), player)
        else:
            _hand(canvas, _team(canvas, below[1], player), player, at_end=False)
    return canvas.pixels


def _inhibited(canvas: Canvas, row: Box, player: _Player) -> Box:
    """Draw the number of inhibited turns at the end of a row; return the rest of the row."""
    if not player.inhibited:
        return row
    high = min(28, row.height - 2)
    pill = Box(row.right - 64, row.middle - high // 2, 64, high)
    canvas.panel(pill, VERMILION, radius=high // 2)
    symbol(canvas, Symbol.INHIBIT, Box(pill.left + 4, pill.middle - 11, 22, 22), INK)
    canvas.text(player.inhibited, STRONG, pill.column(28)[1], INK, align=Align.MIDDLE)
    return row._replace(width=row.width - 70)


def _team(canvas: Canvas, row: Box, player: _Player) -> Box:
    """Draw the letter of the player's team in its colour at the end of a row; return the rest of the row."""
    if not player.team:
        return row
    pill = Box(row.right - 34, row.middle - 16, 34, 32)
    canvas.panel(pill, TEAMS[player.team], radius=8)
    canvas.text(player.team, STRONG, pill, INK, align=Align.MIDDLE)
    return row._replace(width=row.width - 34 - UNIT)


def _kind(row: Box) -> Type:
    """Return the large type if the row is high enough, else the small one."""
    return TITLE if row.height >= _LARGE else STRONG


def _charge(canvas: Canvas, row: Box, player: _Player) -> int:
    """Draw the delivered and the carried charges; return their width in pixels."""
    size = min(row.height, 36)
    left = row.left
    chip(canvas, Box(left, row.middle - size // 2, size, size), PANEL)
    left += size + 4
    left += canvas.text(player.delivered, _kind(row), row._replace(left=left), TEXT) + 6
    for colour, count in _within(player.carried, row.right - left):
        battery(canvas, colour, Box(left, row.middle - size // 2, size, size), PANEL)
        left += size + 2
        if count > 1:
            left += canvas.text(f"x{count}", STRONG, row._replace(left=left), TEXT) + 4
    return left - row.left


def _within(carried: Sequence[tuple[Colour, int]], room: int) -> Sequence[tuple[Colour, int]]:
    """Return the carried charges of each colour; if these do not fit into `room` pixels, all of them under the first
    colour.
    """
    wide = sum(40 + (fonts.width(f"x{count}", STRONG) + 4 if count > 1 else 0) for _, count in carried)
    if wide <= min(room, 150):
        return carried
    return [(carried[0][0], sum(count for _, count in carried))]


def _tokens(player: _Player) -> Sequence[tuple[int, Ink, Ink, Ink]]:
    """Return the number of cards of each kind, with the inks of their back, their figure and their edge."""
    gold, green, circuits = player.counts
    return ((gold, GOLD, INK, GOLD), (green, LEAF, INK, LEAF), (circuits, LAMINATE, TEXT, SEAM))


def _labelled_hand(canvas: Canvas, row: Box, player: _Player) -> None:
    """Draw the backs of the cards in the hand, each kind with its number, and its name below."""
    wide, high = _BACK
    cells = row.columns(3, 2)
    for cell, (count, back, ink, edge), word in zip(cells, _tokens(player), ("gold", "green", "circuit"), strict=True):
        beside = player.charge_card is not None and cell is cells[-1]
        box = Box(cell.left, cell.top + 2, min(wide, cell.width - _CHARGE - 2) if beside else wide, high)
        token(canvas, box, count, (TITLE, back, ink, edge))
        canvas.text(word, LABEL, Box(cell.left, box.bottom, cell.width, row.bottom - box.bottom), MUTED)
    if player.charge_card is not None:
        battery(canvas, player.charge_card, Box(cells[-1].right - _CHARGE, row.top + 5, _CHARGE, _CHARGE), PANEL)


def _hand(canvas: Canvas, row: Box, player: _Player, *, at_end: bool) -> None:
    """Draw the cards in the hand from the back: gold, green and circuit cards, each kind with its number."""
    tokens = _tokens(player)
    kind = _kind(row)
    widths = [fonts.width(str(count), kind) + 16 for count, *_ in tokens]
    high = min(row.height - 2, kind.size + 6)
    left = row.right - sum(widths) - 5 * (len(widths) - 1) if at_end else row.left
    for wide, (count, back, ink, edge) in zip(widths, tokens, strict=True):
        token(canvas, Box(left, row.middle - high // 2, wide, high), count, (kind, back, ink, edge))
        left += wide + 5
    if at_end:
        return
    if player.charge_card is not None:
        battery(canvas, player.charge_card, Box(left, row.middle - high // 2, high, high), PANEL)
        left += high + 5
    for card in player.shown if left + len(player.shown) * _KNOWN <= row.right else ():
        mini_symbol(canvas, card, Box(left + 4, row.middle - 14, 28, 28), MUTED)
        left += _KNOWN
