"""The texts of hints, over many decisions of every game."""

import re
from collections.abc import Iterator

import pytest

from bot.computer.advice import Advice, Second, advise
from bot.computer.levels import Choice, Level, choose
from bot.computer.search import Effort, Trial
from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from cogs.presses.hint import hint_text
from rules.core.game import Game
from rules.core.play import View, apply
from rules.core.rng import split
from tests.examples import games_first
from tests.tiny_game import CARDS, Bid, Fold, Tiny

STRIDE = 7
"""A hint is requested at one decision in this many."""
ENOUGH = 5
"""The number of compared hints for each game."""
LONG_TURNS = {"allocator", "arms_dealer", "alchemy", "tnb", "circuitry"}
"""Games in which a player mostly acts several times in a turn."""
FIGURES = re.compile(r"(\d+)%")


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computer.levels.EFFORT", Effort(rollouts=16, candidates=4))


def hints(game: Game, seats: int, matches: int) -> Iterator[tuple[View, Choice, str]]:
    """Yield hints for quick players in some matches: the view, the expert's choice and the text."""
    setup = Setup(game=game, players=("greedy",) * seats, options={})
    for number in range(matches):
        g, _ = setup.begin(split(31, number))
        for ply, _ in enumerate(setup.play(g, number)):
            if ply % STRIDE == number and g.phase.waiting:
                view = game.view(g, g.phase.waiting[0])
                choice = choose(game, view, ply, Level.EXPERT)
                yield view, choice, hint_text(game, view, choice)
            if ply > 10 * STRIDE:
                break


@pytest.mark.parametrize("key", games_first("tiny", "tnb"))
def test_no_hint_tells_a_higher_chance_than_that_of_its_own_move(key: str) -> None:
    game = load_game(key)
    compared = 0
    for view, choice, text in hints(game, min(game.seats), STRIDE):
        advice = advise(game, view, choice, 1)
        if advice is not None and advice.second is not None:
            assert advice.second.comparison.cost >= 0
            assert advice.second.chance <= advice.chance
        figures = [int(figure) for figure in FIGURES.findall(text)]
        assert max(figures, default=0) <= next(iter(figures), 0), text
        reasons = text.count("because") + text.count("was clearly better")
        assert reasons == ("Estimated chance" in text), text
        assert "such tables" not in text
        compared += bool(figures)
        if compared == ENOUGH:
            break
    assert compared == ENOUGH


@pytest.mark.parametrize("key", games_first("tiny", "alchemy"))
def test_a_hint_names_the_rest_of_the_turn_as_far_as_the_player_can_know_it(key: str) -> None:
    game = load_game(key)
    longest = 0
    for view, choice, _ in hints(game, min(game.seats), 2):
        advice = advise(game, view, choice, 1)
        if advice is None:
            continue
        assert advice.plan[0] == (view, choice.action)
        g = game.determinize(view, 99)
        for _, action in advice.plan:
            assert view.seat is not None
            assert view.seat in g.phase.waiting
            g = apply(g, view.seat, action)
        longest = max(longest, len(advice.plan))
    assert longest >= (2 if key in LONG_TURNS else 1)


def advice_on(own: list[float], *others: list[float]) -> tuple[Advice, str]:
    """Return the advice to bid rather than choose otherwise, from the results of each choice; the first other one is to
    fold.
    """
    game = Tiny()
    deck = [*CARDS][:5]
    view = game.view(game.begin(seats=2, options={}, decks=[deck, deck], seed=1), 0)
    bid, *bids = [action for action in view.options if isinstance(action, Bid)]
    trials = [Trial((action,), worths) for action, worths in zip([Fold(), *bids], others, strict=False)]
    choice = Choice(action=bid, trials=(Trial((bid,), own), *trials))
    advice = advise(game, view, choice, 1)
    assert advice is not None
    return advice, hint_text(game, view, choice)


def second_of(advice: Advice) -> Second:
    assert advice.second is not None
    return advice.second


def test_a_move_that_looks_better_by_chance_alone_is_not_named_as_second() -> None:
    advice, text = advice_on([1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0])
    assert advice.second is None
    assert text.endswith("In the 4 cases tried, no other move was clearly better.")
    assert FIGURES.findall(text) == ["50"]


def test_the_second_move_is_the_best_of_those_that_did_no_better() -> None:
    advice, _ = advice_on([1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0], [0.0] * 4, [1.0, 0.0, 0.5, 0.0])
    assert second_of(advice).comparison.made.worths == [1.0, 0.0, 0.5, 0.0]


def test_a_move_that_looks_worse_by_chance_alone_is_called_about_as_good() -> None:
    advice, text = advice_on([1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, 0.0])
    assert second_of(advice).is_close
    assert "Fold** is about as good: in the" in text
    assert FIGURES.findall(text) == ["75"]


def test_a_clearly_worse_move_is_given_its_chance_and_the_reason() -> None:
    advice, text = advice_on([1.0] * 8, [1.0, 0.0] * 4)
    assert not second_of(advice).is_close
    assert FIGURES.findall(text) == ["100", "50"]
    assert text.endswith("because after **Fold**, others soon win in 4 of 8 cases; after this move, in 0.")


def test_a_move_that_was_given_up_early_is_compared_on_the_cases_that_both_were_tried_on() -> None:
    advice, text = advice_on([1.0] * 4 + [0.0] * 12, [0.0, 0.5, 0.5, 0.0])
    assert (advice.chance, second_of(advice).chance) == (0.25, 0.0)
    assert FIGURES.findall(text) == ["25", "0"]
