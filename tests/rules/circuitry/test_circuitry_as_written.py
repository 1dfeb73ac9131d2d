"""Scenarios of a match as written. They follow the author's booklet page by page, and nothing else."""

from typing import Any

import pytest

from rules.circuitry.cards import Colour
from rules.circuitry.phases import TAKING
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import CardId
from rules.core.options import RuleSet
from tests.rules.circuitry import tables
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    GAME,
    act,
    asked,
    board,
    charges,
    choices,
    do,
    hand,
    ids,
    lying,
    next_turn,
    on_hub,
    phase_of,
    refusal,
    side,
)

WRITTEN = GAME.by_rules(RuleSet.WRITTEN)
COLOURS = "light-blue dark-blue green orange purple red"
ALL = f"{COLOURS} black"


def begun(seats: int = 2, seed: int = 1, **options: str) -> CircuitryState:
    return GAME.begin(seats=seats, options={**WRITTEN, **options}, decks=(), seed=seed)


def table(*sides: Side, **more: Any) -> CircuitryState:
    """Return a state with the rules of a match as written."""
    return tables.table(*sides, **{**WRITTEN, **more})


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_set_up(seats: int) -> None:
    """Card 1 alone, number side up; a charge-point card and the pawn of its colour each; three more circuit cards."""
    g = begun(seats)
    assert lying(g) == {1: "0,0:a0"}
    pawns = [each.colour for each in g.sides]
    assert len(set(pawns)) == seats
    for each in g.sides:
        own = [card for card in each.circuits if card.number <= 7]
        assert [card.charge for card in own] == [each.colour]
        assert len(each.circuits) == 4
        assert each.node == f"1-{each.colour}"
        assert each.minis == [], "nobody starts with mini cards"
    dealt = [card.number for each in g.sides for card in each.circuits]
    assert len(set(dealt)) == 4 * seats
    assert [len(pile) for pile in g.piles.values()] == [4] * 6


def test_players_may_choose_their_charge_points() -> None:
    g = begun(charge_points="chosen")
    assert phase_of(g) == "Choosing"
    free = next(colour for colour in Colour if colour not in {each.colour for each in g.sides})
    g = act(g, f"choose {free}")
    assert g.sides[ANNA].colour is free


# Rules of play


def test_play_proceeds_in_turns_clockwise() -> None:
    g = begun(4)
    order = []
    for _ in range(5):
        order.append(g.active)
        while phase_of(g) == "Taking":
            g = act(g, choices(g)[0])
        g = act(g, "done")
    assert order == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("pair", ["gold gold", "gold swap", "portal gold", "force force", "flip slide"])
def test_a_turn_begins_with_two_mini_cards_of_any_combination(pair: str) -> None:
    g = begun()
    for card in pair.split():
        g = act(g, f"take {card}")
    assert len(g.sides[ANNA].minis) == 2
    assert phase_of(g) == "Turn"


@pytest.mark.parametrize("count", [7, 12])
def test_any_number_of_mini_cards_is_played_in_a_turn(count: int) -> None:
    g = table(side("red", hand=f"red*{count - 5} black*5"), side("green", "10-orange"), on="10@1,0")
    for _ in range(count):
        g = act(g, next(choice for choice in choices(g, "move") if "+" not in choice and "1-" in choice.split()[1]))
    assert g.sides[ANNA].minis == []


def test_any_number_of_cards_is_kept_for_later_turns() -> None:
    g = table(side("red", hand=f"{ALL} rotate swap flip slide"), side("green"))
    g = next_turn(next_turn(g))
    assert len(g.sides[ANNA].minis) == 11 + 2
    assert phase_of(g) == "Turn"


def test_the_discards_are_turned_over_when_all_gold_cards_have_been_taken() -> None:
    g = table(side("red"), side("green"), phase=TAKING[ANNA][2], gold="black", gold_discard="red green orange")
    g = act(g, "take gold", "take gold")
    assert hand(g, ANNA).split() == ["red", "black"], "the card that was discarded first lies on top"


