from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from bot.computer import levels
from bot.computer.levels import Level, choose
from bot.computer.review import better_than
from bot.computer.search import Effort, Search, Trial
from bot.computer.sequences import plans
from bot.content.seeds import load_game
from rules.core.digest import digest
from rules.core.notation import Action
from rules.core.play import advance, apply
from rules.core.scripts import Script
from tests.tiny_game import CARDS, Bid, Fold, Tiny, TinyView

EFFORT = Effort(rollouts=40, candidates=4)


class Timid(Tiny):
    """A game whose quick player never bids."""

    def greedy(self, view: Any, random: int) -> Action:
        return Fold() if Fold() in view.options else view.options[0]


class Counting(Timid):
    """A game that counts the determinizations of each table."""

    def __init__(self) -> None:
        super().__init__()
        self.imagined: Counter[int] = Counter()

    def determinize(self, view: TinyView, random: int) -> Any:
        self.imagined[random] += 1
        return super().determinize(view, random)


def begun(game: Tiny, seed: int = 1, kinds: int = 1) -> TinyView:
    deck = ([*CARDS][:kinds] * 5)[:5]
    return game.view(game.begin(seats=2, options={}, decks=[deck, deck], seed=seed), 0)


def never() -> bool:
    return False


def after(looks: int) -> Callable[[], bool]:
    """Return a check of the time that says "over" after this many calls."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def test_the_expert_leaves_the_quick_players_choice_for_one_that_wins_more() -> None:
    game = Timid()
    found = Search(game, begun(game), 3, never).best(EFFORT)
    assert found.action != Fold()
    quick = next(trial for trial in found.trials if trial.plan[0] == Fold())
    assert found.trials[0].gain(quick)[0] > 0


class Hopeless(Tiny):
    """A game in which no action changes the evaluation."""

    lookahead = 0

    def evaluate(self, g: Any, seat: int) -> float:
        return 0.5


def test_the_expert_keeps_to_the_quick_players_choice_where_nothing_is_better() -> None:
    game = Hopeless()
    view = begun(game)
    found = Search(game, view, 3, never).best(EFFORT)
    assert found.action == game.greedy(view, 3)


def test_a_search_ends_as_soon_as_nothing_can_be_expected_to_be_better_than_the_quick_players_choice() -> None:
    game = Hopeless()
    found = Search(game, begun(game), 3, never).best(EFFORT)
    assert not found.aborted
    assert found.rollouts < EFFORT.rollouts
    assert {len(trial.worths) for trial in found.trials} == {8}


def test_all_candidates_are_tried_on_the_same_tables_each_imagined_once() -> None:
    game = Counting()
    found = Search(game, begun(game), 3, never).best(EFFORT)
    assert set(game.imagined.values()) == {1}
    assert len(game.imagined) == max(len(trial.worths) for trial in found.trials)


class Blind(Timid):
    """A game in which all bids look the same."""

    def equivalence(self, view: Any, action: Action) -> Hashable:
        return action.verb


def test_of_what_a_seat_cannot_tell_apart_one_is_tried() -> None:
    game = Blind()
    view = begun(game, kinds=3)
    assert len(view.options) > 2
    assert {type(trial.plan[0]) for trial in Search(game, view, 3, never).best(EFFORT).trials} == {Bid, Fold}
    bids = replace(view, options=tuple(action for action in view.options if action != Fold()))
    assert choose(game, bids, 3, Level.EXPERT).rollouts == 0, "there is nothing to find out"


def test_nobody_is_blamed_for_what_they_could_not_have_known() -> None:
    game = Blind()
    view = begun(game, kinds=3)
    found = Search(game, view, 3, never).best(EFFORT)
    [bid] = [trial.plan[0] for trial in found.trials if trial.plan[0] != Fold()]
    others = [action for action in view.options if action not in {bid, Fold()}]
    assert others
    for made in others:
        review = Search(game, view, 3, never).best(EFFORT, (made,))
        assert {trial.plan[0] for trial in review.trials} == {made, Fold()}
        assert better_than(game, view, (made,), 3, EFFORT) is None
    assert better_than(game, view, (Fold(),), 3, EFFORT) is not None


def test_the_effort_is_counted_in_playouts() -> None:
    game = Timid()
    found = Search(game, begun(game), 3, never).best(EFFORT)
    assert 0 < found.rollouts <= EFFORT.rollouts
    assert found.rollouts == sum(len(trial.worths) for trial in found.trials)


@pytest.mark.parametrize("looks", range(8))
def test_a_search_that_is_stopped_says_so_and_gives_the_best_so_far(looks: int) -> None:
    game = Timid()
    view = begun(game)
    found = Search(game, view, 3, after(looks)).best(EFFORT)
    assert found.aborted
    assert found.rollouts == looks
    assert found.action in view.options
    if looks < 2:
        assert found.action == Fold()


def test_an_expert_without_patience_does_as_the_quick_player_and_says_that_time_ran_out() -> None:
    game = Timid()
    choice = choose(game, begun(game), 3, Level.EXPERT, patience=-1)
    assert (choice.action, choice.aborted) == (Fold(), True)


def test_a_gain_is_the_mean_difference_on_the_same_tables_with_its_standard_error() -> None:
    mean, error = Trial((), [1.0, 0.5, 1.0, 0.5]).gain(Trial((), [0.0, 0.5, 0.0]))
    assert mean == pytest.approx(2 / 3)
    assert error == pytest.approx(1 / 3)


def test_nothing_is_thought_about_where_there_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "Search", None)
    game = Timid()
    view = replace(begun(game), options=(Fold(),))
    assert choose(game, view, 1, Level.EXPERT).action == Fold()


def test_plans_are_thought_through_as_long_as_the_seat_is_asked() -> None:
    game = load_game("circuitry")
    g = game.begin(seats=2, options={}, decks=[], seed=1)
    while g.phase.tag != "Turn":
        advance(g, g.phase.waiting[0], g.phase.options(g, g.phase.waiting[0])[0])
    seat = g.phase.waiting[0]
    before = digest(g)
    found = plans(game, g, seat)
    assert digest(g) == before
    assert 1 < max(len(node.plan) for node in found) <= game.plan
    assert [node.worth for node in found] == sorted((node.worth for node in found), reverse=True)
    for node in found[:20]:
        after = g.clone()
        for action in node.plan:
            after = apply(after, seat, action)
        assert game.evaluate(after, seat) == pytest.approx(node.worth)


def test_no_more_is_tried_for_a_plan_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("circuitry")
    g = game.begin(seats=2, options={}, decks=[], seed=1)
    while g.phase.tag != "Turn":
        advance(g, g.phase.waiting[0], g.phase.options(g, g.phase.waiting[0])[0])
    seat = g.phase.waiting[0]
    monkeypatch.setattr("bot.computer.sequences._TRIED", 10)
    assert len(g.phase.options(g, seat)) > 10
    found = plans(game, g, seat)
    assert 0 < len(found) <= 10 * game.plan
    assert sum(len(node.plan) == 1 for node in found) <= 10


def _bid(game: Any, view: Any, _random: int) -> Action:
    game.bold[view.seat] += 1
    action: Action = view.options[0]
    return action


class Habitual(Timid):
    """A game with a style that always bids. It counts by seat how often the style was followed."""

    styles = ("bold",)
    scripts: ClassVar[dict[str, Script]] = {"bold": Script(summary="always bids", decide=_bid)}

    def __init__(self) -> None:
        super().__init__()
        self.bold: Counter[int] = Counter()


def test_in_a_share_of_the_rollouts_the_others_follow_a_style_and_never_the_seat_itself() -> None:
    game = Habitual()
    search = Search(game, begun(game), 3, never)
    search.best(EFFORT)
    assert set(game.bold) == {1}
    styles = [search.style(number) for number in range(300)]
    assert styles == [search.style(number) for number in range(300)], "the same on the same state"
    assert 70 < sum(style is not None for style in styles) < 130, "one in three"


class Confident(Counting):
    """A game that samples likelier states than `determinize` does."""

    def likely_state(self, view: TinyView, random: int) -> Any:
        self.imagined[-random] += 1
        return Timid.determinize(self, view, random)


def test_the_search_uses_the_states_that_the_game_thinks_likely() -> None:
    game = Confident()
    Search(game, begun(game), 3, never).best(EFFORT)
    assert max(game.imagined) < 0


def test_the_expert_tries_no_option_that_is_not_sound() -> None:
    class Sensible(Tiny):
        def sound(self, view: TinyView) -> Sequence[Action]:
            return [action for action in view.options if not isinstance(action, Fold)]

    view = begun(Sensible(), kinds=5)
    tried = Search(Sensible(), view, 1, lambda: False).candidates(100)
    assert {plan[0] for plan in tried} == {action for action in view.options if not isinstance(action, Fold)}
