"""Clauses 8.6, 8.7 and 8.9 of Circuitry: Force, alone and with a Portal."""

import pytest

from rules.circuitry.events import PawnJumped, PawnMoved
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import CardId
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    act,
    asked,
    board,
    choices,
    do,
    hand,
    ids,
    next_turn,
    phase_of,
    refusal,
    side,
    table,
)

ROW = "13@1,0 8@2,0:b0 11@0,1"
"""To the right of card 1 a row of nodes: 13 red, 13 dark blue, 8 green; below it 11 with a portal."""


def forcing(hand: str, *others: Side, on: str = ROW, cards: str = "", **rule_options: str) -> CircuitryState:
    """Ben has the dark blue pawn on 13 red, with more of the row before it."""
    ben = side("dark-blue", "13-red", hand="inhibit free")
    sides = (side("red", hand=hand, cards=cards), ben, *(others or (side("purple"),)))
    return table(*sides, on=on, **rule_options)  # type: ignore[arg-type] # the rules of a match are words


@pytest.mark.clause("circuitry", "8.6")
@pytest.mark.parametrize("cards", ["dark-blue+dark-blue", "dark-blue+black", "black+black"])
def test_a_forced_pawn_takes_a_step_for_each_card_of_its_colour_or_black(cards: str) -> None:
    g = forcing(f"force {cards.replace('+', ' ')} red green")
    assert choices(g, "force dark-blue 13-dark-blue") == [
        f"force dark-blue 13-dark-blue {card}" for card in dict.fromkeys(cards.split("+"))
    ]
    assert choices(g, "force dark-blue 8-green") == [f"force dark-blue 8-green {cards}"]
    g = act(g, f"force dark-blue 8-green {cards}")
    assert (g.sides[BEN].node, hand(g, ANNA)) == ("8-green", "green red")
    paid = tuple(map(CardId, cards.split("+")))
    assert PawnMoved(seat=BEN, by=ANNA, path=("13-red", "13-dark-blue", "8-green"), cards=paid) in g.events
    assert ids(g.green_discard) == "force"


@pytest.mark.clause("circuitry", "8.6")
def test_other_cards_force_nothing() -> None:
    assert choices(forcing("force red green orange"), "force") == []
    assert refusal(forcing("force red"), "force dark-blue 13-dark-blue red").endswith("(rules 8.6 and 5.6).")


@pytest.mark.clause("circuitry", "8.6")
def test_forcing_takes_a_force_card() -> None:
    assert choices(forcing("dark-blue black"), "force") == []
    assert refusal(forcing("dark-blue black"), "force dark-blue 13-dark-blue black")


@pytest.mark.clause("circuitry", "8.6")
def test_a_black_card_forces_any_opponent() -> None:
    g = forcing("force black")
    assert {text.split()[1] for text in choices(g, "force")} == {"dark-blue", "purple"}


@pytest.mark.clause("circuitry", "8.7")
def test_a_force_continues_without_another_force_card() -> None:
    g = act(forcing("force dark-blue*3"), "force dark-blue 13-dark-blue dark-blue")
    assert (asked(g), hand(g, ANNA)) == (ANNA, "dark-blue dark-blue")
    assert choices(g, "force dark-blue 13-red")
    g = act(g, "force dark-blue 8-green dark-blue")
    assert g.sides[BEN].node == "8-green"
    g = act(g, "done")
    assert g.sides[BEN].node == "8-green", "there may be cards left"


@pytest.mark.clause("circuitry", "8.7")
@pytest.mark.parametrize(
    "other", ["move 1-green red", "rotate 11", "place 9 0,-1 a0", "force purple 1-green black", "free red"]
)
def test_any_other_action_of_its_player_ends_a_force(other: str) -> None:
    g = forcing("force*2 dark-blue*2 black red rotate free", cards="9")
    g.sides[ANNA].inhibited = 2 if other == "free red" else 0
    g = act(g, "force dark-blue 13-dark-blue dark-blue", other)
    if other.startswith("force"):
        assert choices(g, "force dark-blue") == []
        assert choices(g, "force purple") == [], "there is no card of its colour left"
    else:
        assert choices(g, "force dark-blue"), "by the second Force card"
        g = act(g, "force dark-blue 13-red dark-blue")
        assert ids(g.green_discard).split().count("force") == 2


@pytest.mark.clause("circuitry", "8.7")
def test_an_inhibit_does_not_end_a_force() -> None:
    g = act(forcing("force dark-blue*2 inhibit"), "force dark-blue 13-dark-blue dark-blue", "inhibit purple")
    assert choices(g, "force dark-blue 13-red")
    g = do(g, BEN, "inhibit red")
    assert choices(g, "force dark-blue 13-red")


