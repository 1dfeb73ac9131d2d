"""Chapter 5 of Circuitry: steps, adjacency, and ways around the board."""

from collections.abc import Iterable

import pytest

from rules.circuitry.board import Board
from rules.circuitry.events import PawnMoved
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from tests.rules.circuitry.tables import ANNA, BEN, act, asked, board, choices, hand, ids, refusal, side, table

CARDS = ["light-blue", "dark-blue", "green", "orange", "purple", "red", "black"]
OVER = "14@0,-1 15@1,-1 16@2,-1 17@3,-1 10@3,0"
"""Row 0 has card 1 and, beyond a gap of two places, card 10."""


def adjacent(b: Board, node: str) -> set[str]:
    return set(b.neighbours(node))


def targets(texts: Iterable[str]) -> set[str]:
    return {text.split()[1] for text in texts}


@pytest.mark.clause("circuitry", "5.1")
@pytest.mark.parametrize("card", CARDS)
def test_a_movement_card_of_any_colour_pays_for_a_step(card: str) -> None:
    g = table(side("red", hand=f"{card} free"), side("green", "10-orange"), on="10@0,-1")
    assert targets(choices(g, "move")) == adjacent(g.board, "1-red") - {"10-orange"} == {"1-dark-blue", "1-green"}
    g = act(g, f"move 1-dark-blue {card}")
    assert (g.sides[ANNA].node, hand(g, ANNA), ids(g.gold_discard)) == ("1-dark-blue", "free", card)
    assert choices(g, "move") == []


@pytest.mark.clause("circuitry", "5.2")
def test_nodes_are_adjacent_across_any_number_of_cards() -> None:
    b = board("9@1,0 10@2,0")
    assert adjacent(b, "1-orange") >= {"10-orange", "1-light-blue", "1-dark-blue"}
    assert "1-dark-blue" in adjacent(b, "10-orange")
    around = board("12@0,-1 10@1,-1")
    assert "10-orange" in adjacent(around, "1-light-blue"), "up, around a corner, and around the board"


@pytest.mark.clause("circuitry", "5.2")
def test_nodes_with_another_between_them_are_not_adjacent() -> None:
    b = board("13@1,0 8@2,0:b0")
    assert adjacent(b, "13-dark-blue") == {"13-red", "8-green"}
    assert adjacent(b, "13-red") == {"13-dark-blue", "1-orange"}


@pytest.mark.clause("circuitry", "5.2")
def test_a_pathway_to_a_blank_port_is_a_dead_end() -> None:
    b = board("9@1,0:b0")
    assert adjacent(b, "1-orange") == {"1-light-blue", "1-dark-blue"}
    assert adjacent(b, "1-purple") == {"1-light-blue", "1-green"}, "from its other side as well"
    assert b.follow(1, 2) is None
    assert b.follow(1, 7) is None


@pytest.mark.clause("circuitry", "5.3")
def test_a_pathway_that_leaves_the_board_continues_at_the_far_end() -> None:
    b = board("9@1,0 10@2,0 8@0,1 10@0,2")
    assert "10-orange" in adjacent(b, "1-purple"), "to the left, and in again from the right"
    c = board("8@0,1 10@0,2")
    assert "10-orange" in adjacent(c, "1-light-blue"), "up, and in again from below"
    assert "1-light-blue" in adjacent(c, "10-orange")


@pytest.mark.clause("circuitry", "5.3")
def test_steps_go_around_the_board_both_ways() -> None:
    g = table(side("light-blue", "1-purple", hand="red*2"), side("green"), on="10@1,0")
    assert "10-orange" in targets(choices(g, "move")), "to the left, and in again from the right"
    g = act(g, "move 10-orange red")
    assert targets(choices(g, "move")) == {"1-orange", "1-dark-blue", "1-purple"}
    assert act(g, "move 1-purple red").sides[ANNA].node == "1-purple", "to the right, and in again from the left"


@pytest.mark.clause("circuitry", "5.4")
def test_gaps_in_a_row_are_skipped() -> None:
    b = board(OVER)
    assert b.beyond[1][1] == b.beyond[1][3] == 10
    assert "10-orange" in adjacent(b, "1-orange"), "over the gap"
    assert "10-orange" in adjacent(b, "1-purple"), "around the board"
    assert adjacent(b, "10-orange") >= {"1-orange", "1-dark-blue", "1-green", "1-purple"}


@pytest.mark.clause("circuitry", "5.4")
def test_gaps_in_a_column_are_skipped() -> None:
    b = board("14@1,0 15@1,1 16@1,2 8@0,2")
    assert adjacent(b, "8-red") == {"1-light-blue"}
    assert b.follow(8, 5) == "1-light-blue"
    assert b.follow(8, 0) is None, "up over the gap it meets the blank port of card 1"


@pytest.mark.clause("circuitry", "5.4")
def test_of_three_cards_in_a_row_the_last_one_meets_the_first() -> None:
    b = board("14@1,0 15@-1,0")
    assert b.beyond[14] == (14, 15, 14, 1)
    assert b.beyond[15] == (15, 1, 15, 14)


