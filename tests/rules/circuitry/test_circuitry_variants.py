"""Chapter 11 of Circuitry without its teams: several charges, passed charge points."""

import pytest

from rules.circuitry.events import ChargeCardPassed
from rules.circuitry.state import CircuitryState, Side
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    GAME,
    act,
    asked,
    board,
    charges,
    choices,
    hand,
    ids,
    next_turn,
    refusal,
    side,
    table,
)

ALL = "light-blue dark-blue green orange purple red black"
POINTS = "7@1,0 4@0,1 6@2,0"
"""The red, the green and the purple charge point."""


def playing(anna: Side, charges: int = 3, *, on: str = POINTS, **more: str) -> CircuitryState:
    return table(anna, side("green"), side("purple"), on=on, charges=str(charges), **more)  # type: ignore[arg-type]


def at_master(anna: Side, charges: int = 3) -> CircuitryState:
    return table(anna, side("green"), on=board(hub="b0"), charges=str(charges))


@pytest.mark.clause("circuitry", "11.1")
@pytest.mark.parametrize("needed", [1, 2, 3, 4, 5])
def test_the_option_sets_the_number_of_charges_to_win(needed: int) -> None:
    g = at_master(side("red", hand="black*5", carried=" ".join(["red"] * needed)), needed)
    for _ in range(needed):
        assert g.outcome is None
        g = act(g, "deliver black 1")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.clause("circuitry", "11.1")
def test_with_one_charge_the_other_clauses_do_not_apply() -> None:
    at_own_point = playing(side("red", "7-green", hand=ALL), 1)
    assert choices(at_own_point, "charge") == ["charge red red 1", "charge red black 1"]
    assert choices(playing(side("red", "4-green", hand=ALL), 1), "charge") == []
    assert choices(at_master(side("red", hand=ALL, carried="red"), 1), "deliver") == ["deliver black 1"]
    assert [option.values for option in GAME.options if option.name == "charges"] == [("1", "2", "3", "4", "5")]


@pytest.mark.clause("circuitry", "11.2")
def test_any_card_takes_one_charge_at_ones_own_charge_point() -> None:
    g = playing(side("red", "7-green", hand=ALL))
    for card in ALL.split():
        assert charges(act(g, f"charge red {card} 1"), ANNA) == ["red"]
    assert refusal(g, "charge red green 2").endswith("(rules 7.1 and 11.12).")


@pytest.mark.clause("circuitry", "11.2")
@pytest.mark.parametrize("card", ["red", "black"])
def test_a_card_of_ones_own_colour_or_black_takes_several_charges(card: str) -> None:
    g = playing(side("red", "7-green", hand=f"{card} rotate"))
    assert choices(g, "charge") == [f"charge red {card} {count}" for count in (1, 2, 3, 4)]
    g = act(g, f"charge red {card} 3")
    assert (charges(g, ANNA), hand(g, ANNA)) == (["red"] * 3, "rotate")


@pytest.mark.clause("circuitry", "11.3")
@pytest.mark.parametrize("card", ["green", "black"])
def test_a_matching_card_takes_one_charge_at_another_charge_point(card: str) -> None:
    g = playing(side("red", "4-green", hand=ALL))
    assert choices(g, "charge") == ["charge green green 1", "charge green black 1"]
    g = act(g, f"charge green {card} 1")
    assert charges(g, ANNA) == ["green"]
    assert choices(g, "charge") == []
    assert refusal(g, "charge green black 1").endswith(("(rule 11.3).", "(rule 7.1)."))


@pytest.mark.clause("circuitry", "11.3")
def test_only_one_foreign_charge_is_carried_at_a_time() -> None:
    held = playing(side("red", "6-green", hand=ALL, carried="green"))
    assert choices(held, "charge") == []
    assert refusal(held, "charge purple black 1").endswith("(rule 11.3).")
    at_own_point = playing(side("red", "7-green", hand="red", carried="green"))
    assert choices(at_own_point, "charge") == [f"charge red red {count}" for count in (1, 2, 3)], "one's own can"
    delivered = at_master(side("red", hand="green", carried="red green"))
    assert charges(act(delivered, "deliver green 1"), ANNA) == ["red"]
    after = playing(side("red", "6-green", hand="purple", carried="red", delivered=1))
    assert choices(after, "charge") == ["charge purple purple 1"]


