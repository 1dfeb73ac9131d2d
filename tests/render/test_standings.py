"""Pictures of standings, drawn from a plain value."""

from io import BytesIO

import pytest
from PIL import Image

from render.canvas import HEIGHT, WIDTH
from render.picture import ALT_LIMIT
from render.standings import COLUMNS, ROWS, Column, Line, Standings, standings_picture
from tests.render.tables import cut_off
from tests.render.test_picture import HOSTILE


def standings(count: int, name: str = "Player") -> Standings:
    lines = [
        Line(
            place=str(number),
            name=f"{name} {number}",
            figures=["12½", "10", "5", "10", "112½"],
            is_first=number == 1,
            is_out=number % 5 == 0,
        )
        for number in range(1, count + 1)
    ]
    columns = [
        *(Column(head=word, words=word) for word in ("points", "won", "drawn", "lost")),
        Column(head="opp.", words="points of opponents"),
    ]
    title = "Tournament #12 · Arms Dealer"
    return Standings(title=title, subtitle="Swiss · round 12 of 12", columns=columns, lines=lines)


@pytest.mark.parametrize("count", [1, 4, ROWS, ROWS + 1, COLUMNS * ROWS, 64])
def test_any_number_of_lines_fits_into_a_picture_that_can_be_read(count: int, drawn_lines: dict[str, bool]) -> None:
    picture = standings_picture(standings(count))
    with Image.open(BytesIO(picture.png)) as opened:
        width, height = opened.size
    assert (width, height <= HEIGHT) == (WIDTH, True)
    assert cut_off(drawn_lines) == set()
    assert {f"Player {number}" for number in range(1, min(count, COLUMNS * ROWS) + 1)} <= set(drawn_lines)
    assert (f"and {count - COLUMNS * ROWS} more" in drawn_lines) == (count > COLUMNS * ROWS)


def test_the_words_say_what_the_picture_shows() -> None:
    alt = standings_picture(standings(5)).alt.splitlines()
    assert alt[0] == "Tournament #12 · Arms Dealer. Swiss · round 12 of 12"
    assert alt[5] == "5. Player 5: 12½ points, 10 won, 5 drawn, 10 lost, 112½ points of opponents, out"
    assert len(standings_picture(standings(64)).alt) <= ALT_LIMIT


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn(name: str) -> None:
    with Image.open(BytesIO(standings_picture(standings(3, name[:28])).png)) as opened:
        assert opened.width == WIDTH