@pytest.mark.clause("circuitry", "5.4")
def test_a_card_alone_in_its_row_meets_itself() -> None:
    alone = board("13@0,1")
    assert adjacent(alone, "13-red") == {"13-dark-blue"}, "its two nodes also meet around the board"
    assert alone.follow(13, 7) == "13-dark-blue"
    assert alone.follow(13, 2) == "13-red"
    assert alone.beyond[13] == (1, 13, 1, 13)
    assert adjacent(board(), "1-orange") == {"1-light-blue", "1-dark-blue", "1-purple"}


@pytest.mark.clause("circuitry", "5.4")
def test_no_node_is_adjacent_to_itself() -> None:
    b = board("8@0,1:b0")
    assert b.follow(8, 2) == "8-green"
    assert adjacent(b, "8-green") == set()


@pytest.mark.clause("circuitry", "5.4")
def test_a_loop_leads_nowhere() -> None:
    b = board("9@0,1")
    assert [b.follow(9, port) for port in (2, 3, 6, 7)] == [None] * 4
    ring = board("12@0,1 9@1,1 10@1,0")
    assert set(ring.neighbours("10-orange")) >= {"1-orange"}


@pytest.mark.clause("circuitry", "5.5")
def test_a_pawn_never_goes_onto_another_pawn_or_over_it() -> None:
    b = board("13@1,0 8@2,0:b0")
    g = table(side("orange", hand="red*5"), side("green", "13-red"), side("purple"), on=b)
    assert "13-red" not in targets(choices(g, "move"))
    assert "13-dark-blue" not in targets(choices(g, "move")), "the other way goes over the purple pawn"
    assert refusal(g, "move 13-red red")
    free = table(side("orange", hand="red*5"), side("green", "13-red"), side("purple", "1-green"), on=b)
    assert "move 8-green red+red+red" in choices(free), "around the board"
    assert "move 13-dark-blue red+red+red+red" in choices(free)


@pytest.mark.clause("circuitry", "5.5")
def test_a_pawn_never_goes_onto_the_master_node_or_over_it() -> None:
    b = board(hub="b0")
    assert adjacent(b, "1-green") == {"1-dark-blue", "1-orange"}
    g = table(side("green", hand="red*5"), side("dark-blue"), side("orange"), on=b)
    assert choices(g, "move") == []
    assert "master" not in " ".join(b.nodes)


def usual(g: CircuitryState) -> dict[str, str]:
    """Return the default payment for several steps to each node: the first that is offered."""
    return {text.split()[1]: text.split()[2] for text in reversed(choices(g, "move")) if "+" in text}


@pytest.mark.clause("circuitry", "5.6")
def test_several_steps_are_paid_with_the_least_needed_cards() -> None:
    b = board("13@1,0 8@2,0:b0")
    g = table(side("red", "8-green", hand="red*4 green*2 orange black*3"), side("purple"), on=b)
    paid = usual(g)
    assert paid["13-red"] == "green+green"
    assert paid["1-orange"] == "green+green+orange"
    assert paid["1-light-blue"] == "green+green+orange+red"
    g = act(g, "move 1-orange green+green+orange")
    assert hand(g, ANNA) == "red red red red black black black"
    path = ("8-green", "13-dark-blue", "13-red", "1-orange")
    cards = tuple(map(CardId, ("green", "green", "orange")))
    assert PawnMoved(seat=ANNA, by=ANNA, path=path, cards=cards) in g.events


@pytest.mark.clause("circuitry", "5.6")
def test_black_cards_are_paid_last() -> None:
    b = board("13@1,0 8@2,0:b0")
    g = table(side("red", "8-green", hand="red black*3"), side("purple"), on=b)
    paid = usual(g)
    assert paid["13-red"] == "red+black"
    assert paid["1-orange"] == "red+black+black"


@pytest.mark.clause("circuitry", "5.6")
def test_a_payment_can_spare_one_kind() -> None:
    b = board("13@1,0 8@2,0:b0")
    g = table(side("red", "8-green", hand="red*4 green*2 orange black*3"), side("purple"), on=b)
    assert choices(g, "move 13-red") == [f"move 13-red {paid}" for paid in ("green+green", "orange+red")]
    three = ("green+green+orange", "orange+red+red", "green+green+red")
    assert choices(g, "move 1-orange") == [f"move 1-orange {paid}" for paid in three]
    assert hand(act(g, "move 1-orange orange+red+red"), ANNA) == "green green red red black black black"
    all_in = table(side("red", "8-green", hand="red green"), side("purple"), on=b)
    assert choices(all_in, "move 13-red") == ["move 13-red green+red"], "where all is paid nothing is spared"


@pytest.mark.clause("circuitry", "5.6")
def test_single_steps_can_be_paid_with_any_card() -> None:
    g = table(side("red", hand="red black"), side("purple"))
    assert refusal(g, "move 1-orange black+red")
    g = act(g, "move 1-dark-blue black", "move 1-orange red")
    assert ids(g.gold_discard) == "black red"


@pytest.mark.clause("circuitry", "5.7")
def test_a_pawn_without_a_way_out_stays() -> None:
    anna = side("red", "13-purple", hand="red*2 rotate", cards="8")
    g = table(anna, side("purple", "13-red"), side("green"), on="13@1,0:b0 10@2,0")
    assert choices(g, "move") == []
    g = act(g, "place 8 0,1 a0", "rotate 10", "done")
    assert (asked(g), g.sides[ANNA].node) == (BEN, "13-purple")
