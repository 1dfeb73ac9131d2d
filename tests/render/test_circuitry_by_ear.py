"""Circuitry for people who listen: their position, what they can reach, the way home, and the threats of others."""

import re
from collections.abc import Iterator

from bot.content.seeds import load_game
from render.picture import hand_text, table_text
from rules.circuitry.state import CircuitryState
from rules.core.play import advance

NAMES = ("Ada", "Bo")
HOME = re.compile(r"\d steps home: \d")
THREAT = re.compile(r"(Ada|Bo) could deliver next: \d steps? from home, with \d+ gold cards?\.")
WAY = re.compile(r"Its way: [2-9] steps home: ([0-9a-z ]+), ")
REACHED = re.compile(r"In one step you reach (.+)\.\nIn two steps you reach (.+)\.")


def matches() -> Iterator[CircuitryState]:
    """Yield the states of many matches between quick players."""
    game = load_game("circuitry")
    for seed in range(200):
        state = game.begin(seats=2, options={}, decks=[], seed=seed)
        number = 0
        while state.phase.waiting:
            assert isinstance(state, CircuitryState)
            yield state
            seat = state.phase.waiting[0]
            advance(state, seat, game.greedy(game.view(state, seat), number))
            number += 1


def test_a_pawn_without_its_charge_point_on_the_board_says_so() -> None:
    game, state = load_game("circuitry"), next(matches())
    assert table_text(game, game.view(state, None), NAMES).count("its charge point is not on the board yet") == 2


def test_a_pawn_with_its_charge_is_told_the_way_home_and_others_are_warned() -> None:
    game, told = load_game("circuitry"), set()
    for state in matches():
        table = table_text(game, game.view(state, None), NAMES)
        if "it is at its charge point, and can take a charge" in table:
            told.add("charge")
        if HOME.search(table):
            assert any(side.carried for side in state.sides)
            told.add("home")
        if threat := THREAT.search(table):
            assert threat.start() < table.index("Cards with column"), "before the list of all nodes"
            told.add("threat")
        if len(told) == 3:
            return
    raise AssertionError(told)


def test_a_hand_tells_what_its_pawn_reaches_and_no_threat_of_its_own() -> None:
    game = load_game("circuitry")
    for state in matches():
        seat = state.phase.waiting[0]
        hand = hand_text(game, game.view(state, seat), NAMES)
        assert f"{NAMES[seat]} could deliver next" not in hand
        way, reached = WAY.search(hand), REACHED.search(hand)
        if way and reached:
            near = {node.replace("-", " ") for node in state.board.neighbours(state.sides[seat].node)}
            assert way[1] in near
            assert set(reached[1].split(", ")) <= near
            assert not set(reached[2].split(", ")) & near
            return
    raise AssertionError