@pytest.mark.clause("circuitry", "8.7")
def test_a_gift_does_not_end_a_force() -> None:
    anna, cleo = side("red", hand="force dark-blue*2 flip"), side("green", hand="dark-blue")
    ben, dan = side("dark-blue", "13-red"), side("purple")
    g = act(table(anna, ben, cleo, dan, on=ROW, teams="two"), "force dark-blue 13-dark-blue dark-blue")
    g = do(act(g, "give green flip"), CLEO, "give red dark-blue")
    assert (hand(g, ANNA), hand(g, CLEO)) == ("dark-blue dark-blue", "flip")
    g = act(g, "force dark-blue 13-red dark-blue")
    assert ids(g.green_discard) == "force"


@pytest.mark.clause("circuitry", "8.7")
def test_a_force_ends_with_the_turn() -> None:
    g = act(forcing("force dark-blue*2"), "force dark-blue 13-dark-blue dark-blue")
    assert choices(g, "force dark-blue 13-red")
    g = next_turn(next_turn(next_turn(g)))
    assert (asked(g), phase_of(g)) == (ANNA, "Turn")
    assert choices(g, "force") == []


@pytest.mark.clause("circuitry", "8.7")
def test_a_force_works_on_card_1_and_on_inhibited_pawns() -> None:
    purple = side("purple", inhibited=3)
    g = act(forcing("force purple", purple), "force purple 1-light-blue purple")
    assert g.sides[CLEO].node == "1-light-blue"


@pytest.mark.clause("circuitry", "8.7")
def test_an_inhibited_player_can_force() -> None:
    g = forcing("force dark-blue")
    g.sides[ANNA].inhibited = 2
    assert "force dark-blue 1-orange dark-blue" in choices(g)


@pytest.mark.clause("circuitry", "8.7")
def test_team_mates_cannot_be_forced() -> None:
    anna = side("red", hand="force black portal")
    g = table(anna, side("dark-blue", "13-red"), side("green", "11-green"), side("purple"), on=ROW, teams="two")
    assert {text.split()[1] for text in choices(g, "force")} == {"dark-blue", "purple"}
    assert refusal(g, "force green 11-purple black").endswith("(rule 8.7).")


@pytest.mark.clause("circuitry", "8.9")
@pytest.mark.parametrize(
    "cards",
    ["dark-blue+purple", "dark-blue+black", "black+purple", "black+black"],
)
def test_portal_and_force_bring_an_opponents_pawn_to_a_portal(cards: str) -> None:
    g = forcing(f"force portal {cards.replace('+', ' ')} red")
    g = act(g, f"portal-force dark-blue 11-purple {cards}")
    assert (g.sides[BEN].node, hand(g, ANNA)) == ("11-purple", "red")
    paid = tuple(map(CardId, cards.split("+")))
    assert PawnJumped(seat=BEN, by=ANNA, start="13-red", end="11-purple", cards=paid) in g.events
    assert sorted(ids(g.green_discard).split()) == ["force", "portal"]


@pytest.mark.clause("circuitry", "8.9")
@pytest.mark.parametrize(
    "lacking",
    ["force dark-blue purple", "portal dark-blue purple", "force portal dark-blue*2 red", "force portal black"],
)
def test_portal_and_force_take_both_cards_and_two_movement_cards(lacking: str) -> None:
    assert choices(forcing(lacking), "portal-force") == []


@pytest.mark.clause("circuitry", "8.9")
def test_one_card_does_not_pay_for_pawn_and_portal() -> None:
    b = board("11@1,0:b0 13@0,1")
    g = table(side("green", hand="force portal red"), side("red"), side("purple"), on=b)
    assert choices(g, "portal-force") == []
    g = table(side("green", hand="force portal red*2"), side("red"), side("purple"), on=b)
    assert choices(g, "portal-force") == ["portal-force red 11-red red+red"]


@pytest.mark.clause("circuitry", "8.9")
def test_by_house_rules_portal_and_force_take_a_card_for_the_pawn_alone() -> None:
    g = forcing("force portal dark-blue*2", portals="free")
    assert choices(g, "portal-force") == ["portal-force dark-blue 11-purple dark-blue"]
    assert refusal(g, "portal-force dark-blue 11-purple dark-blue+dark-blue").endswith("(rule 8.9).")
    g = act(g, "portal-force dark-blue 11-purple dark-blue")
    assert g.sides[BEN].node == "11-purple"
    assert hand(g, ANNA) == "dark-blue"
    assert choices(g, "force"), "the pawn can be forced on"


@pytest.mark.clause("circuitry", "8.9")
def test_a_pawn_forced_to_a_portal_can_be_forced_further() -> None:
    g = act(forcing("force portal dark-blue*2 purple"), "portal-force dark-blue 11-purple dark-blue+purple")
    assert choices(g, "force") == ["force dark-blue 11-green dark-blue"]
    g = act(g, "force dark-blue 11-green dark-blue")
    assert (g.sides[BEN].node, hand(g, ANNA)) == ("11-green", "")


@pytest.mark.clause("circuitry", "8.9")
def test_an_inhibited_pawn_can_be_forced_to_a_portal() -> None:
    g = forcing("force portal dark-blue purple")
    g.sides[BEN].inhibited = 3
    assert choices(g, "portal-force") == ["portal-force dark-blue 11-purple dark-blue+purple"]
