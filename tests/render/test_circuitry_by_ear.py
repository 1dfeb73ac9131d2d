"""Circuitry for people who listen: their position, what they can reach, the way home, and the threats of others."""

import re
from collections.abc import Iterator

from bot.content.seeds import load_game
from render.picture import choice_picture, hand_picture, hand_text, table_text
from rules.circuitry.actions import Place
from rules.circuitry.board import Board
from rules.circuitry.game import Circuitry
from rules.circuitry.letters import numbered
from rules.circuitry.quick_evaluation import Evaluation
from rules.circuitry.state import CircuitryState
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING, node_words
from rules.core.play import advance
from tests.render.circuitry_tables import load

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
            assert threat.start() < table.index("The board:"), "before the list of all nodes"
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


def laying() -> tuple[Circuitry, CircuitryView]:
    """Return a view of a player who can lay one of several cards, one of which shortens their way."""
    game = load()
    for state in matches():
        view = game.view(state, state.phase.waiting[0])
        gains = Evaluation(view).gain
        if any(isinstance(option, Place) for option in view.options) and gains(_after(view, _best(view))) >= 2:
            return game, view
    raise AssertionError


def _after(view: CircuitryView, option: Place) -> Board:
    card = next(card for card in view.circuits if card.number == option.card)
    return view.board.laid(card, option.cell, option.way)


def _places(view: CircuitryView) -> list[Place]:
    return [option for option in view.options if isinstance(option, Place)]


def _best(view: CircuitryView) -> Place:
    return max(_places(view), key=lambda option: Evaluation(view).gain(_after(view, option)))


def test_a_hand_by_ear_begins_with_the_three_best_ways_to_lay_a_card_and_their_effects() -> None:
    game, view = laying()
    told = hand_picture(game, view, NAMES).words
    best = _best(view)
    first = next(line for line in told.split("\n") if line.startswith("  1. "))
    assert first.startswith(f"  1. Card {best.card}, place {numbered(view.board.places)[best.cell]}, ")
    assert LYING[best.way] in first
    assert re.search(r"(joins your node to (home|the charge point) in \d+ steps?|is cut off|instead of)", first)
    assert f"Best 3 of {len(_places(view))} ways to lay a card:" in told


def test_a_place_by_ear_is_told_by_the_cards_around_it_and_every_place_is_told_once() -> None:
    game, view = laying()
    best = _best(view)
    told = chosen_words(game, view, ("place", str(best.card)))
    places = {option.cell for option in _places(view) if option.card == best.card}
    _, _, every = told.partition("Every place, best first")
    lines = [line for line in every.split("\n")[1:] if line]
    assert len(lines) == len(places)
    for line in lines:
        assert re.match(r"  Place \d+, ((above|below|left of|right of) card \d+(, | and |: )?)+", line), line


def test_an_orientation_by_ear_names_every_neighbour_of_every_node_without_abbreviations() -> None:
    game, view = laying()
    best = _best(view)
    told = chosen_words(game, view, ("place", str(best.card), str(best.cell)))
    after = _after(view, best)
    for node in after.at(best.card).face.nodes:
        for end in after.neighbours(f"{best.card}-{node.colour}"):
            assert node_words(end) in told
    assert told.split("\n")[1].startswith("1. ")


def test_a_hand_by_ear_has_the_whole_board_while_its_owner_decides() -> None:
    game, view = laying()
    told = hand_picture(game, view, NAMES).words
    for placed in view.board.placed:
        line = next(line for line in told.split("\n") if line.startswith(f"Card {placed.card.number}, "))
        assert LYING[placed.way] in line
    resting = game.view(next(state for state in matches() if game.view(state, 1).options == ()), 1)
    assert "The board:" not in hand_picture(game, resting, NAMES).words


def test_a_node_to_go_to_by_ear_says_how_far_it_is_from_there() -> None:
    game = load()
    for state in matches():
        view = game.view(state, state.phase.waiting[0])
        if any(option.verb == "move" for option in view.options) and view.own.carried:
            told = chosen_words(game, view, ("move",))
            assert re.search(r"\d+ [a-z ]+: \d steps?, and \d steps? from there to home\.", told)
            return
    raise AssertionError


def test_the_alternative_text_of_a_choice_stays_that_of_its_picture() -> None:
    game, view = laying()
    picture = choice_picture(game, view, ("place", str(_best(view).card)), NAMES)
    assert picture is not None
    assert "Numbered: the places where it can lie" in picture.alt
    assert "Best 3" not in picture.alt


def chosen_words(game: Circuitry, view: CircuitryView, words: tuple[str, ...]) -> str:
    picture = choice_picture(game, view, words, NAMES)
    assert picture is not None
    return picture.words
