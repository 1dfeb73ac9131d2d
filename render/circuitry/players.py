"""The players of Circuitry: who they are, their charge, and what they hold."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts, telling
from render.artist import Names
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.circuitry import facts
from render.circuitry.face import LAMINATE, SEAM
from render.circuitry.minis import GOLD, LEAF, mini_sign, token
from render.circuitry.signs import battery, master_disc, pawn
from render.fonts import LABEL, STRONG
from render.palette import EDGE, GROUND, INK, MUTED, PANEL, TEXT, VERMILION
from render.pieces import SEATS, seat_sign, tag
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId
from rules.core.events import Seat

HEIGHT: Final = 134
"""How high a player's part is."""
GAP: Final = 8
_LINE: Final = 40
_TOKEN: Final = 38
_CIRCUITS: Final = "circuits"


class _Player(NamedTuple):
    """All that is seen of a player."""

    seat: Seat
    name: str
    colour: Colour
    word: str
    team: str
    asked: bool
    carried: tuple[tuple[Colour, int], ...]
    delivered: str
    counts: tuple[int, int, int]
    """Gold, green and circuit cards in the hand."""
    charge_card: Colour | None
    shown: tuple[CardId, ...]
    inhibit: str


def height(count: int, columns: int) -> int:
    """How high so many players are."""
    rows = -(-count // columns)
    return rows * (HEIGHT + GAP) - GAP


def draw(canvas: Canvas, box: Box, view: CircuitryView, names: Names, columns: int) -> None:
    """Every player, in the order of play."""
    for side in view.sides:
        row, column = divmod(side.seat, columns)
        cell = box.columns(columns, GAP)[column]
        piece = _drawn(_player(view, side.seat, names[side.seat]), cell.width)
        canvas.place(piece, cell.left, box.top + row * (HEIGHT + GAP))


def _player(view: CircuitryView, seat: Seat, name: str) -> _Player:
    side = view.sides[seat]
    held = side.charge_card
    return _Player(
        seat=seat,
        name=name,
        colour=side.colour,
        word=telling.standing(view, seat) or ("left the match" if side.left else ""),
        team=facts.team_word(view, seat),
        asked=seat in view.waiting,
        carried=tuple(facts.charges(side).items()),
        delivered=f"{view.delivered(seat)}/{view.variant.charges}",
        counts=(side.gold, side.green, side.circuits),
        charge_card=held.charge if held else None,
        shown=side.shown,
        inhibit=facts.inhibited(view, side),
    )


@kept
def _drawn(player: _Player, width: int) -> Image:
    canvas = Canvas(width, HEIGHT, GROUND)
    ink = SEATS[player.seat][0]
    canvas.panel(canvas.box, PANEL, edge=ink if player.asked else EDGE, line=4 if player.asked else 2)
    inner = canvas.box.inset(12, 7)
    first, rest = inner.row(_LINE)
    second, third = rest.row(_LINE)
    _name(canvas, first, player)
    _charge(canvas, second, player)
    _hand(canvas, third, player)
    return canvas.pixels


def _name(canvas: Canvas, row: Box, player: _Player) -> None:
    seat_sign(canvas, player.seat, row.left, row.top + 1, 40)
    pawn(canvas, player.colour, player.seat, Box(row.left + 52, row.top + 3, 28, 36))
    row = row.column(94)[1]
    word = player.word
    room = row.width - (fonts.width(word, STRONG) + 4 * UNIT if word else 0)
    wide = canvas.text(player.name, STRONG, row._replace(width=room), TEXT)
    if word:
        tag(canvas, word, row.left + wide + UNIT, row.middle, SEATS[player.seat][0])


def _charge(canvas: Canvas, row: Box, player: _Player) -> None:
    """What was delivered and is carried, at the right the team and an Inhibit."""
    master_disc(canvas, Box(row.left + 2, row.middle - 17, 34, 34), PANEL)
    left = row.left + 46
    left += canvas.text(player.delivered, STRONG, row._replace(left=left), TEXT) + 20
    for colour, count in player.carried:
        battery(canvas, colour, Box(left, row.top + 1, 40, 40), PANEL)
        left += 46
        if count > 1:
            left += canvas.text(f"x{count}", STRONG, row._replace(left=left), TEXT) + 8
    if not player.carried:
        left += canvas.text("no charge", LABEL, row._replace(left=left, width=row.right - left), MUTED)
    if player.inhibit:
        wide = fonts.width(player.inhibit, STRONG) + 20
        pill = Box(row.right - wide, row.top + 1, wide, 38)
        canvas.panel(pill, VERMILION, radius=19)
        canvas.text(player.inhibit, STRONG, pill, INK, align=Align.MIDDLE)
    elif player.team:
        canvas.text(player.team, STRONG, row, TEXT, align=Align.RIGHT)


def _hand(canvas: Canvas, row: Box, player: _Player) -> None:
    """Cards in the hand with their backs up, greens that everybody knows with their signs."""
    gold, green, circuits = player.counts
    left = row.left
    for count, ink in ((gold, GOLD), (green, LEAF)):
        token(canvas, Box(left, row.top + 1, _TOKEN, 40), count, ink, on=PANEL)
        left += _TOKEN + 6
    for card in player.shown:
        mini_sign(canvas, card, Box(left, row.top + 6, 30, 30))
        left += 34
    after, left = left, row.right - _TOKEN
    canvas.panel(Box(left, row.top + 1, _TOKEN, 40), LAMINATE, radius=6, edge=SEAM)
    canvas.text(str(circuits), STRONG, Box(left, row.top + 1, _TOKEN, 40), TEXT, align=Align.MIDDLE)
    if player.charge_card is not None:
        left -= 44
        battery(canvas, player.charge_card, Box(left, row.top + 2, 38, 38), PANEL)
    if (room := left - after) >= fonts.width(_CIRCUITS, LABEL) + 2 * UNIT:
        canvas.text(_CIRCUITS, LABEL, Box(after, row.top, room - UNIT, row.height), MUTED, align=Align.RIGHT)
