"""Frames around what matters: where a renderer says that it stands, in every theme, and in words too."""

import pytest

from render.canvas import Box, Canvas
from render.highlights import UnknownPlaceError, frame
from render.palette import GROUND, INK, YELLOW, Theme, contrast


def test_what_is_named_is_framed_and_nothing_within_is_changed() -> None:
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


def test_what_is_named_alike_is_framed_together_and_a_frame_stays_on_the_picture() -> None:
    canvas = Canvas(200, 100, GROUND)
    canvas.name("Cards", Box(0, 0, 20, 20))
    canvas.name("Cards", Box(150, 60, 50, 40))
    assert canvas.places["Cards"] == canvas.box
    frame(canvas, ["Cards"], [])
    assert canvas.at(3, 50) == YELLOW


def test_what_nobody_named_is_refused_and_what_there_is_is_told() -> None:
    canvas = Canvas(20, 20, GROUND)
    canvas.name("Deck", Box(5, 5, 5, 5))
    with pytest.raises(UnknownPlaceError, match="“Hand” here; there are: Deck"):
        frame(canvas, ["Hand"], [])


@pytest.mark.parametrize("theme", list(Theme))
def test_a_frame_is_seen_in_every_theme(theme: Theme) -> None:
    assert contrast(YELLOW, INK, theme) >= 4.5
