"""The chart of a profile: its scale, its lines, and the same in words."""

from io import BytesIO

import pytest
from PIL import Image

from render.canvas import WIDTH
from render.chart import HEIGHT, MOST_LINES, Chart, Curve, _grid, chart_picture
from render.palette import COLOURS, Theme
from render.pieces import SEATS

DAY = 86_400
FIGURES = [("Matches", "12"), ("Won", "7"), ("In time", "100 %")]


def chart(*curves: Curve) -> Chart:
    return Chart(title="Ada", figures=FIGURES, curves=curves)


def colours(drawn: Chart) -> set[int]:
    """Return the palette numbers in a picture."""
    picture = Image.open(BytesIO(chart_picture(drawn).png))
    assert picture.size == (WIDTH, HEIGHT)
    return {number for number, count in enumerate(picture.histogram()) if count}


@pytest.mark.parametrize(
    ("points", "grid"),
    [
        ([1000], [1000, 1010]),
        ([1000, 1000], [1000, 1010]),
        ([1000, 1030], [1000, 1010, 1020, 1030]),
        ([970, 1185], [900, 1000, 1100, 1200]),
        ([0, 2600], [0, 1000, 2000, 3000]),
    ],
)
def test_the_scale_encloses_all_points_by_round_numbers(points: list[int], grid: list[int]) -> None:
    assert _grid(points) == grid


def test_every_line_has_its_own_colour() -> None:
    curves = [Curve(f"Game {place}", [(0, 1000), (DAY, 1000 + 50 * place)]) for place in range(MOST_LINES)]
    drawn = colours(chart(*curves))
    assert {ink for ink, _ in SEATS} <= drawn
    assert SEATS[1][0] not in colours(chart(curves[0]))


@pytest.mark.parametrize(
    "moments", [[(0, 1000)], [(5, 1000), (5, 1100)], [(0, 0), (400 * DAY, 12_345)]], ids=["one", "one moment", "far"]
)
def test_any_history_can_be_drawn(moments: list[tuple[int, int]]) -> None:
    assert SEATS[0][0] in colours(chart(Curve("A game with a name as long as they come", moments)))


def test_the_alternative_text_says_the_same_in_words() -> None:
    alt = chart_picture(chart(Curve("T&B", [(0, 1000), (DAY, 940), (2 * DAY, 1060)]))).alt
    assert "Matches 12, Won 7, In time 100 %" in alt
    assert "T&B: 1000 points on 1970-01-01, 1060 on 1970-01-03; between 940 and 1060." in alt


def test_a_theme_is_another_palette_of_the_same_picture() -> None:
    dark = chart_picture(chart())
    light = dark.in_theme(Theme.LIGHT)
    assert light.alt == dark.alt
    assert light.png != dark.png
    assert len(COLOURS[Theme.LIGHT]) == len(COLOURS[Theme.DARK])