@pytest.mark.clause("circuitry", "11.4")
def test_any_card_delivers_a_charge_that_does_not_win() -> None:
    g = at_master(side("red", hand=ALL, carried="red red"))
    assert set(choices(g, "deliver")) == {*(f"deliver {card} 1" for card in ALL.split()), "deliver black 2"}
    g = act(g, "deliver green 1")
    assert (charges(g, ANNA), g.sides[ANNA].delivered) == (["red"], 1)


@pytest.mark.clause("circuitry", "11.4")
def test_several_charges_or_the_winning_one_take_a_black_card() -> None:
    several = at_master(side("red", hand="green black", carried="red red red"))
    assert choices(several, "deliver black") == [f"deliver black {count}" for count in (1, 2, 3)]
    assert refusal(several, "deliver green 2").endswith("(rules 7.3 and 11.4).")
    won = act(several, "deliver black 3")
    assert won.outcome is not None
    last = at_master(side("red", hand="green red black", carried="red", delivered=2))
    assert choices(last, "deliver") == ["deliver black 1"]


@pytest.mark.clause("circuitry", "11.4")
def test_no_more_is_delivered_than_is_needed() -> None:
    g = at_master(side("red", hand="black", carried="red red", delivered=2))
    assert choices(g, "deliver") == ["deliver black 1"]


@pytest.mark.clause("circuitry", "11.9")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_charge_point_cards_are_passed_to_the_right(seats: int) -> None:
    """Play goes to the left, so the player on the right had the turn before."""
    g = GAME.begin(seats=seats, options={}, decks=(), seed=4)
    for seat, each in enumerate(g.sides):
        right = (seat - 1) % seats
        assert [card.charge for card in g.sides[right].circuits if card.charge] == [each.colour]
        assert ChargeCardPassed(seat=seat, to=right) in g.events
        assert len(each.circuits) == 4


@pytest.mark.clause("circuitry", "11.9")
def test_charge_point_cards_are_not_passed_without_the_variant() -> None:
    g = GAME.begin(seats=3, options={"passed_charge_points": "off"}, decks=(), seed=4)
    assert [[card.charge for card in each.circuits if card.charge] for each in g.sides] == [
        [each.colour] for each in g.sides
    ]


@pytest.mark.clause("circuitry", "11.10")
def test_a_held_circuit_card_must_be_laid_every_turn() -> None:
    g = table(side("red", hand="red", cards="8 9"), side("green"), passed_charge_points="any_turn")
    assert choices(g, "done") == []
    assert refusal(g, "done").endswith("(rule 11.10).")
    g = act(g, "move 1-dark-blue red")
    assert choices(g, "done") == []
    g = act(g, "place 9 1,0 a0")
    assert choices(g, "done") == ["done"]
    assert (asked(act(g, "done")), ids(g.sides[ANNA].circuits)) == (BEN, "8")


@pytest.mark.clause("circuitry", "11.10")
def test_the_charge_point_card_is_laid_first_unless_it_may_be_laid_in_any_turn() -> None:
    def laid(passed: str) -> set[str]:
        g = table(side("red", cards="4 8"), side("green"), passed_charge_points=passed)
        return {text.split()[1] for text in choices(g, "place")}

    assert [laid(passed) for passed in ("first", "any_turn", "off")] == [{"4"}, {"4", "8"}, {"4", "8"}]
    g = table(side("red", cards="4 8"), side("green"), passed_charge_points="first")
    assert refusal(g, "place 8 1,0 a0").endswith("(rule 11.10).")
    g = next_turn(next_turn(act(g, "place 4 1,0 a0")))
    assert choices(g, "place 8")


@pytest.mark.clause("circuitry", "11.10")
def test_without_circuit_cards_nothing_must_be_laid() -> None:
    assert choices(table(side("red"), side("green"), passed_charge_points="any_turn"), "done") == ["done"]
    assert choices(table(side("red", cards="8"), side("green")), "done") == ["done"]
