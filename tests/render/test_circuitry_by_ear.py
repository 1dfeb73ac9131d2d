"""Circuitry for people who listen: their position, what they can reach, the way home, and the threats of others."""

from bot.content.seeds import load_game
from render.picture import hand_text, table_text
from rules.core.play import State, advance

NAMES = ("Ada", "Bo")


def played(decisions: int, seed: int = 10) -> State:
    game = load_game("circuitry")
    state = game.begin(seats=2, options={}, decks=[], seed=seed)
    for number in range(decisions):
        seat = state.phase.waiting[0]
        advance(state, seat, game.greedy(game.view(state, seat), number))
    return state


def test_a_pawn_without_its_charge_point_on_the_board_says_so() -> None:
    game, state = load_game("circuitry"), played(0)
    assert table_text(game, game.view(state, None), NAMES).count("its charge point is not on the board yet") == 2


def test_a_pawn_with_its_charge_is_told_the_way_home_and_others_are_warned() -> None:
    game, state = load_game("circuitry"), played(77)
    table = table_text(game, game.view(state, None), NAMES)
    assert "2 steps home: 1 green, 1 orange" in table
    assert "Bo could deliver next: 2 steps from home, with 3 gold cards." in table
    assert table.index("could deliver next") < table.index("Cards with column"), "before the list of all nodes"
    assert "it is at its charge point, and can take a charge" in table


def test_a_hand_tells_what_its_pawn_reaches_and_no_threat_of_its_own() -> None:
    game, state = load_game("circuitry"), played(77)
    hand = hand_text(game, game.view(state, state.phase.waiting[0]), NAMES)
    assert "Its way: 2 steps home: 1 green, 1 orange." in hand
    assert "In one step you reach 1 green, 1 red, 26 light blue." in hand
    assert "In two steps you reach 1 orange, 5 dark blue, 1 purple, 26 orange, 26 dark blue." in hand
    assert "could deliver next" not in hand
