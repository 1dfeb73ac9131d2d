from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from bot.content.seeds import load_game, load_games
from bot.lab.autoplay import Setup
from bot.lab.snapshot import NAMES as PEOPLE
from render.picture import hand_picture, table_picture
from rules.core.events import Seat
from rules.core.play import State

Program = Callable[..., tuple[int, str, str]]
GAME = load_game("allocator")
SETUP = Setup(game=GAME, players=("random", "random"), options={})
NAMES = ["Ada", "Bo"]


def after(plies: int, seed: int = 4) -> State:
    g, _ = SETUP.begin(seed)
    for ply, _ in enumerate(SETUP.play(g, seed), start=1):
        if ply == plies:
            break
    return g


@pytest.fixture
def draw(hidden_hand: Program, tmp_path: Path) -> Callable[..., tuple[Path, str]]:
    def run(*words: str) -> tuple[Path, str]:
        file = tmp_path / "picture.png"
        code, out, err = hidden_hand("render", "allocator", "--seed", "4", "--out", str(file), *words)
        assert (code, err) == (0, "")
        return file, out

    return run


def test_without_a_seat_a_spectators_table_is_drawn_and_told(draw: Callable[..., tuple[Path, str]]) -> None:
    file, out = draw("--plies", "12")
    table = table_picture(GAME, GAME.view(after(12), None), NAMES)
    assert file.read_bytes() == table.png
    assert out == table.alt + "\n"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_the_table_and_below_it_the_hand(draw: Callable[..., tuple[Path, str]], seat: Seat) -> None:
    file, out = draw("--plies", "12", "--seat", str(seat))
    view = GAME.view(after(12), seat)
    table, hand = table_picture(GAME, view, NAMES), hand_picture(GAME, view, NAMES)
    assert out == f"{table.alt}\n\n{hand.alt}\n"
    both = _pixels(file)
    above, below = _pixels(_saved(file, table.png)), _pixels(_saved(file, hand.png))
    assert both.height == above.height + below.height
    assert both.crop((0, 0, *above.size)).tobytes() == above.tobytes()
    assert both.crop((0, above.height, below.width, both.height)).tobytes() == below.tobytes()


def _saved(file: Path, png: bytes) -> Path:
    file.write_bytes(png)
    return file


def _pixels(file: Path) -> Image.Image:
    with Image.open(file) as image:
        return image.convert("RGB")


def test_no_plies_show_the_deal_and_too_many_the_end(draw: Callable[..., tuple[Path, str]]) -> None:
    assert draw("--plies", "0")[1] == table_picture(GAME, GAME.view(SETUP.begin(4)[0], None), NAMES).alt + "\n"
    assert draw("--plies", "1000000")[1] == table_picture(GAME, GAME.view(after(10**6), None), NAMES).alt + "\n"


def test_there_are_names_for_every_seat_of_every_game() -> None:
    assert all(max(game.seats) <= len(PEOPLE) for game in load_games().values())
    assert len(set(PEOPLE)) == len(PEOPLE)
