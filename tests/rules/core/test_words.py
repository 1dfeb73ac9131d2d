"""Rows of names, numbers of things."""

import pytest

from rules.core.words import counted, each, span, together


@pytest.mark.parametrize(
    ("names", "row"),
    [(["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["Ada", "Bo", "Cleo"], "Ada, Bo and Cleo")],
)
def test_names_are_joined(names: list[str], row: str) -> None:
    assert together(names) == row


def test_alternatives_are_joined_by_or() -> None:
    assert together(["red", "green", "blue"], "or") == "red, green or blue"


@pytest.mark.parametrize(
    ("seats", "words"),
    [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4"), ((2, 4, 6), "2, 4 or 6"), ((2, 4), "2 or 4")],
)
def test_numbers_of_players_in_words(seats: tuple[int, ...], words: str) -> None:
    assert span(seats) == words


def test_counted_nouns_are_singular_or_plural() -> None:
    assert [counted(count, "AI card") for count in (0, 1, 2)] == ["0 AI cards", "1 AI card", "2 AI cards"]


def test_numbers_are_listed_by_player() -> None:
    assert each(("Ada", "Bo"), (1200, 3)) == "Ada 1,200, Bo 3"
