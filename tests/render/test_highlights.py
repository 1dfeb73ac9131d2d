"""Highlights are framed at the boxes that the renderer has named, in every theme, and are also described in words."""

import pytest

from render.canvas import Box, Canvas
from render.highlights import UnknownPlaceError, frame
from render.palette import GROUND, INK, YELLOW, Theme
from tests.render.contrast import contrast


def test_a_named_box_is_framed_and_its_inside_is_unchanged() -> None:
    canvas = Canvas(200, 100, GROUND)
    box = Box(60, 40, 50, 20)
    canvas.name("Life", box, 1)
    assert frame(canvas, ["Life of 1"], ["Ada", "Bo"]) == "Framed: Life of Bo."
    assert canvas.at(box.left + 20, box.top) == YELLOW
    assert canvas.at(box.left + 20, box.top - 6) == INK
    within = box.inset(4)
    assert {canvas.at(x, y) for x in range(within.left, within.right) for y in range(within.top, within.bottom)} == {
        GROUND
    }


def test_boxes_with_one_name_share_a_frame_inside_the_picture() -> None:
    canvas = Canvas(200, 100, GROUND)
    canvas.name("Cards", Box(0, 0, 20, 20))
    canvas.name("Cards", Box(150, 60, 50, 40))
    assert canvas.places["Cards"] == canvas.box
    frame(canvas, ["Cards"], [])
    assert canvas.at(3, 50) == YELLOW


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    canvas = Canvas(20, 20, GROUND)
    canvas.name("Deck", Box(5, 5, 5, 5))
    with pytest.raises(UnknownPlaceError, match="“Hand”; the names are: Deck"):
        frame(canvas, ["Hand"], [])


@pytest.mark.parametrize("theme", list(Theme))
def test_a_frame_is_visible_in_every_theme(theme: Theme) -> None:
    assert contrast(YELLOW, INK, theme) >= 4.5
