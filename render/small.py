"""Pictures and texts of a small game: a row for each player, with numbers and cards, and a hand of cards.

The game describes what is shown. The pictures, for a desktop and for a phone, and the texts are made from that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from render import fonts
from render.canvas import PHONE_WIDTH, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.landscape import PARTS, PLATE, TALLEST_BODY, empty_table, foot, head, parts, plate, tall_table
from render.lines import MARGIN
from render.palette import EDGE, GROUND, INK, MUTED, STRIP, TEXT
from render.pieces import Badge, card_back, card_front, draw_badge
from render.renderer import Cards, Names, Phone, Renderer, Traits
from render.style import PLAIN, Style
from render.wording import player_label
from rules.core.cards import Card, CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import View

V = TypeVar("V", bound=View)


class Row(NamedTuple):
    """The row of a player on the table."""

    numbers: Mapping[str, int | str]
    """The player's numbers, by label."""
    cards: Sequence[CardId] = ()
    """The cards that lie open before the player. If the row has no room for their names, their badges are drawn."""
    face_down: int = 0
    """How many cards lie face down before the player."""


class Face(NamedTuple):
    """The front of a card, below its name."""

    badge: Badge
    letter: str = ""
    """The letter or number inside the badge."""


def small_renderer(  # noqa: PLR0913 # a description of everything that is shown
    *,
    title: Callable[[V], str],
    row: Callable[[V, Seat], Row],
    hand: Callable[[V], Sequence[CardId]],
    remark: Callable[[V], str] = lambda _: "",
    face: Callable[[Any], Face],
    style: Style = PLAIN,
) -> Renderer:
    """Return the renderer of a small game.

    title: the heading of the table. row: a player's row, from what the viewer may know. hand: the cards of the view's
    seat. remark: a sentence above them, or "". face: the front of a card of the game.
    """
    pictures = _Pictures(title, row, hand, remark, face, style)
    return Renderer(
        table=pictures.table,
        table_lines=pictures.table_lines,
        hand=partial(pictures.hand_at, WIDTH),
        hand_lines=pictures.hand_lines,
        phone=Phone(hand=partial(pictures.hand_at, PHONE_WIDTH), table=pictures.tall_table),
        cards=Cards(traits=pictures.traits),
        style=style,
    )


