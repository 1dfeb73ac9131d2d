"""Hands, choices and tables for a phone: narrow and tall, with type that can be read 328 pixels wide."""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from render.canvas import PHONE_HEIGHT, PHONE_WIDTH, Layout
from render.landscape import MARGIN, PHONE_FOOT, TALLEST
from render.picture import (
    Picture,
    choice_picture,
    closeup_picture,
    closeup_text,
    closeups,
    first_closeup,
    hand_picture,
    hand_text,
    table_picture,
    table_text,
)
from render.renderer import renderer
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View
from tests.laws.matches import walk
from tests.render.tables import NAMES, cut_off, views

BOX = 328, 500
"""The box in pixels into which a narrow phone fits a picture."""
PHONE = BOX[0]
"""The width in pixels at which a narrow phone shows a picture."""
SMALLEST = 8
"""The smallest type, in pixels, that can be read at that width."""
LARGER = 12
"""The minimum size, in pixels, of type in a phone's own layout."""


def size(picture: Picture) -> tuple[int, int]:
    """Return the width and the height of a picture, in pixels."""
    return int.from_bytes(picture.png[16:20]), int.from_bytes(picture.png[20:24])


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


def test_no_type_of_a_table_for_a_phone_is_too_small_and_no_words_are_cut_off(
    game: Game, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    """A phone fits the picture into a box, whose height may be what limits it."""
    names = NAMES[: game.seats[0]]
    for view in views(game, 5, 17):
        picture = table_picture(game, view, names, layout=Layout.PHONE)
        wide, high = size(picture)
        assert wide == PHONE_WIDTH
        assert min(type_sizes) * min(BOX[0] / wide, BOX[1] / high) >= LARGER
    assert cut_off(drawn_lines) <= set(names)


def test_no_figure_of_a_choice_for_a_phone_is_cut_off(game: Game, drawn_lines: dict[str, bool]) -> None:
    for _ in pictures(game, Layout.PHONE, seed=7):
        pass
    assert drawn_lines
    assert [line for line in cut_off(drawn_lines) if re.search(r"[-+]?\d", line)] == []


def test_tables_for_a_phone_have_room_for_as_many_players_as_can_play(game: Game) -> None:
    seats = game.seats[-1]
    setup = Setup(game=game, players=("greedy",) * seats, options={}, decks=tuple(sorted(game.decks))[:seats])
    for state in walk(setup, 3, 60):
        picture = table_picture(game, game.view(state, None), NAMES[:seats], layout=Layout.PHONE)
        assert size(picture)[1] <= TALLEST


def test_every_viewer_sees_the_same_table_above_the_foot_and_hears_that_of_a_desktop(game: Game) -> None:
    """So it shows no hand, and a spectator misses nothing. The foot speaks to the viewer."""
    names, seen = NAMES[: game.seats[0]], b""
    for view in views(game, 6, 40):
        picture = table_picture(game, view, names, layout=Layout.PHONE)
        table = Image.open(BytesIO(picture.png))
        above = table.crop((0, 0, PHONE_WIDTH, table.height - MARGIN - PHONE_FOOT)).tobytes()
        seen = above if view.seat is None else seen
        assert seen == above
        desktop = table_picture(game, view, names)
        assert (picture.alt, picture.words) == (desktop.alt, desktop.words)


def test_zoom_offers_the_whole_table_and_shows_it_first_on_a_phone(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    view = next(views(game, 6, 9))
    word, label = closeups(game, view)[0]
    assert label == "The whole table, tall for a phone"
    assert first_closeup(game, view, Layout.PHONE) == word != first_closeup(game, view)
    picture = closeup_picture(game, view, word, names)
    assert picture == table_picture(game, view, names, layout=Layout.PHONE)
    assert closeup_text(game, view, word, names) == table_text(game, view, names)


def test_a_phones_picture_has_its_width_and_says_the_same(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    for view in seats(game, 6, 23):
        picture = hand_picture(game, view, names, layout=Layout.PHONE)
        assert size(picture)[0] == PHONE_WIDTH
        assert picture.alt == hand_picture(game, view, names).alt
        assert picture.png != hand_picture(game, view, names).png


def test_hands_for_a_phone_leave_room_for_the_buttons(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    heights = [
        size(hand_picture(game, view, names, layout=Layout.PHONE))[1]
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
    for draw in (hand_picture, table_picture):
        desktop, phone = (draw(catalog_game, view, names, layout=layout) for layout in Layout)
        assert phone == desktop
    assert first_closeup(catalog_game, view, Layout.PHONE) == first_closeup(catalog_game, view)
