import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.content.seeds import load_game
from bot.lab import gallery as module
from bot.lab.gallery import SMALL, SMALL_ON_PHONE, gallery, page
from render.canvas import HEIGHT, WIDTH
from render.picture import Picture, choice_picture, hand_picture
from render.renderer import renderer
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View
from tests.examples import games_first, thorough
from tests.one_more_game import SHIPPED

Program = Callable[..., tuple[int, str, str]]
DRAW = "hidden-hand gallery docs/gallery"


def files_of(key: str) -> set[str]:
    """Return the names of the gallery's files for a game."""
    of_game = renderer(key)
    kinds = ["lobby", "table", "hand", *["tall", "phone"] * bool(of_game.phone), *["choice"] * bool(of_game.choice)]
    return {f"{key}-{kind}{small}.png" for kind in kinds for small in ("", "-small")}


@pytest.mark.parametrize("keys", [["tiny"], pytest.param([*GAMES], marks=pytest.mark.thorough)])
def test_a_gallery_shows_each_game_whole_and_small(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: list[str]
) -> None:
    games = {key: load_game(key) for key in keys}
    monkeypatch.setattr("bot.process.command_line.load_games", lambda: games)
    folder = tmp_path / "some" / "gallery"
    assert hidden_hand("gallery", str(folder)) == (0, "", "")
    shown = (folder / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(([\w-]+\.png)\)", shown)) == {file.name for file in folder.glob("*.png")}
    for key in games:
        assert {file.name for file in folder.glob(f"{key}-*.png")} == files_of(key)
        with Image.open(folder / f"{key}-table.png") as table:
            assert table.size[0] == WIDTH
            assert table.size[1] <= HEIGHT
        for file in folder.glob(f"{key}-*-small.png"):
            with Image.open(file) as small:
                width, height = SMALL_ON_PHONE if "-phone-" in file.name or "-tall-" in file.name else SMALL
                assert small.size[0] <= width
                assert small.size[1] <= height


def test_a_choice_is_shown_that_is_one_among_several(catalog_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[set[str]] = []

    def noted(game: Game, view: View, chosen: tuple[str, ...], names: tuple[str, ...]) -> Picture | None:
        picture = choice_picture(game, view, chosen, names)
        if picture is not None:
            said = [each for each in map(words, view.options) if each[: len(chosen)] == chosen]
            drawn.append({each[len(chosen)] for each in said if len(each) > len(chosen)})
        return picture

    monkeypatch.setattr(module, "choice_picture", noted)
    monkeypatch.setattr(module, "_small", lambda *_: b"")
    for other in ("lobby_picture", "table_picture", "hand_picture"):
        monkeypatch.setattr(module, other, lambda *_, **__: Picture(b"", ""))
    monkeypatch.setattr(module, "_fullest", lambda _, views, __: views[0])
    draws_choices = renderer(catalog_game.key).choice is not None
    assert (f"{catalog_game.key}-choice" in dict(gallery(catalog_game))) == draws_choices
    assert [len(each) >= 3 for each in drawn] == [True] * draws_choices


@pytest.mark.parametrize("catalog_game", games_first("tiny", "tnb"), indirect=True)
def test_the_fullest_hand_is_shown_that_a_desktop_client_does_not_narrow(
    catalog_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights: list[int] = []

    def noted(*arguments: Any, **options: Any) -> Picture:
        picture = hand_picture(*arguments, **options)
        if not options:
            with Image.open(BytesIO(picture.png)) as image:
                heights.append(image.height if image.height * SMALL[0] <= image.width * SMALL[1] else 0)
        return picture

    monkeypatch.setattr(module, "hand_picture", noted)
    shown = dict(gallery(catalog_game))[f"{catalog_game.key}-hand"]
    with Image.open(BytesIO(shown)) as image:
        assert image.height == max(heights)


def test_the_gallery_that_is_shown_has_all_kinds_of_pictures_and_no_other() -> None:
    folder = Path(__file__).parents[3] / "docs" / "gallery"
    names = set().union(*map(files_of, SHIPPED))
    assert {file.name for file in folder.glob("*.png")} == names, f"draw it anew: {DRAW}"
    expected = page(map(load_game, SHIPPED), {file.stem for file in folder.glob("*.png")})
    assert (folder / "README.md").read_text(encoding="utf-8") == expected, f"write it anew: {DRAW}"


@pytest.mark.parametrize("key", ["tnb", *thorough(*(key for key in SHIPPED if key != "tnb"))])
def test_the_gallery_that_is_shown_is_what_the_program_draws(key: str) -> None:
    folder = Path(__file__).parents[3] / "docs" / "gallery"
    for name, drawn in gallery(load_game(key)):
        with Image.open(folder / f"{name}.png") as kept, Image.open(BytesIO(drawn)) as now:
            # pixels alone are the same on every machine: a file also depends on its zlib
            assert kept.convert("RGB").tobytes() == now.convert("RGB").tobytes(), f"draw {name} anew: {DRAW}"


def test_a_page_about_something_else_is_kept(hidden_hand: Program, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# My project\n", encoding="utf-8")
    code, _, err = hidden_hand("gallery", str(tmp_path))
    assert code == 2
    assert "README.md is about something else: choose another folder" in err
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]


def test_a_folder_that_cannot_be_made_is_named(hidden_hand: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = hidden_hand("gallery", str(tmp_path / "file" / "gallery"))
    assert (code, out) == (2, "")
    assert "cannot be written" in err
