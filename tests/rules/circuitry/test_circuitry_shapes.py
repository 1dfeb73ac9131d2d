"""The orientation of boards in pictures, and the order of places on them."""

from typing import Any

import pytest

from rules.circuitry.board import Board
from tests.rules.circuitry.tables import SIMPLE, board, choices, side, table


def row(cards: int, *more: str) -> Board:
    """Return this many cards in a row, #1 first."""
    return board(" ".join((*(f"{9 + column}@{column},0" for column in range(1, cards)), *more)))


@pytest.mark.parametrize(
    ("shape", "upright"),
    [
        pytest.param((7,), True, id="7 by 1"),
        pytest.param((6,), False, id="6 by 1"),
        pytest.param((7, "20@0,1"), True, id="7 by 2"),
        pytest.param((7, "20@0,1", "21@0,2"), True, id="7 by 3"),
        pytest.param((7, "20@0,1", "21@0,2", "22@0,3"), False, id="7 by 4"),
        pytest.param((8, "20@0,1", "21@0,2", "22@0,3"), False, id="8 by 4"),
        pytest.param((9, "20@0,1", "21@0,2", "22@0,3"), True, id="9 by 4"),
    ],
)
def test_only_a_board_of_long_rows_is_shown_upright(shape: tuple[Any, ...], upright: bool) -> None:
    assert row(*shape).upright == upright


def cells(on: Board, beginning: str) -> list[str]:
    """Return the places that are offered for a card, in order."""
    g = table(side("red", hand="slide", cards="8"), side("green"), on=on)
    return list(dict.fromkeys(text.split()[2] for text in choices(g, beginning)))


@pytest.mark.clause("circuitry", "4.7")
@pytest.mark.clause("circuitry", "8.4")
def test_places_of_a_turned_board_are_numbered_in_reading_order() -> None:
    """The order begins with the last column, which is at the top after the turn; in each column, with its top, which is
    then on the left.
    """
    corner = board("10@1,0 14@0,1")
    assert cells(corner, "place 8") == ["2,0", "1,-1", "1,1", "0,-1", "0,2", "-1,0", "-1,1"]
    assert cells(corner, "slide 10") == ["1,1", "0,-1"]
    assert cells(board("10@1,0 14@0,-1"), "slide 14") == ["1,-1", "-1,0"]


@pytest.mark.clause("circuitry", "4.7")
@pytest.mark.clause("circuitry", "8.4")
def test_places_of_an_upright_board_are_numbered_by_rows() -> None:
    long = row(7, "20@2,1")
    assert cells(long, "place 8") == [
        *(f"{column},-1" for column in range(7)),
        *("-1,0", "7,0", "0,1", "1,1", "3,1", "4,1", "5,1", "6,1", "2,2"),
    ]
    assert cells(long, "slide 20") == ["1,1", "3,1"]
    assert cells(long, "slide 15") == ["5,-1", "5,1"]
    g = table(side("red", cards="8"), side("green"), on=long)
    assert SIMPLE.label(SIMPLE.view(g, 0), ("place", "8", "7,0")).text == "Place 9"
