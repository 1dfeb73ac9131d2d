"""Biased players, the conditions of their biases, and searches for a biased player that beats the quick player."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.content.seeds import load_game, load_games
from bot.lab import readings
from bot.lab.autoplay import Setup
from bot.lab.bias import Condition, Lean, Leaning, LeaningError
from bot.lab.contest import Arena, Contest, Results
from bot.lab.experiment import Field, Lab
from bot.lab.plan_search import PlanSearch, Suggestions
from bot.lab.trials import Effort
from rules.core.rng import below, split


def actions_of(player: str, seed: int = 3, key: str = "tnb", decks: tuple[str, ...] = ()) -> list[str]:
    setup = Setup(game=load_game(key), players=(player, "greedy"), options={}, decks=decks)
    g, _ = setup.begin(seed)
    return [str(action) for seat, action in setup.play(g, seed) if seat == 0]


def verbs_of(player: str, seed: int = 3) -> list[str]:
    return [action.split()[0] for action in actions_of(player, seed)]


def test_a_player_that_leans_away_from_an_action_avoids_it_and_keeps_to_the_rules() -> None:
    assert "attack" in verbs_of("greedy")
    assert "attack" not in verbs_of("greedy:attack=-100")
    assert "block" in verbs_of("greedy:block=100:attack=-100")


def test_a_lean_without_effect_plays_exactly_like_the_quick_player() -> None:
    assert actions_of("greedy:attack=0:block=-100@turn=9999..") == actions_of("greedy")


def test_a_conditional_lean_plays_like_the_quick_player_outside_its_condition() -> None:
    assert "attack" in verbs_of("greedy:attack=-100@turn=..2")
    assert "attack" not in verbs_of("greedy:attack=-100@turn=..9999")
    assert "attack" not in verbs_of("greedy:attack=-100@own.life_points=..99@other.life_points=1..")


def test_a_player_can_lean_to_a_card_or_a_word_of_an_action() -> None:
    decks = ("vanguard", "vanguard")
    card = min(action.split()[1] for action in actions_of("greedy", 1, decks=decks) if action.startswith("play"))
    assert not any(f"play {card}" in action for action in actions_of(f"greedy:{card}=-100", 1, decks=decks))
    taken = [action for action in actions_of("greedy:take.two-gold=100", 1, "circuitry") if action.startswith("take")]
    assert taken.count("take two-gold") > 3


def test_a_leanings_name_is_the_text_it_was_read_from() -> None:
    written = "greedy:block=-40:attack.90=50@turn=..12@own.hand=2:move=-100@lead.board=-1..3:draw=100@phase=Turn"
    game = load_game("tnb")
    leaning = Leaning.parse(game, written)
    assert leaning.name == written
    assert leaning.leans[1] == Lean("attack.90", 50, (Condition("turn", high=12), Condition("own.hand", 2, 2)))
    assert leaning.words == (
        "ignores “block” 40 times out of 100, insists on “attack 90” 50 times out of 100 while turn is at most 12 and"
        " its own hand is 2, never uses “move” while its lead in board is -1 to 3 and uses “draw” whenever it can"
        " while phase is Turn"
    )


@pytest.mark.parametrize(
    "text", ["jump=-100", "jump.90=-100", "block", "block=101", "block=-5@turn=..", "block=-5@own=3"]
)
def test_an_invalid_leaning_is_refused(text: str) -> None:
    with pytest.raises(LeaningError):
        Leaning.parse(load_game("tnb"), f"greedy:{text}")


def test_every_reading_of_a_game_has_a_value_in_all_its_views() -> None:
    for game in load_games().values():
        seats = game.playable({})[0]
        setup = Setup(game=game, players=("greedy",) * seats, options={})
        g, _ = setup.begin(1)
        assert {"turn", "phase"} <= readings.all_names(game)
        for number, _ in enumerate(setup.play(g, 1)):
            if number % 10 == 0 and g.phase.waiting:
                view = game.view(g, g.phase.waiting[0])
                assert all(readings.read(view, name) is not None for name in readings.all_names(game) if "own." in name)


def test_a_lead_is_the_difference_to_the_best_other_seat() -> None:
    game: Any = load_game("circuitry")
    g = game.begin(seats=3, options={}, decks=(), seed=1)
    view = game.view(g, g.phase.waiting[0])
    own, other = readings.read(view, "own.gold"), readings.read(view, "other.gold")
    assert isinstance(own, int)
    assert isinstance(other, int)
    assert other == max(side.gold for side in view.sides if side.seat != view.seat)
    assert readings.read(view, "lead.gold") == own - other
    assert readings.read(view, "own.node") == int(view.own.node.split("-")[0])


def _field(key: str, seats: int = 2) -> Field:
    return Field(game=load_game(key), content=None, seats=seats, options={})


@pytest.mark.parametrize("key", ["tnb", pytest.param("circuitry", marks=pytest.mark.thorough)])
def test_a_suggested_lean_is_valid_and_would_change_a_decision(key: str) -> None:
    suggestions = Suggestions(_field(key), "greedy", 5)
    random = 1
    assert suggestions.unconditional
    for _ in range(20):
        random, lean = suggestions.lean(random)
        assert Leaning.parse(load_game(key), Leaning((lean,)).name).leans == (lean,)
        changed = [
            decision
            for decision in suggestions.decisions
            if lean.applies(decision.view) and decision.chosen not in lean.kept(decision.view.options)
        ]
        assert changed


class _Planted(Arena):
    """Draws the result of each match at random: a plan wins this fraction of them."""

    def __init__(self, share: Callable[[Leaning], float], key: str) -> None:
        super().__init__(1)
        self.share, self.game = share, load_game(key)

    def results(self, jobs: Sequence[tuple[Contest, int]], seed: int) -> Results:
        shares = {name: self.share(Leaning.parse(self.game, name)) for name in {c.players[0] for c, _ in jobs}}
        won = [
            float(below(split(seed, place), 1000)[1] < 1000 * shares[contest.players[0]])
            for place, (contest, _) in enumerate(jobs)
        ]
        return Results(won, 0.0)


def _searched(share: Callable[[Leaning], float], key: str, matches: int, seed: int) -> PlanSearch:
    lab = Lab(arena=_Planted(share, key), within=5, most=960, seed=seed)
    search = PlanSearch(lab, _field(key), "greedy", Effort(matches=matches))
    search.run()
    return search


def test_a_search_finds_a_planted_lean() -> None:
    def share(plan: Leaning) -> float:
        return 0.4 + 0.3 * any((lean.to, lean.percent, lean.conditions) == ("move", -100, ()) for lean in plan.leans)

    search = _searched(share, "tnb", 1_000, 1)
    assert search.anew is not None
    assert share(search.anew.subject) == 0.7
    assert "found one that beats the quick player: a player who" in next(search.sentences())


@pytest.mark.thorough
def test_a_search_finds_a_planted_plan_of_two_leans() -> None:
    def share(plan: Leaning) -> float:
        to = {(lean.to, lean.percent) for lean in plan.leans if not lean.conditions}
        bad = sum(lean.percent == 100 for lean in plan.leans)
        return max(0.05, 0.4 + 0.18 * (("move", -100) in to) + 0.18 * (("draw", -100) in to) - 0.05 * bad)

    search = _searched(share, "tnb", 20_000, 1)
    assert search.anew is not None
    assert share(search.anew.subject) > 0.65


@pytest.mark.thorough
def test_a_search_finds_a_planted_condition() -> None:
    """A plan wins more often without blocks in the first two turns, and less often without later ones."""
    decisions = Suggestions(_field("tnb"), "greedy", 5).decisions
    blocks = [decision.view for decision in decisions if decision.chosen.verb == "block"]
    early, late = ([view for view in blocks if (view.turn <= 2) == first] for first in (True, False))

    def share(plan: Leaning) -> float:
        away = [lean for lean in plan.leans if (lean.to, lean.percent) == ("block", -100)]
        first, then = (
            sum(any(lean.applies(view) for lean in away) for view in part) / len(part) for part in (early, late)
        )
        return max(0.05, 0.5 + 0.2 * first - 0.4 * then - 0.05 * (len(plan.leans) - len(away)))

    search = _searched(share, "tnb", 20_000, 1)
    assert search.anew is not None
    assert share(search.anew.subject) > 0.55, "always to block wins 0.5, and never to block 0.3"


def test_a_search_that_finds_nothing_says_so() -> None:
    search = _searched(lambda _: 0.45, "tnb", 500, 1)
    assert "found none that certainly beats the quick player; its best one, a player who" in next(search.sentences())


def test_leans_that_change_no_result_are_left_out() -> None:
    field = _field("tiny")
    with Arena(1) as arena:
        lab = Lab(arena=arena, within=5, most=24, seed=1)
        search = PlanSearch(lab, field, "greedy", Effort(matches=100))
        plan = Leaning.parse(field.game, "greedy:bid=-100@turn=..3:fold=-100@turn=999..")
        assert search.refined(plan).name == "greedy:bid=-100@turn=..3"
