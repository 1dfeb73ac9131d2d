"""The poster of a result: winner, scores, ratings and the decisive moment, legible and fully described in words."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.lab.autoplay import Setup
from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.picture import result_picture
from render.poster import Decisive, Result, Standing
from rules.core.game import Game


def result(seats: int) -> Result:
    standings = [
        Standing(
            seat=seat,
            name=f"Player {seat + 1}",
            rank=1 if seat == 0 else 2,
            has_won=seat == 0,
            score="7 points",
            points=(1000, 1010 - 10 * seat),
        )
        for seat in range(seats)
    ]
    return Result(
        title="A game, match #1",
        sentence="Player 1 wins by points.",
        standings=standings,
        shares=[[1 / seats] * seats] * 5,
        decisive=Decisive(place=2, turn="battle 3", text="Player 1 takes the lead."),
    )


def last_view(game: Game, seats: int = 2) -> Any:
    """Return a spectator's view of a dealt match; the poster shows the table of any view."""
    decks = tuple(sorted(game.decks))
    setup = Setup(game=game, players=("greedy",) * seats, options={}, decks=(decks * seats)[:seats] if decks else ())
    return game.view(setup.begin(3)[0], None)


@pytest.mark.parametrize("most", [2, 4, 6])
def test_a_poster_is_as_large_as_a_table_legible_and_complete_in_words(
    catalog_game: Game, most: int, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    seats = max(count for count in catalog_game.playable({}) if count <= most)
    names = [f"Player {seat + 1}" for seat in range(seats)]
    picture = result_picture(catalog_game, last_view(catalog_game, seats), lambda _: result(seats), names)
    assert Image.open(BytesIO(picture.png)).size == (WIDTH, HEIGHT)
    assert {
        "Player 1 wins!",
        "By points.",
        "A game, match #1",
        "Decisive, battle 3: Player 1 takes the lead.",
    } <= drawn_lines.keys()
    assert min(type_sizes) >= fonts.SMALLEST
    assert all(f"{name}, 7 points" in picture.alt for name in names)
    assert "Player 1 takes the lead." in picture.alt


def test_a_poster_says_once_who_has_won(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    picture = result_picture(catalog_game, last_view(catalog_game), lambda _: result(2), ["Player 1", "Player 2"])
    assert not any("wins by" in line for line in drawn_lines)
    assert "Player 1 wins by points." in picture.alt
    assert {"7", "points"} <= drawn_lines.keys(), "the winner's score is the one large number"
    assert any(line.startswith("10") and line.endswith(")") for line in drawn_lines), "the rating"


def test_a_draw_without_chances_names_no_winner(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    drawn = replace(
        result(2),
        standings=[replace(each, rank=1, has_won=False) for each in result(2).standings],
        shares=(),
        decisive=None,
    )
    result_picture(catalog_game, last_view(catalog_game), lambda _: drawn, ["Player 1", "Player 2"])
    assert "A draw" in drawn_lines
    assert not any("Decisive" in line for line in drawn_lines)
