"""A deck as a picture and in words, for every game: how full it is, its cards in groups, and its curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import fonts
from render.artist import Traits, artist
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.encode import png
from render.fonts import DISPLAY, LABEL, STRONG, TITLE, legible
from render.palette import AMBER, EDGE, GREEN, GROUND, INK, MUTED, PANEL, SKY, STRIP, TEXT, VERMILION, WELL, blend
from render.picture import Picture, alternative
from render.pieces import sign, tag
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
"""Different cards that are drawn; the text names them all."""
_GAUGE: Final = 16


@dataclass(frozen=True, slots=True)
class _Group:
    traits: Traits
    rows: tuple[tuple[str, int, int | None], ...]
    """Name, copies and place on the curve."""

    @property
    def count(self) -> int:
        return sum(count for _, count, _ in self.rows)

    @property
    def height(self) -> int:
        return _GROUP + len(self.rows) * _ROW + 2 * UNIT


def deck_picture(game: Game, name: str, cards: Sequence[CardId]) -> Picture:
    """A deck, legal or not, of any name. For its owner, and for whom they show it to."""
    return Picture(png(_draw(game, legible(name), cards)), alternative(deck_text(game, name, cards).split("\n")))


def deck_text(game: Game, name: str, cards: Sequence[CardId]) -> str:
    """The same in words: how full it is, the cards of each group, and the curve."""
    size, groups = full_size(game), _groups(game, cards)
    shown, of = name.replace("`", "'"), f" of {size}" if size else ""
    lines = [f"{shown}, a deck of {game.title}: {len(cards)}{of} cards."]
    for group in groups:
        listed = ", ".join(f"{count} {card}" for card, count, _ in group.rows)
        lines.append(f"{group.traits.group} ({group.count}): {listed}.")
    if curve := _curve(groups):
        steps = ", ".join(f"{count} at {value}" for value, count in curve.items() if count)
        lines.append(f"{artist(game.key).cards.curve}: {steps}.")
    return "\n".join(lines)


def full_size(game: Game) -> int | None:
    """How many cards all the ready-made decks have; None if they differ."""
    sizes = {len(deck.cards) for deck in game.decks.values()}
    return sizes.pop() if len(sizes) == 1 else None


def traits(game: Game, card: Card) -> Traits:
    """What is said of a card of this game."""
    return artist(game.key).cards.traits(card)


def _groups(game: Game, cards: Sequence[CardId]) -> list[_Group]:
    """In the order of the card list; cards that the game no longer has come last."""
    counts = copies(cards)
    found: dict[str, tuple[Traits, list[tuple[str, int, int | None]]]] = {}
    for id_, card in game.cards.items():
        if id_ in counts:
            told = traits(game, card)
            found.setdefault(told.group, (told, []))[1].append((card.name, counts[id_], told.value))
    if gone := [(card, count, None) for card, count in counts.items() if card not in game.cards]:
        found["Gone"] = (Traits("No longer in the game", VERMILION, Shape.CROSS, "", None), [*gone])
    return [_Group(told, tuple(rows)) for told, rows in found.values()]


def _curve(groups: Sequence[_Group]) -> dict[int, int]:
    """Copies by value, without a gap; {} where no card has one."""
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
    head, rest = inside.row(_HEAD)
    _draw_head(canvas, head, (game, name, cards), groups)
    rest = rest._replace(top=rest.top + 2 * UNIT)
    if not cards:
        empty = rest.row(_GROUP + UNIT)[0]
        canvas.panel(empty, PANEL)
        canvas.text("No card is in it yet.", LABEL, empty, MUTED, align=Align.MIDDLE)
    for room, column in zip(rest.columns(2, UNIT), columns, strict=False):
        top = room.top
        for group in column:
            _draw_group(canvas, Box(room.left, top, room.width, group.height), group)
            top += group.height + UNIT
    if curve:
        low = Box(inside.left, height - _MARGIN - _CURVE + UNIT, inside.width, _CURVE - UNIT)
        _draw_curve(canvas, low, artist(game.key).cards.curve, curve)
    return canvas


def _draw_head(canvas: Canvas, box: Box, deck: tuple[Game, str, Sequence[CardId]], groups: Sequence[_Group]) -> None:
    """The name, how full it is, whether it can be played, and a band with the share of each group."""
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
    """As many rows as there is room for, in their groups."""
    room, kept = _MOST_ROWS, []
    for group in groups:
        rows = group.rows[: min(room, _MOST_IN_A_GROUP)]
        room -= len(rows)
        if len(rows) < len(group.rows):
            left = sum(count for _, count, _ in group.rows[len(rows) :])
            rows = (*rows, ("more, of other cards", left, None))
        kept.append(_Group(group.traits, rows))
    return kept


def _in_columns(groups: Sequence[_Group]) -> tuple[list[_Group], list[_Group]]:
    """The groups in two columns, split where the longer one is shortest."""
    heights = [group.height for group in groups]
    split = min(range(len(groups) + 1), key=lambda at: (max(sum(heights[:at]), sum(heights[at:])), -at))
    return list(groups[:split]), list(groups[split:])


def _draw_group(canvas: Canvas, box: Box, group: _Group) -> None:
    canvas.panel(box, PANEL)
    look, room = group.traits, box.inset(2 * UNIT, UNIT)
    head, rest = room.row(_GROUP - UNIT)
    sign(canvas, (look.ink, look.shape), look.sign, Box(head.left, head.middle - 16, 32, 32))
    words = head.column(32 + 12)[1]
    canvas.text(str(group.count), STRONG, words, TEXT, align=Align.RIGHT)
    canvas.text(look.group, STRONG, words.column(words.width - 64)[0], look.ink)
    for name, count, _ in group.rows:
        row, rest = rest.row(_ROW)
        line = row.inset(0, 2)
        canvas.panel(line, STRIP, radius=8)
        chip = line.column(48)[0]
        canvas.panel(chip, blend(look.ink, PANEL, 0.85), radius=8)
        canvas.text(str(count), STRONG, chip, INK, align=Align.MIDDLE)
        canvas.text(name, LABEL, line.column(48 + 12)[1], TEXT)


def _draw_curve(canvas: Canvas, box: Box, title: str, curve: dict[int, int]) -> None:
    """A bar for each value, the number of cards on it, the value below."""
    canvas.panel(box, PANEL)
    room = box.inset(2 * UNIT, UNIT)
    head, rest = room.row(40)
    canvas.text(title, LABEL, head, MUTED)
    bars, feet = rest.row(rest.height - 40)
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