@dataclass(frozen=True, slots=True)
class _Pictures(Generic[V]):
    """The description of a game's pictures (`small_renderer`), and the functions that draw and write them."""

    title: Callable[[V], str]
    row: Callable[[V, Seat], Row]
    hand: Callable[[V], Sequence[CardId]]
    remark: Callable[[V], str]
    face: Callable[[Any], Face]
    style: Style

    def table(self, game: Game, view: V, names: Names) -> Canvas:
        canvas = empty_table(self.style)
        height = min(PARTS.body.height // len(names), _ROW)
        for seat, name in enumerate(names):
            box = PARTS.body._replace(top=PARTS.body.top + seat * height, height=height - _GAP)
            plate(canvas, Box(box.left, box.middle - PLATE // 2, _PLATE, PLATE), view, seat, name)
            self._draw_row(canvas, game, self.row(view, seat), seat, box.column(_PLATE + 2 * _GAP)[1])
        return self._framed(canvas, game, view, names)

    def tall_table(self, game: Game, view: V, names: Names) -> Canvas:
        """Draw the table for a phone: each player's name above their row."""
        high = min((TALLEST_BODY // len(names)) - PLATE - 2 * _GAP, _ROW)
        canvas = tall_table(self.style, len(names) * (PLATE + high + 2 * _GAP))
        body = parts(canvas).body
        for seat, name in enumerate(names):
            above, body = body.row(PLATE)
            row, body = body.row(_GAP)[1].row(high)
            body = body.row(_GAP)[1]
            plate(canvas, above, view, seat, name)
            self._draw_row(canvas, game, self.row(view, seat), seat, row)
        return self._framed(canvas, game, view, names)

    def _framed(self, canvas: Canvas, game: Game, view: V, names: Names) -> Canvas:
        """Draw the head and the foot of a table."""
        head(canvas, self.title(view), None, (), None)
        foot(canvas, self.style, game, view, names)
        return canvas

    def _draw_row(self, canvas: Canvas, game: Game, row: Row, seat: Seat, box: Box) -> None:
        for label, number in row.numbers.items():
            cell, box = box.column(max(fonts.width(label, LABEL), fonts.width(str(number), STRONG)) + 2 * _GAP)
            cell = cell._replace(top=box.middle - LABEL.pitch, height=LABEL.pitch)
            canvas.name(label, cell._replace(height=2 * LABEL.pitch), seat)
            canvas.text(label, LABEL, cell, MUTED)
            canvas.text(str(number), STRONG, cell._replace(top=box.middle), TEXT)
        shown = [*(game.cards[card] for card in row.cards), *[None] * row.face_down]
        step = min(_card_width(game) + _GAP, (box.width + _GAP) // max(len(shown), 1))
        left = box.right + _GAP - step * len(shown)
        for place, card in enumerate(shown):
            self._draw_card(canvas, card, Box(left + step * place, box.top, step - _GAP, box.height))

    def _draw_card(self, canvas: Canvas, card: Card | None, box: Box) -> None:
        """Draw a card, or the back of one. A low card has room for its name alone, and a narrow one for its badge."""
        if card is None:
            canvas.place(card_back(box.width, box.height, canvas.at(box.left, box.top)), box.left, box.top)
            return
        badge, letter = self.face(card)
        is_narrow = fonts.width(card.name, LABEL) > box.width - UNIT
        if box.height < 2 * _BAND and not is_narrow:
            canvas.panel(box, badge[0], edge=EDGE)
            canvas.text(card.name, LABEL, box, INK, align=Align.MIDDLE)
            return
        body = box
        if is_narrow:
            canvas.panel(box, STRIP, edge=EDGE)
        else:
            body = card_front(canvas, box, _BAND, badge[0])
            canvas.text(card.name, LABEL, box._replace(height=_BAND), INK, align=Align.MIDDLE)
        size = min(body.height, body.width) - 2 * UNIT
        spot = Box(body.left + (body.width - size) // 2, body.top + (body.height - size) // 2, size, size)
        draw_badge(canvas, badge, letter, spot)

    def hand_at(self, width: int, game: Game, view: V, names: Names) -> Canvas:
        """Draw the cards of the view's seat in rows, in a picture of this width."""
        remark, cards, wide = self.remark(view), [game.cards[card] for card in self.hand(view)], _card_width(game)
        columns = (width - 2 * MARGIN + _GAP) // (wide + _GAP)
        top = MARGIN + (STRONG.pitch + UNIT if remark else 0)
        canvas = Canvas(width, top + max(-(-len(cards) // columns), 1) * (_HIGH + _GAP) - _GAP + MARGIN, GROUND)
        canvas.text(remark, STRONG, Box(MARGIN, MARGIN, width - 2 * MARGIN, STRONG.pitch), TEXT)
        for place, card in enumerate(cards):
            row, column = divmod(place, columns)
            box = Box(MARGIN + column * (wide + _GAP), top + row * (_HIGH + _GAP), wide, _HIGH)
            canvas.name(f"Card {card.id}", box)
            self._draw_card(canvas, card, box)
        if not cards:
            canvas.text(_NO_CARDS, LABEL, Box(MARGIN, top, width - 2 * MARGIN, _HIGH), MUTED)
        return canvas

    def table_lines(self, game: Game, view: V, names: Names) -> list[str]:
        return [self.title(view), *(self._row_line(game, view, seat, name) for seat, name in enumerate(names))]

    def _row_line(self, game: Game, view: V, seat: Seat, name: str) -> str:
        row = self.row(view, seat)
        parts = [f"{label} {number}" for label, number in row.numbers.items()]
        parts += [game.cards[card].name for card in row.cards]
        parts += [f"{row.face_down} face down"] if row.face_down else []
        return f"{player_label(view, seat, name)}: {', '.join(parts)}"

    def hand_lines(self, game: Game, view: V, names: Names) -> list[str]:
        cards = ", ".join(game.cards[card].name for card in self.hand(view))
        return [*([remark] if (remark := self.remark(view)) else []), f"Hand: {cards}" if cards else _NO_CARDS]

    def traits(self, card: Any) -> Traits:
        (ink, shape), letter = self.face(card)
        return Traits("Cards", ink, shape, letter, None)


def _card_width(game: Game) -> int:
    """Return the width of the game's cards: all have room for the longest name."""
    return max([_HIGH * 3 // 4, *(fonts.width(card.name, LABEL) + 3 * UNIT for card in game.cards.values())])


_GAP: Final = 10
"""The distance of cards and of rows, in pixels."""
_PLATE: Final = 300
"""The width of a player's name, in pixels."""
_ROW: Final = 170
"""The largest height of a player's row, in pixels, with the gap below it."""
_HIGH: Final = 160
"""The height of a card in hand, in pixels."""
_BAND: Final = 40
"""The height of a card's head, with its name, in pixels."""
_NO_CARDS: Final = "No cards in hand."
