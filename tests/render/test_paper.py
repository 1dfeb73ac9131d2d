"""Cards on paper have everything that they have on Discord, at a size that can be read."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bot.content.seeds import load_game
from render.canvas import Box
from render.fonts import ELLIPSIS, TITLE, width
from render.palette import TEXT
from render.paper import DOTS, POKER, PaperCanvas, Words, back, front, is_two_sided
from render.renderer import renderer
from rules.allocator.cards import AllocatorCard
from rules.core.cards import Card
from tests.one_more_game import SHIPPED

SMALLEST_POINTS = 6.9
"""The smallest type of a rule on a card, in points; small print has less."""
MARK = "Draft · 0123456789abcdef"


def fronts(key: str) -> Iterator[tuple[Card, PaperCanvas]]:
    game = load_game(key)
    for card in game.cards.values():
        yield card, front(renderer(key).paper, card, MARK)


def words(canvas: PaperCanvas) -> str:
    return " ".join(line.text for line in canvas.words)


def inside(inner: Box, outer: Box) -> bool:
    return inner.around(outer) == outer


@pytest.mark.parametrize("key", SHIPPED)
def test_no_word_of_a_card_is_cut_and_none_leaves_its_edges(key: str) -> None:
    for card, canvas in fronts(key):
        assert ELLIPSIS not in words(canvas), card
        assert all(inside(line.box, canvas.box.inset(24)) for line in canvas.words), card


def overlapping(canvas: PaperCanvas) -> list[tuple[str, str]]:
    """Return the lines that are written over each other, in pairs."""
    return [
        (one.text, other.text) for one, other in combinations(canvas.words, 2) if overlap(letters(one), letters(other))
    ]


def overlap(one: Box, other: Box) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.bottom <= other.top or other.bottom <= one.top)


def letters(line: Words) -> Box:
    """Return the part of a line's box that its letters fill."""
    wide = width(line.text, line.kind)
    spare = int((line.box.width - wide) * line.align.value)
    return Box(line.box.left + spare, line.box.middle - line.kind.size // 2, wide, line.kind.size)


@pytest.mark.parametrize("key", SHIPPED)
def test_no_two_lines_of_a_front_are_written_over_each_other(key: str) -> None:
    for card, canvas in fronts(key):
        if not is_two_sided(renderer(key).paper, card):
            assert not overlapping(canvas), card


def test_the_picture_gives_way_to_the_longest_text_of_a_content_pack() -> None:
    text = "Nobody knows where it was made, and nobody who has seen it at work would ever ask its owner. " * 2
    shipped = next(card for card in load_game("allocator").cards.values() if isinstance(card, AllocatorCard))
    card = replace(shipped, text=text[:160].strip())
    canvas = front(renderer("allocator").paper, card, MARK)
    assert not overlapping(canvas)
    assert text[:160].strip() in words(canvas)


@pytest.mark.parametrize("key", SHIPPED)
def test_a_front_names_the_card_its_numbers_and_its_draft(key: str) -> None:
    for card, canvas in fronts(key):
        if is_two_sided(renderer(key).paper, card):
            assert "0123456789abcdef" in words(canvas)
            continue
        assert {card.name, MARK} <= {line.text for line in canvas.words}
        numbers = [word.strip("+.,") for word in card.printed.split() if word.strip("+.,").isdigit()]
        shown = words(canvas).replace(",", "")
        assert all(number in shown for number in numbers), (card, numbers, shown)


@pytest.mark.parametrize("key", SHIPPED)
def test_no_rule_is_smaller_than_seven_points(key: str) -> None:
    for card, canvas in fronts(key):
        sizes = [line.kind.size * 72 / DOTS for line in canvas.words if "0123456789abcdef" not in line.text]
        assert all(size >= SMALLEST_POINTS for size in sizes), card


@pytest.mark.parametrize("key", SHIPPED)
def test_cards_of_one_pile_have_the_same_back(key: str) -> None:
    game, paper = load_game(key), renderer(key).paper
    seen: dict[str, bytes] = {}
    for card in game.cards.values():
        if not is_two_sided(paper, card):
            canvas = back(paper, game.title, card, MARK)
            assert seen.setdefault(words(canvas), canvas.pixels.tobytes()) == canvas.pixels.tobytes(), card


def test_a_card_has_the_size_of_a_sleeve_at_300_dots_an_inch() -> None:
    assert [*POKER] == [63, 88]
    assert POKER.dots == (744, 1039)


def test_letters_that_the_main_font_lacks_are_drawn_as_pixels() -> None:
    canvas = PaperCanvas(POKER)
    before = canvas.pixels.tobytes()
    latin, hebrew = "Wall", "חומה"
    for text in (latin, hebrew):
        canvas.text(text, TITLE, canvas.box, TEXT)
    assert [line.text for line in canvas.words] == [latin]
    assert canvas.pixels.tobytes() != before
