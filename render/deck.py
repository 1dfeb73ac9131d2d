"""Show a deck of any game, as a picture and in words: its size, its cards in groups, and its curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import fonts
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG, TITLE, legible
from render.palette import AMBER, EDGE, GREEN, GROUND, INK, MUTED, PANEL, SKY, STRIP, TEXT, VERMILION, WELL, blend
from render.picture import Picture, told
from render.pieces import draw_badge, tag
from render.renderer import Traits, renderer
from render.shapes import Shape
from rules.core.cards import Card, CardId, copies
from rules.core.game import Game

_MARGIN: Final = 24
_HEAD: Final = 132
_GROUP: Final = 52
_ROW: Final = 40
_CURVE: Final = 240
_MOST_ROWS: Final = 60
_MOST_IN_A_GROUP: Final = 36
"""The maximum number of rows of a group in a picture; all groups together have `_MOST_ROWS`. The text has all cards."""
_GAUGE: Final = 16


@dataclass(frozen=True, slots=True)
class _Group:
    traits: Traits
    rows: tuple[tuple[str, int, int | None], ...]
    """For each card: its name, its number of copies, and its position on the curve."""

    @property
    def count(self) -> int:
        return sum(count for _, count, _ in self.rows)

    @property
    def height(self) -> int:
        return _GROUP + len(self.rows) * _ROW + 2 * UNIT


def deck_picture(game: Game, name: str, cards: Sequence[CardId]) -> Picture:
    """Draw a deck, which may be illegal. Only its owner may see the picture, and people to whom the owner shows it."""
    return told(_draw(game, legible(name), cards), lambda: deck_text(game, name, cards).split("\n"))


def deck_text(game: Game, name: str, cards: Sequence[CardId]) -> str:
    """Describe a deck in words: its size, the cards of each group, and its curve."""
    size, groups = full_size(game), _groups(game, cards)
    shown, of = name.replace("`", "'"), f" of {size}" if size else ""
    lines = [f"{shown}, a deck of {game.title}: {len(cards)}{of} cards."]
    for group in groups:
        listed = ", ".join(f"{count} {card}" for card, count, _ in group.rows)
        lines.append(f"{group.traits.group} ({group.count}): {listed}.")
    if curve := _curve(groups):
        steps = ", ".join(f"{count} at {value}" for value, count in curve.items() if count)
        lines.append(f"{renderer(game.key).cards.curve}: {steps}.")
    return "\n".join(lines)


def full_size(game: Game) -> int | None:
    """Return the number of cards in a ready-made deck; None if these decks differ in size."""
    sizes = {len(deck.cards) for deck in game.decks.values()}
    return sizes.pop() if len(sizes) == 1 else None


def traits(game: Game, card: Card) -> Traits:
    """Return a card's details for the picture of a deck."""
    return renderer(game.key).cards.traits(card)


def _groups(game: Game, cards: Sequence[CardId]) -> list[_Group]:
    """Group a deck's cards, in the order of the card list. Cards that the game no longer has come last."""
    counts = copies(cards)
    by_group: dict[str, tuple[Traits, list[tuple[str, int, int | None]]]] = {}
    for id_, card in game.cards.items():
        if id_ in counts:
            card_traits = traits(game, card)
            by_group.setdefault(card_traits.group, (card_traits, []))[1].append(
                (card.name, counts[id_], card_traits.value)
            )
    if removed := [(card, count, None) for card, count in counts.items() if card not in game.cards]:
        by_group["Gone"] = (Traits("No longer in the game", VERMILION, Shape.CROSS, "", None), [*removed])
    return [_Group(card_traits, tuple(rows)) for card_traits, rows in by_group.values()]


def _curve(groups: Sequence[_Group]) -> dict[int, int]:
    """Return the number of cards for each value of the curve, from the lowest to the highest; {} if no card has a
    value.
    """
    valued = [(value, count) for group in groups for _, count, value in group.rows if value is not None]
    if not valued:
        return {}
    values = [value for value, _ in valued]
    return {at: sum(count for value, count in valued if value == at) for at in range(min(values), max(values) + 1)}


def _draw(game: Game, name: str, cards: Sequence[CardId]) -> Canvas:
    groups = _groups(game, cards)
    columns = _in_columns(_drawn(groups))
    body = max((sum(group.height + UNIT for group in column) for column in columns), default=0)
    curve = _curve(groups)
    height = _MARGIN + _HEAD + 2 * UNIT + max(body, _GROUP + 2 * UNIT) + (_CURVE + UNIT if curve else 0) + UNIT
    canvas = Canvas(WIDTH, height, GROUND)
    inside = canvas.box.inset(_MARGIN)
    head, body_box = inside.row(_HEAD)
    _draw_head(canvas, head, (game, name, cards), groups)
    body_box = body_box._replace(top=body_box.top + 2 * UNIT)
    if not cards:
        empty = body_box.row(_GROUP + UNIT)[0]
        canvas.panel(empty, PANEL)
        canvas.text("No card is in it yet.", LABEL, empty, MUTED, align=Align.MIDDLE)
    for room, column in zip(body_box.columns(2, UNIT), columns, strict=False):
        top = room.top
        for group in column:
            _draw_group(canvas, Box(room.left, top, room.width, group.height), group)
            top += group.height + UNIT
    if curve:
        low = Box(inside.left, height - _MARGIN - _CURVE + UNIT, inside.width, _CURVE - UNIT)
        _draw_curve(canvas, low, renderer(game.key).cards.curve, curve)
    return canvas


