"""Moving pictures: every frame is the table with its caption, in few bytes and in the palette of a theme."""

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from render.canvas import HEIGHT, WIDTH, Canvas
from render.encode import png
from render.landscape import PARTS
from render.moving import MOMENT, MORE, SHRINK, Scene, captioned, gif, moving_picture, shown_once
from render.palette import COLOURS, GROUND, Theme
from render.picture import table_canvas
from render.renderer import renderer
from rules.core.play import View
from tests.examples import games_first, thorough
from tests.one_more_game import SHIPPED

NAMES = ("Ada", "Bo")


def views(key: str, count: int) -> list[View]:
    game = load_game(key)
    setup = Setup(game=game, players=("greedy",) * len(NAMES), options={})
    g, _ = setup.begin(3)
    seen = [game.view(g, None)]
    for _ in setup.play(g, 3):
        seen.append(game.view(g, None))
        if len(seen) == count:
            break
    return seen


def scenes(key: str, count: int) -> list[Scene]:
    seen = views(key, count)
    return [
        Scene(view=view, seat=number % 2, text=f"Caption {number}.", place=f"{number}/9", part=number / 9, seconds=1.2)
        for number, view in enumerate(seen)
    ]


def frames(file: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(file)) as picture:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]


@pytest.mark.parametrize("key", games_first("tiny", "allocator"))
def test_every_frame_is_the_captioned_table_half_as_wide(key: str) -> None:
    game, film = load_game(key), scenes(key, 5)
    shown = frames(moving_picture(game, film, NAMES))
    assert len(shown) == len(film)
    for scene, frame in zip(film, shown, strict=True):
        alone = frames(gif([captioned(game, scene, NAMES)], [1.0], Theme.DARK))[0]
        assert frame.width == WIDTH // SHRINK
        # a table in words may be lower than others: it stands at the bottom
        assert frame.crop((0, frame.height - alone.height, *frame.size)).tobytes() == alone.tobytes()


@pytest.mark.parametrize("key", SHIPPED)
def test_a_caption_takes_the_place_of_the_foot_and_nothing_else(key: str) -> None:
    game, scene = load_game(key), scenes(key, 2)[-1]
    table, canvas = renderer(key).table(game, scene.view, NAMES), captioned(game, scene, NAMES)
    assert canvas.box.height == HEIGHT
    above = (0, 0, WIDTH, PARTS.foot.top)
    assert canvas.pixels.crop(above).tobytes() == table.pixels.crop(above).tobytes()
    assert canvas.pixels.tobytes() != table.pixels.tobytes()


@pytest.mark.parametrize("key", ["tnb", *thorough(*(key for key in SHIPPED if key != "tnb"))])
def test_a_moving_picture_takes_a_quarter_of_the_bytes_of_its_pictures_as_gifs(key: str) -> None:
    game, film = load_game(key), scenes(key, 20)
    whole = 0
    for scene in film:
        file = BytesIO()
        picture = captioned(game, scene, NAMES).pixels.copy()
        picture.putpalette(bytes(part for colour in COLOURS[Theme.DARK] for part in colour))
        picture.save(file, "GIF")
        whole += len(file.getvalue())
    assert len(moving_picture(game, film, NAMES)) <= whole / 4


def test_frames_last_as_long_as_they_say_and_it_begins_again() -> None:
    film = scenes("tnb", 3)
    with Image.open(BytesIO(moving_picture(load_game("tnb"), film, NAMES))) as picture:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert picture.info["loop"] == 0
    assert durations == [1200, 1200, 1200]


def test_a_theme_has_colours_of_its_own() -> None:
    game, film = load_game("tnb"), scenes("tnb", 2)
    files = {theme: frames(moving_picture(game, film, NAMES, theme)) for theme in Theme}
    assert len({shown[0].tobytes() for shown in files.values()}) == len(Theme)
    for theme, shown in files.items():
        colours = shown[1].getcolors(256)
        assert colours is not None
        assert {colour for _, colour in colours} <= set(COLOURS[theme])


def test_a_long_caption_loses_whole_sentences() -> None:
    sentence = "Ada plays a card with a rather long name from her hand onto the board of Bo."
    game, view = load_game("tnb"), views("tnb", 1)[0]

    def drawn(text: str) -> bytes:
        scene = Scene(view=view, seat=None, text=text, place="1/9", part=0, seconds=1)
        return captioned(game, scene, NAMES).pixels.tobytes()

    assert drawn(" ".join([sentence] * 4)) == drawn(sentence)


@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("theme", [Theme.DARK, *thorough(Theme.LIGHT, Theme.CONTRAST)])
def test_an_action_in_motion_begins_and_ends_with_the_table_and_costs_little(key: str, theme: Theme) -> None:
    game = load_game(key)
    *_, before, after = views(key, 9)
    moving = shown_once(game, before, after, NAMES, theme)
    assert moving is not None
    assert len(moving) <= len(png(table_canvas(game, after, NAMES))) + MORE
    with Image.open(BytesIO(moving)) as picture:
        assert "loop" not in picture.info, "it plays once"
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(picture)] == [MOMENT] * 3
    first, between, last = frames(moving)
    table = Image.open(BytesIO(png(table_canvas(game, after, NAMES), theme))).convert("RGB")
    assert first.tobytes() == last.tobytes() == table.tobytes()
    assert between.tobytes() != table.tobytes()
    for box in (PARTS.head, PARTS.foot):
        place = box.left, box.top, box.right, box.bottom
        assert between.crop(place).tobytes() == table.crop(place).tobytes()


def test_a_table_whose_motion_takes_too_many_bytes_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("circuitry")
    *_, before, after = views("circuitry", 9)
    moving = shown_once(game, before, after, NAMES)
    assert moving is not None
    more = len(moving) - len(png(table_canvas(game, after, NAMES)))
    monkeypatch.setattr("render.moving.MORE", more)
    assert shown_once(game, before, after, NAMES) == moving
    monkeypatch.setattr("render.moving.MORE", more - 1)
    assert shown_once(game, before, after, NAMES) is None


def test_tables_of_different_sizes_do_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (before, after) = load_game("tnb"), views("tnb", 2)
    sizes = iter([Canvas(8, 8, GROUND), Canvas(8, 9, GROUND)])
    monkeypatch.setattr("render.moving.table_canvas", lambda *_: next(sizes))
    assert shown_once(game, before, after, NAMES) is None
