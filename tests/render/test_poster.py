"""The poster of a result: winner, scores, ratings and the decisive moment, legible and fully described in words."""

from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.lab.autoplay import Setup
from render import fonts
from render.canvas import HEIGHT, WIDTH, Canvas
from render.palette import COLOURS, INK, Theme
from render.picture import result_picture
from render.poster import Decisive, Result, Standing
from render.renderer import renderer
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
    assert {"Player 1 wins!", "A game, match #1"} <= drawn_lines.keys()
    assert "By points." not in drawn_lines, "the large number says so"
    assert min(type_sizes) >= fonts.SMALLEST
    assert all(f"{name}, 7 points" in picture.alt for name in names)
    assert "Player 1 takes the lead." in picture.alt


def test_a_poster_says_once_who_has_won(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    picture = result_picture(catalog_game, last_view(catalog_game), lambda _: result(2), ["Player 1", "Player 2"])
    assert not any("wins by" in line for line in drawn_lines)
    assert "Player 1 wins by points." in picture.alt
    assert {"7", "points"} <= drawn_lines.keys(), "the winner's score is the one large number"
    assert any("10" in line and line.endswith(")") for line in drawn_lines), "the rating"


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


def test_a_beaten_player_has_a_poster_with_their_colour_and_their_best_chance(
    catalog_game: Game, drawn_lines: dict[str, bool]
) -> None:
    own = replace(result(2), own=1, shares=[(0.5, 0.5), (0.17, 0.83), (0.9, 0.1)])
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    picture = result_picture(catalog_game, view, lambda _: own, names)
    assert {"Not this time, Player 2", "83%", "your best chance", "Player 1 wins by points."} <= drawn_lines.keys()
    assert "Not this time, Player 2." in picture.alt
    assert "83%: your best chance." in picture.alt
    ink = renderer(catalog_game.key).badges(view)[1][0]
    assert shade(picture.png, 600) == COLOURS[Theme.DARK][ink]
    assert result_picture(catalog_game, view, lambda _: replace(own, own=0), names) == result_picture(
        catalog_game, view, lambda _: replace(own, own=None), names
    ), "the winner's is everybody's"


def test_a_draw_has_the_colours_of_both_players(catalog_game: Game) -> None:
    standings = [replace(standing, has_won=False, rank=1) for standing in result(2).standings]
    drawn = replace(result(2), standings=standings, sentence="The match is a draw by agreement.", own=1)
    view = last_view(catalog_game)
    picture = result_picture(catalog_game, view, lambda _: drawn, ("Player 1", "Player 2"))
    inks = [badge[0] for badge in renderer(catalog_game.key).badges(view)[:2]]
    assert [shade(picture.png, left) for left in (WIDTH // 2 - 20, WIDTH - 8)] == [
        COLOURS[Theme.DARK][ink] for ink in inks
    ]
    assert "Not this time" not in picture.alt


def shade(png: bytes, left: int) -> tuple[int, ...]:
    """Return the colour of the banner at a place near its upper edge."""
    colour = Image.open(BytesIO(png)).convert("RGB").getpixel((left, 2))
    assert isinstance(colour, tuple)
    return colour


def test_a_first_win_is_golden_and_says_so(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    first = replace(result(2), own=0, first_win=catalog_game.title)
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    picture = result_picture(catalog_game, view, lambda _: first, names)
    assert {"Your first win!", "1st", f"win at {catalog_game.title}"} <= drawn_lines.keys()
    assert f"Your first win! 1st win at {catalog_game.title}." in picture.alt


def test_a_draw_of_two_gives_half_a_point_each(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    standings = [replace(standing, has_won=False, rank=1) for standing in result(2).standings]
    drawn = replace(result(2), standings=standings, decisive=None, closing="Nobody wins.")
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    picture = result_picture(catalog_game, view, lambda _: drawn, names)
    assert {"½", "each", "Nobody wins."} <= drawn_lines.keys()
    assert "Nobody wins." in picture.alt


def test_the_chances_stand_below_in_the_colours_of_the_players(catalog_game: Game) -> None:
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    picture = result_picture(catalog_game, view, partial(_same, result(2)), names)
    with Image.open(BytesIO(picture.png)) as opened:
        pixels = opened.convert("RGB")
    upper, lower = (pixels.getpixel((WIDTH - 40, HEIGHT - away)) for away in (80, 24))
    inks = [badge[0] for badge in renderer(catalog_game.key).badges(view)[:2]]
    assert [upper, lower] == [COLOURS[Theme.DARK][ink] for ink in inks]


def test_the_card_of_the_winner_is_large_and_that_of_a_beaten_player_dark(
    catalog_game: Game, drawn_lines: dict[str, bool]
) -> None:
    """A game without a card that stands for a player shows its last table."""
    hero = renderer(catalog_game.key).hero
    if hero is None:
        assert catalog_game.key == "tiny", "each of our games has such a card"
        return
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    cards = []
    for seat in (0, 1):
        canvas = Canvas(400, 440, INK)
        name = hero(canvas, canvas.box, catalog_game, view, seat)
        standings = [
            replace(standing, has_won=standing.seat == seat, rank=1 + (standing.seat != seat))
            for standing in result(2).standings
        ]
        drawn_lines.clear()
        won = replace(result(2), standings=sorted(standings, key=lambda each: each.rank))
        cards.append(_brightness(result_picture(catalog_game, view, partial(_same, won), names).png))
        assert any(name.startswith(line) for line in drawn_lines)
    beaten = result_picture(catalog_game, view, partial(_same, replace(result(2), own=1)), names)
    assert _brightness(beaten.png) < 0.6 * cards[1]


def _brightness(png: bytes) -> float:
    """Return the mean brightness of the card's picture."""
    with Image.open(BytesIO(png)) as opened:
        levels = opened.convert("L").crop((60, 160, 390, 560)).histogram()
    return sum(level * count for level, count in enumerate(levels)) / sum(levels)


def test_closing_words_are_said_where_the_picture_has_room_for_them(
    catalog_game: Game, drawn_lines: dict[str, bool]
) -> None:
    """Alternative texts equal the pictures: with more players, there is no room, and the message alone says them."""
    for seats in {2, max(catalog_game.seats)}:
        drawn_lines.clear()
        closed = replace(result(seats), closing="The lamps go out.")
        names = [f"Player {seat + 1}" for seat in range(seats)]
        picture = result_picture(catalog_game, last_view(catalog_game, seats), partial(_same, closed), names)
        assert ("The lamps go out." in drawn_lines) == ("The lamps go out." in picture.alt) == (seats == 2)


def test_a_computer_has_its_face_on_the_poster(catalog_game: Game) -> None:
    view, names = last_view(catalog_game), ("Player 1", "Player 2")
    faces = [
        replace(result(2), standings=[replace(each, level=level) for each in result(2).standings])
        for level in ("", "novice", "expert")
    ]
    drawn = [result_picture(catalog_game, view, partial(_same, face), names) for face in faces]
    assert len({picture.png for picture in drawn}) == len(faces)
    assert "1. Player 1, a computer, 7 points" in drawn[1].alt


def _same(facts: Result, _: object) -> Result:
    return facts
