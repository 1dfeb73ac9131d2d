"""Hands and choices for a phone: narrow and tall, with type that can be read 328 pixels wide."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.content.seeds import load_game
from render.canvas import PHONE_HEIGHT, PHONE_WIDTH, Layout
from render.picture import Picture, choice_picture, hand_picture, hand_text
from render.renderer import renderer
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View
from tests.render.tables import NAMES, views

PHONE = 328
"""The width in pixels at which a narrow phone shows a picture."""
SMALLEST = 8
"""The smallest type, in pixels, that can be read at that width."""
LARGER = 12
"""The minimum size, in pixels, of type in a phone's own layout."""


@pytest.fixture(params=[key for key in GAMES if renderer(key).phone is not None])
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game that has pictures for a phone."""
    return load_game(request.param)


def seats(game: Game, seed: int, stride: int) -> Iterator[View]:
    """Yield the views of seats during a match."""
    return (view for view in views(game, seed, stride) if view.seat is not None)


def pictures(game: Game, layout: Layout, seed: int = 5) -> Iterator[Picture]:
    """Yield hands, and the choices after beginnings of options of each length."""
    names = NAMES[: game.seats[0]]
    for view in seats(game, seed, 9):
        yield hand_picture(game, view, names, layout=layout)
        begun = {(spelled[0], depth): spelled[:depth] for spelled in map(words, view.options) for depth in range(1, 4)}
        for chosen in begun.values():
            if any(spelled[: len(chosen)] == chosen != spelled for spelled in map(words, view.options)):
                picture = choice_picture(game, view, chosen, names, layout=layout)
                if picture is not None:
                    yield picture


@pytest.mark.parametrize(("layout", "least"), [(Layout.DESKTOP, SMALLEST), (Layout.PHONE, LARGER)])
def test_no_type_of_a_hand_or_choice_is_too_small_on_a_phone(
    game: Game, layout: Layout, least: float, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    assert list(pictures(game, layout))
    assert drawn_lines
    assert min(type_sizes) * PHONE / layout.width >= least


def test_a_phones_picture_has_its_width_and_says_the_same(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    for view in seats(game, 6, 23):
        picture = hand_picture(game, view, names, layout=Layout.PHONE)
        assert int.from_bytes(picture.png[16:20]) == PHONE_WIDTH
        assert picture.alt == hand_picture(game, view, names).alt
        assert picture.png != hand_picture(game, view, names).png


def test_hands_for_a_phone_leave_room_for_the_buttons(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    heights = [
        int.from_bytes(hand_picture(game, view, names, layout=Layout.PHONE).png[20:24])
        for seed in (6, 7)
        for view in seats(game, seed, 11)
    ]
    assert max(heights) <= PHONE_HEIGHT


def test_hands_for_a_phone_with_equal_text_have_equal_pictures(game: Game) -> None:
    """Nothing but the text decides the picture, so it can show no secret."""
    names, drawn = NAMES[: game.seats[0]], dict[str, bytes]()
    for view in seats(game, 4, 1):
        if not view.options and view.outcome is None:
            png = hand_picture(game, view, names, layout=Layout.PHONE).png
            assert drawn.setdefault(f"{view.seat} {hand_text(game, view, names)}", png) == png


def test_choices_are_drawn_for_a_phone_where_hands_are(game: Game) -> None:
    own = renderer(game.key)
    assert own.phone is not None
    assert (own.phone.choice is None) == (own.choice is None)


def test_without_pictures_for_a_phone_those_for_a_desktop_serve_both(
    catalog_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = replace(renderer(catalog_game.key), phone=None)
    monkeypatch.setattr("render.picture.renderer", lambda _: without)
    names = NAMES[: catalog_game.seats[0]]
    view = next(seats(catalog_game, 5, 1))
    desktop, phone = (hand_picture(catalog_game, view, names, layout=layout) for layout in Layout)
    assert phone == desktop