def _draw_head(canvas: Canvas, box: Box, deck: tuple[Game, str, Sequence[CardId]], groups: Sequence[_Group]) -> None:
    """Draw the name, the size, whether the deck can be played, and a bar with the share of each group."""
    canvas.panel(box, PANEL)
    game, name, cards = deck
    size, count, faults = full_size(game), len(cards), game.deck_faults(cards)
    row = box.inset(2 * UNIT, UNIT).row(84)[0]
    total = str(count)
    of = f"/ {size}" if size else "cards"
    right = row.right - fonts.width(of, TITLE)
    canvas.text(of, TITLE, Box(right, row.top + 10, row.right - right, row.height - 10), MUTED)
    figure = fonts.width(total, DISPLAY)
    ink = AMBER if faults else TEXT
    canvas.text(total, DISPLAY, Box(right - figure - UNIT, row.top, figure + 4, row.height), ink)
    left = Box(row.left, row.top, right - figure - 3 * UNIT - row.left, 44)
    canvas.text(name or "Deck", TITLE, left, TEXT)
    below = Box(row.left, left.bottom, left.width, 40)
    word, shade = ("Not ready yet", AMBER) if faults else ("Ready to play", GREEN)
    beside = tag(canvas, word, below.left, below.middle, shade) + 2 * UNIT
    canvas.text(game.title, LABEL, below.column(beside)[1], MUTED)
    band = Box(row.left, box.bottom - _GAUGE - 2 * UNIT, row.width, _GAUGE)
    canvas.panel(band, WELL, radius=6)
    start, whole = band.left, max(size or 0, count, 1)
    for group in groups:
        end = start + group.count * band.width // whole
        canvas.panel(Box(start, band.top, max(end - start - 2, 2), band.height), group.traits.ink, radius=4)
        start = end


def _drawn(groups: Sequence[_Group]) -> list[_Group]:
    """Return the groups without the rows for which a picture has no room."""
    room, shown = _MOST_ROWS, []
    for group in groups:
        rows = group.rows[: min(room, _MOST_IN_A_GROUP)]
        room -= len(rows)
        if len(rows) < len(group.rows):
            omitted = sum(count for _, count, _ in group.rows[len(rows) :])
            rows = (*rows, ("more, of other cards", omitted, None))
        shown.append(_Group(group.traits, rows))
    return shown


def _in_columns(groups: Sequence[_Group]) -> tuple[list[_Group], list[_Group]]:
    """Split the groups into two columns whose heights differ as little as possible."""
    heights = [group.height for group in groups]
    split = min(range(len(groups) + 1), key=lambda at: (max(sum(heights[:at]), sum(heights[at:])), -at))
    return list(groups[:split]), list(groups[split:])


def _draw_group(canvas: Canvas, box: Box, group: _Group) -> None:
    canvas.panel(box, PANEL)
    card_traits, room = group.traits, box.inset(2 * UNIT, UNIT)
    head, rows_box = room.row(_GROUP - UNIT)
    draw_badge(
        canvas, (card_traits.ink, card_traits.shape), card_traits.letter, Box(head.left, head.middle - 16, 32, 32)
    )
    words = head.column(32 + 12)[1]
    canvas.text(str(group.count), STRONG, words, TEXT, align=Align.RIGHT)
    canvas.text(card_traits.group, STRONG, words.column(words.width - 64)[0], card_traits.ink)
    for name, count, _ in group.rows:
        row, rows_box = rows_box.row(_ROW)
        line = row.inset(0, 2)
        canvas.panel(line, STRIP, radius=8)
        chip = line.column(48)[0]
        canvas.panel(chip, blend(card_traits.ink, PANEL, 0.85), radius=8)
        canvas.text(str(count), STRONG, chip, INK, align=Align.MIDDLE)
        canvas.text(name, LABEL, line.column(48 + 12)[1], TEXT)


def _draw_curve(canvas: Canvas, box: Box, title: str, curve: dict[int, int]) -> None:
    """Draw a bar for each value, with the number of cards above the bar and the value below it."""
    canvas.panel(box, PANEL)
    room = box.inset(2 * UNIT, UNIT)
    head, chart = room.row(40)
    canvas.text(title, LABEL, head, MUTED)
    bars, feet = chart.row(chart.height - 40)
    highest = max(curve.values())
    for (value, count), bar, foot in zip(
        curve.items(), bars.columns(len(curve), UNIT), feet.columns(len(curve), UNIT), strict=True
    ):
        tall = count * (bar.height - 40) // highest
        canvas.fill(Box(bar.left, bar.bottom - 4, bar.width, 4), EDGE)
        if count:
            top = bar.bottom - max(tall, 8)
            wide = min(bar.width, 96)
            canvas.panel(Box(bar.left + (bar.width - wide) // 2, top, wide, bar.bottom - top), SKY, radius=6)
            canvas.text(str(count), STRONG, Box(bar.left, top - 36, bar.width, 32), TEXT, align=Align.MIDDLE)
        canvas.text(str(value), LABEL, foot, MUTED, align=Align.MIDDLE)
