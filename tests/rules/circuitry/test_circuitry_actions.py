"""Chapter 8 of Circuitry: Rotate, Swap, Flip, Portal and Exchange."""

import pytest

from rules.circuitry.events import ChargeTaken, CircuitFlipped, CircuitRotated, CircuitsSwapped, PawnJumped
from rules.core.cards import CardId
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    act,
    charges,
    choices,
    hand,
    ids,
    lying,
    refusal,
    sentences,
    side,
    table,
)

BOARD = "11@1,0 10@0,1 13@-1,0"
ALL = "light-blue dark-blue green orange purple red black"


@pytest.mark.clause("circuitry", "8.1")
def test_a_card_is_rotated_with_the_pawns_on_it() -> None:
    g = table(side("red", "11-green", hand="rotate*2"), side("green"), on=BOARD)
    assert set(choices(g, "rotate")) == {"rotate 10", "rotate 11", "rotate 13"}
    before = set(g.board.neighbours("11-green"))
    g = act(g, "rotate 11")
    assert (lying(g)[11], g.sides[ANNA].node) == ("1,0:a180", "11-green")
    assert CircuitRotated(seat=ANNA, circuit=11) in g.events
    assert set(g.board.neighbours("11-green")) == {"11-purple", "1-dark-blue"} != before
    assert lying(act(g, "rotate 11"))[11] == "1,0:a0"


@pytest.mark.clause("circuitry", "8.2")
def test_two_cards_without_pawns_are_swapped_and_keep_their_orientation() -> None:
    g = table(side("red", hand="swap"), side("green"), on="11@1,0:b180 10@0,1 13@-1,0:a180")
    assert set(choices(g, "swap")) == {
        f"swap {pair}" for pair in ("10 11", "10 13", "11 13", "11 10", "13 10", "13 11")
    }
    assert lying(act(g, "swap 13 11")) == lying(act(g, "swap 11 13")), "whichever is named first"
    g = act(g, "swap 11 13")
    assert lying(g) == {1: "0,0:a0", 11: "-1,0:b180", 10: "0,1:a0", 13: "1,0:a180"}
    assert CircuitsSwapped(seat=ANNA, first=11, second=13) in g.events


@pytest.mark.clause("circuitry", "8.2")
def test_a_card_with_a_pawn_is_not_swapped() -> None:
    g = table(side("red", hand="swap"), side("green", "11-purple"), on=BOARD)
    assert choices(g, "swap") == ["swap 10 13", "swap 13 10"]
    assert refusal(g, "swap 10 11").endswith("(rule 8.2).")
    assert refusal(g, "swap 10 10")


@pytest.mark.clause("circuitry", "8.3")
@pytest.mark.parametrize(("way", "after"), [("a0", "b0"), ("b0", "a0"), ("a180", "b180"), ("b180", "a180")])
def test_a_card_without_pawns_is_turned_over_about_its_long_axis(way: str, after: str) -> None:
    """Its upper edge stays up."""
    g = table(side("red", hand="flip"), side("green"), on=f"11@1,0:{way}")
    g = act(g, "flip 11")
    assert lying(g)[11] == f"1,0:{after}"
    assert CircuitFlipped(seat=ANNA, circuit=11) in g.events


@pytest.mark.clause("circuitry", "8.3")
def test_a_card_with_a_pawn_is_not_turned_over() -> None:
    g = table(side("red", hand="flip"), side("green", "11-purple"), on=BOARD)
    assert choices(g, "flip") == ["flip 10", "flip 13"]
    assert refusal(g, "flip 11").endswith("(rule 8.3).")


@pytest.mark.clause("circuitry", "8.8")
def test_a_pawn_jumps_to_a_portal_of_the_cards_colour_or_with_a_black_card() -> None:
    for node in ("1-red", "10-orange", "11-green"):
        g = table(side("red", node, hand=f"portal {ALL}"), side("green"), on=BOARD)
        assert choices(g, "portal") == ["portal 11-purple purple", "portal 11-purple black"]
        for card in ("purple", "black"):
            after = act(g, f"portal 11-purple {card}")
            assert after.sides[ANNA].node == "11-purple"
            jump = PawnJumped(seat=ANNA, by=ANNA, start=node, end="11-purple", cards=(CardId(card),))
            assert jump in after.events
            assert set(ids(after.green_discard).split() + ids(after.gold_discard).split()) == {"portal", card}


