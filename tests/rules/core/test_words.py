"""Rows of names, numbers of things."""

import pytest

from rules.core.words import counted, each, span, together


@pytest.mark.parametrize(
    ("names", "row"),
    [(["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["Ada", "Bo", "Cleo"], "Ada, Bo and Cleo")],
)
def test_names_stand_together(names: list[str], row: str) -> None:
    assert together(names) == row


def test_what_there_is_to_choose_from_is_joined_by_or() -> None:
    assert together(["red", "green", "blue"], "or") == "red, green or blue"


@pytest.mark.parametrize(
    ("seats", "words"),
    [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4"), ((2, 4, 6), "2, 4 or 6"), ((2, 4), "2 or 4")],
)
def test_numbers_of_players_in_words(seats: tuple[int, ...], words: str) -> None:
    assert span(seats) == words


def test_one_thing_is_not_several() -> None:
    assert [counted(count, "AI card") for count in (0, 1, 2)] == ["0 AI cards", "1 AI card", "2 AI cards"]


def test_every_player_has_a_number() -> None:
    assert each(("Ada", "Bo"), (1200, 3)) == "Ada 1,200, Bo 3"
