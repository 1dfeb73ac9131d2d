"""Posters of honours, drawn from plain values: the podium of a tournament, and the winners of a season."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image

from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.honours import Place, Podium, SeasonEnd, Winners, podium_picture, season_picture
from render.picture import ALT_LIMIT
from rules.catalog import GAMES
from tests.render.tables import cut_off
from tests.render.test_picture import HOSTILE

HEADLINE = "Player 1 wins the tournament!"


def places(count: int, name: str = "Player") -> list[Place]:
    return [
        Place(place=number, name=f"{name} {number}", figure=f"{count - number + 2} points")
        for number in range(1, count + 1)
    ]


def podium(game: str, players: Sequence[Place]) -> Podium:
    return Podium(game=game, title="Tournament #12", headline=HEADLINE, places=players)


@pytest.mark.parametrize("count", [2, 3, 4, 14, 64])
@pytest.mark.parametrize("game", [*GAMES, "gone"])
def test_a_podium_names_the_best_large_and_the_others_beside_it(
    game: str, count: int, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    picture = podium_picture(podium(game, places(count)))
    with Image.open(BytesIO(picture.png)) as opened:
        assert opened.size == (WIDTH, HEIGHT)
    assert {HEADLINE, "1", "2", "Player 1", "Player 2"} <= drawn_lines.keys()
    assert cut_off(drawn_lines) == set()
    assert min(type_sizes) >= fonts.SMALLEST
    assert any(line.startswith("and ") for line in drawn_lines) == (count > 14)
    assert f"{HEADLINE}\n1. Player 1, {count + 1} points\n2. Player 2, " in picture.alt
    assert len(picture.alt) <= ALT_LIMIT


def test_players_who_share_a_place_stand_equally_high(drawn_lines: dict[str, bool]) -> None:
    shared = [Place(place=1, name=name, figure="3 points") for name in ("Ada", "Bo")]
    with Image.open(BytesIO(podium_picture(podium("tnb", shared)).png)) as opened:
        pixels = opened.convert("RGB")
        left, middle = (pixels.getpixel((left, HEIGHT - 30)) for left in (100, WIDTH // 2))
    assert left == middle
    assert "2" not in drawn_lines


def test_a_computer_on_the_podium_has_its_face_and_words_say_so() -> None:
    person, computer = (Place(place=1, name="Novice Wat", figure="3 wins", level=level) for level in ("", "novice"))
    pictures = [podium_picture(podium("tnb", [first, *places(2)[1:]])) for first in (person, computer)]
    assert pictures[0].png != pictures[1].png
    assert "1. Novice Wat, a computer, 3 wins" in pictures[1].alt


@pytest.mark.parametrize("count", [1, 2, 5, 7])
def test_a_season_honours_each_game_on_its_own_ground(count: int, drawn_lines: dict[str, bool]) -> None:
    keys = [*GAMES, "gone", "gone"][:count]
    winners = [
        Winners(game=key, title=f"Game {number}", places=places(3, f"Winner {number}"))
        for number, key in enumerate(keys)
    ]
    picture = season_picture(SeasonEnd(title="2026", headline="Season 3 is over", winners=winners))
    with Image.open(BytesIO(picture.png)) as opened:
        assert opened.width == WIDTH
        assert opened.height <= HEIGHT
    assert cut_off(drawn_lines) == set()
    assert {"Winner 0 1", "Winner 0 3"} <= drawn_lines.keys()
    assert ("and 2 more in the message" in drawn_lines) == (count > 5)
    told = [", ".join(f"{n}. Winner {number} {n}, {5 - n} points" for n in (1, 2, 3)) for number in range(count)]
    assert picture.alt.splitlines()[1:] == [f"Game {number}: {line}" for number, line in enumerate(told)]


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn(name: str) -> None:
    with Image.open(BytesIO(podium_picture(podium("tnb", places(5, name[:28]))).png)) as opened:
        assert opened.width == WIDTH