def test_the_green_discards_become_active_when_all_piles_are_empty() -> None:
    """Then green cards are drawn from that deck, and played ones go back to the piles, until the deck is empty."""
    g = table(side("red"), side("green"), phase=TAKING[ANNA][2], piles="rotate", green_discard="flip swap")
    g = act(g, "take rotate")
    assert ids(g.active_green[::-1]) == "flip swap"
    assert not choices(g, "take swap")
    g = act(g, "take active")
    assert "flip" in hand(g, ANNA).split()
    g = table(side("red", hand="rotate"), side("green"), on="11@1,0", piles="", active_green="swap force")
    g = act(g, "rotate 11")
    assert ids(g.piles[CardId("rotate")]) == "rotate"


def test_circuit_cards_are_limited_to_one_a_turn_and_laid_at_any_point_of_it() -> None:
    anna = side("red", hand="red*3 rotate", cards="8 10")
    g = table(anna, side("green"), on="11@0,1")
    g = act(g, "move 1-dark-blue red", choices(g, "place 8")[0], "rotate 11")
    assert not choices(g, "place")
    assert choices(g, "move")


def test_a_turn_may_be_nothing_at_all() -> None:
    g = table(side("red", hand="red", cards="2 8"), side("green"))
    g = act(g, "done")
    assert g.active == BEN


@pytest.mark.parametrize("rounds", [6, 12])
def test_nobody_is_hurried(rounds: int) -> None:
    """All may gather cards for as long as they like."""
    g = table(side("red"), side("green"))
    for _ in range(2 * rounds):
        g = next_turn(g)
    assert g.outcome is None
    assert lying(g)[1] == "0,0:a0", "card 1 waits for its last pawn"


def test_card_1_is_flipped_once_all_have_left_it_along_an_axis_of_the_last_players_choice() -> None:
    g = table(side("red", "1-orange", hand="red"), side("green", "13-purple"), on="13@0,-1:b0 10@1,0")
    g = act(g, "move 10-orange red")
    assert choices(g) == ["turn-over long", "turn-over short"]
    assert lying(act(g, "turn-over short"))[1] == "0,0:b180"


def test_the_last_pawn_arrives_on_the_reverse_side_if_wrap_around_brings_it_back() -> None:
    g = table(side("purple", hand="red"), side("green", "13-purple"), on="13@0,-1:b0")
    g = act(g, "move 1b-dark-blue red")
    assert lying(g)[1].endswith(("b0", "b180"))
    assert g.sides[ANNA].node == "1-dark-blue"
    assert on_hub(g, ANNA)


@pytest.mark.parametrize("action", ["rotate 1", "swap 1 10", "flip 1", "slide 1 1,1"])
def test_card_1_has_no_action_applied_to_it(action: str) -> None:
    cards = side("red", "10-orange", hand="rotate swap flip slide")
    for hub in ("a0", "b0"):
        g = table(cards, side("green", "11-green"), on=board("10@1,0 11@0,1", hub=hub))
        assert not [choice for choice in choices(g, action.split(maxsplit=1)[0]) if "1" in choice.split()[1:]]
        assert refusal(g, action)


# Adding circuit cards, movement and wrap-around


def test_a_circuit_card_is_laid_against_the_board_either_face_either_way_up() -> None:
    g = table(side("red", cards="8"), side("green"))
    cells = {choice.split()[2] for choice in choices(g, "place 8")}
    assert cells == {"1,0", "-1,0", "0,1", "0,-1"}
    assert {choice.split()[3] for choice in choices(g, "place 8")} == {"a0", "a180", "b0", "b180"}


@pytest.mark.parametrize("card", ALL.split())
def test_a_step_to_an_adjacent_node_costs_one_movement_card_of_any_colour(card: str) -> None:
    g = act(table(side("red", hand=card), side("light-blue")), f"move 1-dark-blue {card}")
    assert (g.sides[ANNA].node, g.sides[ANNA].minis) == ("1-dark-blue", [])


