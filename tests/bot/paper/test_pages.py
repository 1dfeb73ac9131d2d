"""Places of cards on a page: nine of them, cut marks in line with their edges, backs behind their fronts."""

import pytest

from bot.paper.pages import A4, LETTER, PAGES, Grid, Page, Spot
from render.paper import POKER, Size

TALL = Size(63, 110.25)


@pytest.mark.parametrize(
    ("page", "size", "places"), [(A4, POKER, 9), (LETTER, POKER, 9), (A4, TALL, 6), (LETTER, TALL, 6)]
)
def test_nine_cards_of_the_usual_size_fit_on_a_page(page: Page, size: Size, places: int) -> None:
    assert Grid.of(page, size).places == places


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", [POKER, TALL])
def test_cut_marks_are_in_line_with_every_edge_and_on_no_card(page: Page, size: Size) -> None:
    grid = Grid.of(page, size)
    corners = [grid.front(place) for place in range(grid.places)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + size.width
    top, low = min(y for _, y in corners), max(y for _, y in corners) + size.height
    upright = {start.x for start, end in grid.cut_marks() if start.x == end.x}
    level = {start.y for start, end in grid.cut_marks() if start.y == end.y}
    edges_x = {round(x + side, 6) for x, _ in corners for side in (0, size.width)}
    edges_y = {round(y + side, 6) for _, y in corners for side in (0, size.height)}
    assert {round(x, 6) for x in upright} == edges_x
    assert {round(y, 6) for y in level} == edges_y
    for start, end in grid.cut_marks():
        assert min(start.x, start.y) >= 0, "off the page"
        assert end.x <= page.width
        assert end.y <= page.height
        on_a_card = left <= start.x <= right and top <= (start.y + end.y) / 2 <= low
        beside = start.x == end.x or (end.x < left or start.x > right)
        assert not on_a_card or (start.y == end.y and beside)


@pytest.mark.parametrize("page", PAGES)
def test_a_back_lies_behind_its_front_when_the_paper_is_turned_over_the_long_edge(page: Page) -> None:
    grid = Grid.of(page, POKER)
    for place in range(grid.places):
        front, back = grid.front(place), grid.back(place)
        turned = Spot(page.width - front.x - POKER.width, front.y)
        assert (round(back.x, 6), back.y) == (round(turned.x, 6), turned.y)
