"""One player's part of Arms Dealer's table: who they are, what they have, and their formation."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import facts, sprites
from render.arms_dealer.cards import SPACE_HEIGHT, Spot, money, space
from render.arms_dealer.skirmishes import Corner, Fate, Fight
from render.cache import kept
from render.canvas import UNIT, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.heads import counters, frame
from render.palette import GROUND, MUTED, PANEL, TEXT, YELLOW
from render.pieces import SEATS, pips, seat_sign, tag
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ShipCard
from rules.arms_dealer.limits import NEEDED, SPACES
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.events import Seat

HEIGHT: Final = 192
_INNER: Final = 12
_NAME, _STOCKS, _SCRAP = 52, 50, 62
_STARS: Final = 7
"""As many wins are shown one by one."""
_FLEETS: Final = tuple(Fleet)


class _Summary(NamedTuple):
    """What is said of a player."""

    seat: Seat
    name: str
    word: str
    first: bool
    asked: bool
    coins: int
    wins: int
    stocks: tuple[tuple[str, str], ...]
    """From left to right."""
    scrapyard: tuple[tuple[ShipCard, int], ...]


def draw(canvas: Canvas, box: Box, view: ArmsDealerView, seat: Seat, name: str) -> None:
    """A player's summary, framed in the colour of their seat if they are asked."""
    canvas.place(_summary(_summed(view, seat, name), box.width), box.left, box.top)


def _summed(view: ArmsDealerView, seat: Seat, name: str) -> _Summary:
    side = view.sides[seat]
    return _Summary(
        seat=seat,
        name=name,
        word=facts.standing(view, seat),
        first=facts.goes_first(view, seat),
        asked=seat in view.waiting,
        coins=side.coins,
        wins=side.wins,
        stocks=(
            ("Ships", f"{side.ships}/{len(side.fleet)}"),
            ("Deck", str(side.deck)),
            *((("Drawn", str(side.drawn)),) if side.drawn else ()),
            ("Repair bay", str(side.bay)),
            ("Items", str(side.hand)),
        ),
        scrapyard=tuple(facts.destroyed(side).items()),
    )


@kept
def _summary(player: _Summary, width: int) -> Image:
    canvas = Canvas(width, HEIGHT, GROUND)
    frame(canvas, canvas.box, player.seat, asked=player.asked)
    name, rest = canvas.box.inset(16, _INNER).row(_NAME)
    _who(canvas, name, player)
    stocks, scrapyard = rest.row(_STOCKS)
    _stocks(canvas, stocks, player)
    _scrapyard(canvas, scrapyard._replace(height=_SCRAP), player)
    return canvas.pixels


def _who(canvas: Canvas, row: Box, player: _Summary) -> None:
    """The seat's sign, the fleet's, the name, and the purse."""
    ink = SEATS[player.seat][0]
    seat_sign(canvas, player.seat, row.left, row.top, 48)
    fleet = _FLEETS[player.seat]
    sprites.insignia(canvas, fleet, Box(row.left + 58, row.top + 4, 40, 40), ink, PANEL)
    right = row.right - money(canvas, player.coins, row.right, row.middle - 2, TITLE) - 3 * UNIT
    left = row.left + 110
    words = [word for word in (player.word, "goes first" if player.first else "") if word]
    tagged = sum(fonts.width(word, STRONG) + 5 * UNIT for word in words)
    left += canvas.text(player.name, TITLE, Box(left, row.top, right - left - tagged, 48), TEXT)
    for word in words:
        left += 2 * UNIT
        left += tag(canvas, word, left, row.top + 24, ink if word == player.word else MUTED)


def _stocks(canvas: Canvas, row: Box, player: _Summary) -> None:
    """Skirmishes won in this battle, and how much there is of everything."""
    canvas.text("Wins", LABEL, row, MUTED)
    left = row.left + 70
    star = Box(left, row.middle - 16, 32, 32)
    if player.wins <= _STARS:
        pips(canvas, Shape.STAR, (player.wins, max(NEEDED, player.wins)), star, YELLOW)
    else:
        pips(canvas, Shape.STAR, (1, 1), star, YELLOW)
        canvas.text(f"x{player.wins}", STRONG, row.column(110)[1], TEXT)
    counters(canvas, row, reversed(player.stocks))


def _scrapyard(canvas: Canvas, row: Box, player: _Summary) -> None:
    """How many ships of each class are destroyed."""
    total = sum(count for _, count in player.scrapyard)
    width = canvas.text("Scrapyard", LABEL, row, MUTED)
    canvas.text(str(total), STRONG, row.column(width + UNIT)[1], TEXT if total else MUTED)
    rest = row.column(width + 60)[1]
    for cell, (ship, count) in zip(rest.columns(len(player.scrapyard), UNIT), player.scrapyard, strict=True):
        sprites.ship(canvas, ship, Box(cell.left, cell.top + 9, 66, 44), whole=count > 0)
        canvas.text(f"x{count}", STRONG, cell.column(74)[1], TEXT if count else MUTED)


def spaces(canvas: Canvas, box: Box, view: ArmsDealerView, fought: Sequence[Fight], seat: Seat) -> None:
    """The formation, with what happened at the spaces already fought; in sudden death, the latest skirmishes."""
    draw_spots(canvas, box, spots(view, fought, seat))


def draw_spots(canvas: Canvas, box: Box, shown: Sequence[Spot]) -> None:
    """Up to five spaces side by side."""
    for spot, room in zip(shown, box.columns(SPACES, UNIT), strict=False):
        canvas.place(space(spot, (room.width, SPACE_HEIGHT), GROUND), room.left, room.top)


def spots(view: ArmsDealerView, fought: Sequence[Fight], seat: Seat) -> list[Spot]:
    """The formation as the viewer knows it, with what happened at the spaces already fought."""
    swapped = facts.swapped(view, seat)
    last = max(SPACES, view.skirmish)
    by_skirmish = {fight.skirmish: fight.corners[seat] for fight in fought}
    return [
        _spot(view.sides[seat], number, by_skirmish.get(number), marked=number in swapped)
        for number in range(last - SPACES + 1, last + 1)
    ]


def _spot(side: SideView, number: int, corner: Corner | None, *, marked: bool) -> Spot:
    fleet = _FLEETS[side.seat]
    if corner is None:
        there = side.formation[number - 1] if number <= SPACES else None
        known = there.ship if there else None
        figure = str(known.power) if known else ""
        laid = there is not None and there.laid
        return Spot(str(number), fleet, laid=laid, ship=known, figure=figure, marked=marked and laid)
    ship = corner.ships[0] if corner.ships else None
    figure = {Fate.FORFEITED: "forfeit", Fate.SPARED: "unseen"}.get(corner.fate, str(corner.power))
    return Spot(str(number), fleet, laid=False, ship=ship, fate=corner.fate, figure=figure)