@pytest.mark.clause("circuitry", "8.8")
def test_a_jump_needs_the_portal_card_and_a_movement_card() -> None:
    without = table(side("red", hand="purple black"), side("green"), on=BOARD)
    assert choices(without, "portal") == []
    other = table(side("red", hand="portal red green"), side("green"), on=BOARD)
    assert choices(other, "portal") == []
    assert refusal(other, "portal 11-purple red").endswith("(rule 8.8).")
    flipped = table(side("red", hand="portal red green"), side("green"), on="11@1,0:b0")
    assert choices(flipped, "portal") == ["portal 11-red red"], "the side that is up has another one"


@pytest.mark.clause("circuitry", "8.8")
def test_by_house_rules_a_jump_takes_the_portal_card_alone() -> None:
    g = table(side("red", hand="portal purple"), side("green"), on=BOARD, portals="free", restricted="on", played=5)
    assert choices(g, "portal") == ["portal 11-purple portal"], "the sixth card of the turn"
    assert refusal(g, "portal 11-purple purple").endswith("that takes 2 more (rule 11.11).")
    g = act(g, "portal 11-purple portal")
    assert (g.sides[ANNA].node, hand(g, ANNA), g.played) == ("11-purple", "purple", 6)
    assert "Anna moves to the portal on 11 purple." in sentences(g)


@pytest.mark.clause("circuitry", "8.8")
def test_each_rule_refuses_the_payment_of_the_other() -> None:
    free = table(side("red", hand="portal purple"), side("green"), on=BOARD, portals="free")
    assert refusal(free, "portal 11-purple purple") == "A portal takes no movement card in this match (rule 8.8)."
    paid = table(side("red", hand="portal purple"), side("green"), on=BOARD)
    assert refusal(paid, "portal 11-purple portal").endswith("(rule 8.8).")


@pytest.mark.clause("circuitry", "8.10")
def test_a_charge_is_taken_from_an_opponent_on_an_adjacent_node() -> None:
    g = table(side("red", hand="exchange"), side("green", carried="green"), side("purple", carried="purple"))
    assert choices(g, "exchange") == ["exchange green 1"], "the purple pawn is two steps away"
    g = act(g, "exchange green 1")
    assert (charges(g, ANNA), charges(g, BEN), hand(g, ANNA)) == (["red"], [], "")
    assert ChargeTaken(seat=ANNA, victim=BEN) in g.events


@pytest.mark.clause("circuitry", "8.10")
def test_an_opponent_around_the_board_is_adjacent_too() -> None:
    g = table(side("orange", hand="exchange"), side("purple", carried="purple"))
    assert choices(g, "exchange") == ["exchange purple 1"]


@pytest.mark.clause("circuitry", "8.10")
def test_one_charge_is_taken_and_only_from_an_opponent_who_carries_some() -> None:
    rich = table(side("red", hand="exchange"), side("green", carried="green green"), charges="3")
    assert choices(rich, "exchange") == ["exchange green 1"]
    after = act(rich, "exchange green 1")
    assert (charges(after, ANNA), charges(after, BEN)) == (["red"], ["green"])
    poor = table(side("red", hand="exchange"), side("green"))
    assert choices(poor, "exchange") == []
    assert refusal(poor, "exchange green 1").endswith("(rule 8.10).")


@pytest.mark.clause("circuitry", "8.10")
def test_a_charge_taken_from_an_opponent_counts_as_ones_own() -> None:
    anna = side("red", "1-red", hand="exchange")
    g = act(table(anna, side("green", carried="purple"), charges="3"), "exchange green 1")
    assert charges(g, ANNA) == ["red"]
    assert g.sides[ANNA].foreign == 0


@pytest.mark.clause("circuitry", "8.11")
def test_nodes_and_portals_with_a_pawn_are_closed() -> None:
    anna = side("red", hand=f"portal*2 force*2 {ALL}")
    g = table(anna, side("green", "11-purple"), side("purple", "11-green"), on=BOARD)
    assert choices(g, "portal") == []
    assert refusal(g, "portal 11-purple purple").endswith("(rule 8.11).")
    on_portal = table(side("red", "11-purple", hand=f"portal {ALL}"), side("green"), on=BOARD)
    assert choices(on_portal, "portal") == [], "one's own pawn stands there too"


@pytest.mark.clause("circuitry", "8.11")
def test_force_does_not_bring_a_pawn_onto_another_one() -> None:
    anna = side("red", hand="force portal green*3 purple black")
    g = table(anna, side("green"), side("dark-blue"), on=BOARD)
    ends = {text.split()[2] for text in choices(g, "force green")}
    assert "1-purple" in ends
    assert ends.isdisjoint({"1-red", "1-dark-blue", "1-green"})
    assert choices(g, "portal-force green 11-purple")
    taken = table(anna, side("green"), side("purple", "11-purple"), on=BOARD)
    assert choices(taken, "portal-force") == []
