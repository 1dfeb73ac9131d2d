"""Chapter 3 of Circuitry: the setup of a match."""

from collections import Counter

import pytest

from rules.circuitry.cards import Colour
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.game import TableError
from tests.rules.circuitry.tables import ANNA, GAME, asked, lying, phase_of

GOLD_AT_START = {2: [4, 3], 3: [2, 2, 2], 4: [3, 1, 2, 2], 5: [3, 1, 1, 2, 2], 6: [3, 1, 1, 2, 2, 2]}
"""3.5 Gold cards at the start, by the number of players."""
SEATS = (2, 3, 4, 5, 6)
every_number = pytest.mark.parametrize("seats", SEATS)


def begun(seats: int, seed: int = 11) -> CircuitryState:
    return GAME.begin(seats=seats, options={}, decks=(), seed=seed)


@pytest.mark.clause("circuitry", "3.1")
@every_number
def test_card_1_lies_alone_with_its_front_up_and_pawns_at_home(seats: int) -> None:
    g = begun(seats)
    assert lying(g) == {1: "0,0:a0"}
    assert not g.board.turned_over
    assert [each.node for each in g.sides] == [f"1-{each.colour}" for each in g.sides]


@pytest.mark.clause("circuitry", "3.2")
@every_number
def test_each_player_is_dealt_the_charge_point_card_of_their_pawn(seats: int) -> None:
    g = GAME.begin(seats=seats, options={"passed_charge_points": "off"}, decks=(), seed=11)
    for each in g.sides:
        (charged,) = [card for card in each.circuits if card.charge]
        assert charged.charge is each.colour


@pytest.mark.clause("circuitry", "3.2")
def test_charge_point_cards_are_shuffled() -> None:
    first = {begun(2, seed).sides[ANNA].colour for seed in range(60)}
    assert first == set(Colour)


@pytest.mark.clause("circuitry", "3.3")
@every_number
def test_three_more_circuit_cards_are_dealt_to_each(seats: int) -> None:
    g = begun(seats)
    others = [card.number for each in g.sides for card in each.circuits if not card.charge]
    assert len(others) == len(set(others)) == 3 * seats
    assert set(others) <= set(range(8, 31))
    assert all(len(each.circuits) == 4 for each in g.sides)


@pytest.mark.clause("circuitry", "3.3")
def test_circuit_cards_are_shuffled() -> None:
    dealt = {card.number for seed in range(60) for card in begun(2, seed).sides[ANNA].circuits}
    assert dealt == set(range(2, 31))


@pytest.mark.clause("circuitry", "3.4")
@every_number
def test_gold_cards_are_a_deck_and_green_cards_lie_in_six_piles(seats: int) -> None:
    g = begun(seats)
    held = [card for each in g.sides for card in each.minis]
    assert len(g.gold) + len(held) == 62
    assert not any(card.green for card in (*g.gold, *held))
    assert {card: len(pile) for card, pile in g.piles.items()} == {card.id: 4 for card in GAME.content.greens}
    assert all(each.id == card for card, pile in g.piles.items() for each in pile)
    assert (g.gold_discard, g.green_discard, g.active_green) == ([], [], [])


@pytest.mark.clause("circuitry", "3.4")
def test_gold_cards_are_shuffled() -> None:
    tops = Counter(begun(2, seed).gold[-1].id for seed in range(150))
    assert set(tops) == {card.id for card in GAME.content.minis if not card.green}
    assert tops[CardId("black")] < 50


@pytest.mark.clause("circuitry", "3.5")
@every_number
def test_each_seat_begins_with_its_number_of_gold_cards(seats: int) -> None:
    assert [len(each.minis) for each in begun(seats).sides] == GOLD_AT_START[seats]


def test_the_first_turn_begins_by_taking_cards() -> None:
    g = begun(3)
    assert (asked(g), phase_of(g), g.turn) == (ANNA, "Taking", 1)


def test_the_same_seed_deals_the_same() -> None:
    one, two, other = begun(4, 5), begun(4, 5), begun(4, 6)
    assert one.sides == two.sides
    assert one.gold == two.gold
    assert one.gold != other.gold


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"teams": "two"}, "Two teams need 4 or 6 players, not 5 (rule 11.5)."),
        ({"teams": "three"}, "Three teams need 6 players, not 5 (rule 11.5)."),
        ({"charges": "6"}, "The option charges is 1 or 2 or 3 or 4 or 5."),
    ],
)
def test_options_that_do_not_fit_the_number_of_players_are_refused(options: dict[str, str], fault: str) -> None:
    with pytest.raises(TableError) as refused:
        GAME.begin(seats=5, options=options, decks=(), seed=1)
    assert str(refused.value) == fault


def test_circuitry_is_played_without_own_decks() -> None:
    assert GAME.deck_faults([CardId("red")])
    assert GAME.deck_faults([]) == []