def test_movement_off_the_board_comes_in_again_on_the_opposite_side() -> None:
    g = table(side("purple", hand="red red"), side("green"), on="10@1,0")
    assert act(g, "move 10-orange red").sides[ANNA].node == "10-orange"


def test_a_pawn_moves_over_no_other_pawn_and_not_across_the_master_node() -> None:
    g = table(side("orange", hand="red*4"), side("green", "13-red"), side("purple"), on="13@1,0 8@2,0:b0")
    reached = {choice.split()[1] for choice in choices(g, "move")}
    assert not {"13-red", "13-dark-blue"} & reached
    across = table(side("red", hand="red"), side("green", "10-orange"), on=board("10@1,0", hub="b0"))
    assert {choice.split()[1] for choice in choices(across, "move")} <= {"1-purple", "1-dark-blue", "10-orange"}


# Gaining and delivering charge


@pytest.mark.parametrize(("card", "charged"), [("red", True), ("black", True), ("green", False), ("orange", False)])
def test_a_card_of_the_pawns_colour_or_black_takes_a_charge_and_the_pawn_stays(card: str, charged: bool) -> None:
    g = table(side("red", "7-green", hand=card), side("green"), on="7@1,0")
    assert bool(choices(g, "charge")) == charged
    if charged:
        g = act(g, choices(g, "charge")[0])
        assert (charges(g, ANNA), g.sides[ANNA].node) == (["red"], "7-green")


def test_a_charge_is_taken_at_ones_own_charge_point_alone() -> None:
    g = table(side("red", "4-green", hand=ALL), side("green"), on="7@1,0 4@0,1")
    assert not choices(g, "charge")


@pytest.mark.parametrize(("card", "wins"), [("black", True), ("red", False)])
def test_the_final_charge_needs_a_black_card_and_wins(card: str, wins: bool) -> None:
    g = table(side("red", hand=card, carried="red"), side("green", "10-orange"), on=board("10@1,0", hub="b0"))
    assert bool(choices(g, "deliver")) == wins
    if wins:
        g = act(g, "deliver black 1")
        assert g.outcome is not None
        assert g.outcome.winners == (ANNA,)


def test_the_master_node_is_approached_by_the_node_of_ones_own_colour() -> None:
    anna = side("red", "1-purple", hand="black", carried="red")
    g = table(anna, side("green", "10-orange"), on=board("10@1,0", hub="b0"))
    assert not choices(g, "deliver")


# Action cards

BOARD = "11@1,0 10@0,1 13@-1,0"


def test_rotate_turns_any_card_by_180_degrees_with_its_pawns() -> None:
    g = table(side("red", "11-green", hand="rotate"), side("green"), on=BOARD)
    g = act(g, "rotate 11")
    assert (lying(g)[11], g.sides[ANNA].node) == ("1,0:a180", "11-green")


def test_swap_exchanges_two_cards_without_pawns_in_their_orientation() -> None:
    g = table(side("red", hand="swap"), side("green", "10-orange"), on="11@1,0:b180 10@0,1 13@-1,0:a180")
    assert "swap 10 11" not in choices(g)
    g = act(g, "swap 11 13")
    assert (lying(g)[11], lying(g)[13]) == ("-1,0:b180", "1,0:a180")


def test_flip_turns_a_card_without_pawns_over_its_longest_axis() -> None:
    g = table(side("red", hand="flip"), side("green", "10-orange"), on=BOARD)
    assert "flip 10" not in choices(g)
    assert lying(act(g, "flip 11"))[11] == "1,0:b0"


def test_slide_moves_an_edge_card_and_its_pawns_along_another_and_never_splits_the_board() -> None:
    g = table(side("red", "10-orange", hand="slide"), side("green"), on="10@1,0 14@0,1")
    assert lying(act(g, "slide 10 1,1"))[10] == "1,1:a0"
    bridge = table(side("red", hand="slide"), side("green"), on="10@1,0 14@2,0")
    assert not choices(bridge, "slide 10")


