"""Letters for pathways that leave the board."""

import pytest

from rules.circuitry.letters import letter, rims
from tests.rules.circuitry.tables import board

BOARD = "10@0,-1 14@0,-2 15@1,-2 16@1,0 17@-1,0 18@-1,1 19@-1,2 20@0,2 21@-2,0 22@2,0"
"""
     14 15
     10
  21 17 1 16 22
     18
     19 20         with 14, 10, 1 and 20 in one column; on 14 to 22 a pathway leads to each port
"""


@pytest.mark.clause("circuitry", "5.3")
@pytest.mark.clause("circuitry", "5.4")
def test_both_ends_of_a_lane_share_a_letter() -> None:
    """Each end is given as port, letter and next card. Gaps and dead ends have no letter."""
    ends_by_card: dict[int, str] = {}
    for rim in rims(board(BOARD)):
        end = f"{rim.port}{rim.letter or '-'}{rim.beyond or ''}"
        ends_by_card[rim.number] = f"{ends_by_card[rim.number]} {end}" if rim.number in ends_by_card else end
    assert list(ends_by_card.items()) == [
        (14, "0A20 1B20 6AB15 7AA15"),
        (15, "0F16 1H16 2AA14 3AB14 4-16 5-16"),
        (10, "2S10 3T10 6T10 7S10"),
        (21, "0Y21 1Z21 4Z21 5Y21 6E22 7C22"),
        (17, "0M19 1N19"),
        (1, "4-20"),
        (16, "0-15 1-15 4H15 5F15"),
        (22, "0U22 1V22 2C21 3E21 4V22 5U22"),
        (18, "2J18 3K18 6K18 7J18"),
        (19, "4N17 5M17 6X20 7W20"),
        (20, "0- 1-1 2W19 3X19 4B14 5A14"),
    ]


def test_pathways_across_a_gap_have_no_letter() -> None:
    column = {(rim.number, rim.port): rim.letter for rim in rims(board("10@1,0 14@2,0 15@1,1 16@1,2 17@2,2"))}
    assert [column[14, port] for port in (4, 5)] == [column[17, port] for port in (0, 1)] == ["", ""]
    row = {(rim.number, rim.port): rim.letter for rim in rims(board("10@0,1 14@0,2 15@1,1 16@2,1 17@2,2"))}
    assert [row[14, port] for port in (2, 3)] == [row[17, port] for port in (6, 7)] == ["", ""]


def test_letters_that_are_used_up_are_doubled() -> None:
    places = (0, 17, 18, 35, 36, 18 * 19 - 1, 18 * 19)
    assert [letter(place) for place in places] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
