"""Clauses 11.11 and 11.12 of Circuitry: the limits of mini cards played and held."""

import pytest

from rules.circuitry.events import ChargeDiscarded, Discarded
from rules.circuitry.phases import TAKING
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import CardId
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    act,
    asked,
    charges,
    choices,
    do,
    hand,
    ids,
    phase_of,
    refusal,
    side,
    table,
)


def restricted(anna: Side, *, played: int = 0, on: str = "11@1,0 10@0,1 14@-1,0") -> CircuitryState:
    return table(anna, side("green", hand="inhibit"), side("purple"), on=on, played=played, restricted="on")


@pytest.mark.clause("circuitry", "11.11")
def test_at_most_six_mini_cards_are_played_in_a_turn() -> None:
    g = restricted(side("red", hand="rotate*4 flip slide swap black", cards="8"))
    g = act(g, *["rotate 11"] * 4, "flip 10")
    assert (g.played, bool(choices(g, "swap"))) == (5, True)
    g = act(g, "swap 10 14")
    assert choices(g) == [text for text in choices(g) if text.startswith("place") or text == "done"]
    for text in ("slide 11 0,-1", "move 1-dark-blue black"):
        assert refusal(g, text).endswith("(rule 11.11).")
    assert choices(g, "place 8")


@pytest.mark.clause("circuitry", "11.11")
def test_an_action_counts_all_its_cards() -> None:
    everything = "force portal black*4 purple"
    played = dict.fromkeys(("force green", "portal 11", "portal-force", "move"), 0)
    for count in range(7):
        g = restricted(side("red", hand=everything), played=count)
        for kind in played:
            longest = max((text.count("+") + 1 for text in choices(g, kind)), default=0)
            played[kind] += longest > 0
            if kind == "move" and longest:
                assert longest <= 6 - count
    assert played == {"force green": 5, "portal 11": 5, "portal-force": 3, "move": 6}


@pytest.mark.clause("circuitry", "11.11")
def test_a_force_that_continues_counts_only_its_movement_cards() -> None:
    on = "11@1,0"
    g = table(
        side("red", hand="force black*3"), side("green", "11-green"), side("purple"), on=on, played=3, restricted="on"
    )
    g = act(g, "force green 11-purple black")
    assert (g.played, choices(g, "force")) == (5, ["force green 11-green black"])
    g = act(g, "force green 11-green black")
    assert (g.played, choices(g, "force")) == (6, [])


@pytest.mark.clause("circuitry", "11.11")
def test_an_inhibit_is_not_counted() -> None:
    g = restricted(side("red", hand="inhibit*2 rotate free", inhibited=2), played=6)
    assert [text for text in choices(g) if text != "done"] == ["inhibit green", "inhibit purple"]
    g = act(g, "inhibit green")
    assert (g.played, choices(g, "inhibit")) == (6, ["inhibit green", "inhibit purple"])
    other = do(restricted(side("red", hand="rotate")), BEN, "inhibit red")
    assert (other.played, choices(other, "rotate 11")) == (0, ["rotate 11"])


@pytest.mark.clause("circuitry", "11.11")
def test_without_the_variant_there_is_no_limit() -> None:
    g = table(side("red", hand="rotate*4 black*8"), side("green"), side("purple"), on="11@1,0", played=9)
    g = act(g, *["rotate 11"] * 4)
    assert (g.played, bool(choices(g, "move"))) == (13, True)


def filling(hand_: str, carried: str = "", left: int = 2) -> CircuitryState:
    sides = (side("red", hand=hand_, carried=carried), side("green"))
    options = {"restricted": "on", "charges": "5"}
    return table(*sides, phase=TAKING[ANNA][left], gold="orange orange orange", **options)  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "11.12")
def test_taking_a_ninth_card_forces_a_discard_of_choice() -> None:
    g = act(filling("red*5 flip", carried="red red"), "take gold")
    assert (phase_of(g), asked(g), hand(g, ANNA)) == ("Discarding", ANNA, "orange red red red red red flip")
    assert choices(g) == ["discard orange", "discard red", "discard flip", "discard charge"]
    assert refusal(g, "done").endswith("(rule 11.12).")
    g = act(g, "discard flip")
    assert Discarded(seat=ANNA, card=CardId("flip")) in g.events
    assert (phase_of(g), choices(g)[0]) == ("Taking", "take gold"), "the second card is still to be taken"
    assert ids(g.green_discard) == "flip"
    g = act(g, "take slide", "discard slide")
    assert (phase_of(g), g.sides[ANNA].held) == ("Turn", 8)
    assert ids(g.green_discard) == "flip slide"


@pytest.mark.clause("circuitry", "11.12")
def test_a_charge_can_be_discarded_foreign_ones_first() -> None:
    g = act(filling("red*6", carried="red purple"), "take gold", "discard charge")
    assert (charges(g, ANNA), hand(g, ANNA)) == (["red"], "orange red red red red red red")
    assert ChargeDiscarded(seat=ANNA) in g.events
    assert phase_of(g) == "Taking"
    assert "discard charge" not in choices(act(filling("red*8"), "take gold")), "without one there is none"


@pytest.mark.clause("circuitry", "11.12")
def test_a_gift_replaces_the_discard() -> None:
    sides = [side("red", hand="red*8"), side("orange"), side("green", hand="flip"), side("light-blue")]
    g = table(*sides, phase=TAKING[ANNA][1], gold="orange orange", restricted="on", teams="two")
    g = act(g, "take gold")
    assert choices(g, "give") == ["give green orange", "give green red"]
    g = act(g, "give green orange")
    assert (phase_of(g), hand(g, 2), g.gifts) == ("Turn", "orange flip", 1)


@pytest.mark.clause("circuitry", "4.2")
def test_two_gold_cards_at_once_need_room_for_both() -> None:
    assert choices(filling("red*6"), "take two-gold") == ["take two-gold"]
    assert choices(filling("red*5", carried="red red"), "take two-gold") == []


@pytest.mark.clause("circuitry", "11.12")
def test_eight_cards_may_be_held() -> None:
    g = act(filling("red*6"), "take gold", "take gold")
    assert (phase_of(g), g.sides[ANNA].held) == ("Turn", 8)


@pytest.mark.clause("circuitry", "11.12")
def test_discarded_green_cards_go_the_way_of_played_ones() -> None:
    sides = (side("red", hand="red*7 flip"), side("green"))
    g = table(*sides, phase=TAKING[ANNA][1], piles="", active_green="slide swap", restricted="on")
    g = act(g, "take active", "discard flip")
    assert {card: len(pile) for card, pile in g.piles.items() if pile} == {"flip": 1}


@pytest.mark.clause("circuitry", "11.12")
def test_charging_exceeds_eight_by_one_at_most() -> None:
    on = "7@1,0"
    options = {"charges": "5", "restricted": "on"}
    for cards, most in ((8, 1), (7, 2), (6, 3), (4, 5)):
        g = table(side("red", "7-green", hand=f"red black*{cards - 1}"), side("green"), on=on, **options)  # type: ignore[arg-type]
        counts = [int(text.split()[3]) for text in choices(g, "charge red red")]
        assert counts == list(range(1, most + 1))
        assert act(g, f"charge red red {most}").sides[ANNA].held <= 8


@pytest.mark.clause("circuitry", "11.12")
def test_an_exchange_takes_a_charge_from_a_full_hand() -> None:
    sides = (side("red", hand="exchange red*7"), side("green", carried="green"))
    g = act(table(*sides, restricted="on"), "exchange green 1")
    assert (charges(g, ANNA), g.sides[ANNA].held) == (["red"], 8)