@pytest.mark.parametrize(
    ("cards", "node"),
    [("dark-blue", "13-dark-blue"), ("black", "13-dark-blue"), ("dark-blue+dark-blue", "8-green"), ("red", "")],
)
def test_force_moves_an_opponent_by_cards_of_their_colour_or_black(cards: str, node: str) -> None:
    anna = side("red", hand=f"force {cards.replace('+', ' ')}")
    g = table(anna, side("dark-blue", "13-red"), on="13@1,0 8@2,0:b0")
    if node:
        assert act(g, f"force dark-blue {node} {cards}").sides[BEN].node == node
    else:
        assert not choices(g, "force")


@pytest.mark.parametrize(("card", "jumps"), [("purple", True), ("black", True), ("red", False)])
def test_portal_jumps_from_any_node_to_a_portal_of_the_cards_colour(card: str, jumps: bool) -> None:
    g = table(side("red", hand=f"portal {card}"), side("green"), on="11@1,0")
    assert bool(choices(g, "portal 11-purple")) == jumps
    if jumps:
        assert act(g, f"portal 11-purple {card}").sides[ANNA].node == "11-purple"


def test_portal_and_force_take_a_card_for_the_pawn_and_one_for_the_portal() -> None:
    anna = side("red", hand="portal force dark-blue*2 purple")
    g = table(anna, side("dark-blue", "13-red"), on="13@1,0 11@0,1")
    g = act(g, "portal-force dark-blue 11-purple dark-blue+purple")
    assert g.sides[BEN].node == "11-purple"
    assert choices(g, "force dark-blue 11-green dark-blue"), "further movement cards may be added"
    short = table(side("red", hand="portal force dark-blue red"), side("dark-blue", "13-red"), on="13@1,0 11@0,1")
    assert not choices(short, "portal-force")


def inhibited(hand_of_anna: str = "", **more: Any) -> CircuitryState:
    """Return a state in which Anna, whose turn it is, was inhibited before it."""
    return table(side("red", hand=hand_of_anna, inhibited=2, **more), side("green"), side("purple"), on="11@1,0")


@pytest.mark.parametrize("seat", [ANNA, BEN, CLEO])
def test_inhibit_is_played_by_anybody_at_any_time(seat: int) -> None:
    each = [side(colour, hand="inhibit") for colour in ("red", "green", "purple")]
    g = table(*each)
    target = (seat + 1) % 3
    g = do(g, seat, f"inhibit {('red', 'green', 'purple')[target]}")
    assert g.sides[target].inhibited
    assert asked(g) == ANNA


def test_an_inhibited_player_moves_onto_nodes_of_the_cards_colour_or_by_black() -> None:
    g = inhibited("dark-blue red black")
    single = {choice for choice in choices(g, "move") if "+" not in choice}
    assert {"move 1-dark-blue dark-blue", "move 1-dark-blue black"} <= single
    assert not [choice for choice in single if choice.endswith(" red")]


def test_an_inhibited_player_uses_no_portal() -> None:
    assert not choices(inhibited("portal purple black"), "portal")


def test_free_or_a_charge_ends_an_inhibit() -> None:
    g = act(inhibited("free"), "free red")
    assert not g.sides[ANNA].inhibited
    g = act(inhibited(carried="red"), "discharge")
    assert (g.sides[ANNA].inhibited, charges(g, ANNA)) == (0, [])
    assert not choices(inhibited(), "discharge"), "only if one is carried"


def test_an_inhibit_expires_at_the_beginning_of_the_fourth_turn() -> None:
    g = table(side("red", hand="inhibit"), side("green"))
    g = act(g, "inhibit green", "done")
    held = []
    for _ in range(4):
        held.append(g.sides[BEN].inhibited > 0)
        while g.active == BEN:
            g = next_turn(g) if phase_of(g) == "Turn" else act(g, choices(g)[0])
        while g.active == ANNA:
            g = next_turn(g) if phase_of(g) == "Turn" else act(g, choices(g)[0])
    assert held == [True, True, True, False]


def test_exchange_takes_one_charge_from_an_opponent_on_an_adjacent_node() -> None:
    g = table(side("red", hand="exchange"), side("green", carried="green"), side("purple", carried="purple"))
    assert choices(g, "exchange") == ["exchange green 1"]
    g = act(g, "exchange green 1")
    assert (charges(g, ANNA), charges(g, BEN)) == (["red"], []), "its colour is changed"


# Advanced play

POINTS = "7@1,0 4@0,1 6@2,0"


def advanced(anna: Side, on: Any = POINTS) -> CircuitryState:
    return table(anna, side("green"), side("purple"), on=on, charges="3")


def test_any_movement_card_takes_a_charge_at_ones_own_point_and_a_matching_one_several() -> None:
    g = advanced(side("red", "7-green", hand="green red"))
    assert "charge red green 1" in choices(g)
    assert "charge red green 2" not in choices(g)
    assert {"charge red red 1", "charge red red 2", "charge red red 3"} <= set(choices(g))


def test_one_charge_is_taken_at_another_point_and_delivered_before_the_next() -> None:
    g = advanced(side("red", "4-green", hand="green black red"))
    assert choices(g, "charge") == ["charge green green 1", "charge green black 1"]
    g = act(g, "charge green green 1")
    assert not choices(g, "charge")
    assert not choices(advanced(side("red", "6-green", hand=ALL, carried="green")), "charge")
    own = advanced(side("red", "7-green", hand="red", carried="green"))
    assert choices(own, "charge red red"), "from one's own point at any time"


@pytest.mark.parametrize(("card", "count", "allowed"), [("red", 1, True), ("red", 2, False), ("black", 2, True)])
def test_a_single_charge_is_delivered_by_any_card_and_several_by_a_black_one(
    card: str, count: int, allowed: bool
) -> None:
    g = table(side("red", hand=card, carried="red red"), side("green"), on=board(hub="b0"), charges="3")
    assert (f"deliver {card} {count}" in choices(g)) == allowed


@pytest.mark.parametrize(("seats", "teams"), [(4, "two"), (6, "two"), (6, "three")])
def test_team_mates_sit_evenly_spaced_and_exchange_mini_cards_alone(seats: int, teams: str) -> None:
    g = begun(seats, teams=teams)
    for team in GAME.teams(seats, {**WRITTEN, "teams": teams}):
        gaps = {(two - one) % seats for one, two in zip(team, (*team[1:], team[0]), strict=True)}
        assert len(gaps) == 1
    while phase_of(g) == "Taking":
        g = act(g, choices(g)[0])
    gifts = choices(g, "give")
    assert gifts
    assert {gift.split()[2] for gift in gifts} <= {card.id for card in g.sides[ANNA].minis}


def test_charge_points_are_passed_to_the_right_and_then_a_circuit_card_is_laid_in_every_turn() -> None:
    """An option of advanced play; the card may be any of those in hand."""
    g = begun(3, passed_charge_points="any_turn")
    held = [next(card.charge for card in each.circuits if card.number <= 7) for each in g.sides]
    assert held == [g.sides[(seat + 1) % 3].colour for seat in range(3)]
    while phase_of(g) == "Taking":
        g = act(g, choices(g)[0])
    assert "done" not in choices(g)
    assert {choice.split()[1] for choice in choices(g, "place")} == {
        str(card.number) for card in g.sides[ANNA].circuits
    }


def test_restricted_card_usage_allows_six_played_and_eight_held() -> None:
    """An option of advanced play; charges count as cards that are held."""
    g = table(side("red", hand="red*8"), side("green"), restricted="on")
    for _ in range(6):
        g = act(g, next(choice for choice in choices(g, "move") if "+" not in choice))
    assert not choices(g, "move")
    full = table(side("red", hand="red*7", carried="red"), side("green"), phase=TAKING[ANNA][2], restricted="on")
    full = act(full, "take swap")
    assert phase_of(full) == "Discarding"
