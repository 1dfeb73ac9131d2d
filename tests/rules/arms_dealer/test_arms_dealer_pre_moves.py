"""Pre-moves: offered where they save an answer, legal, and forgotten in time."""

import pytest

from rules.arms_dealer.observation import determinize, observe
from rules.arms_dealer.phases import Answering, Following, Formation, Harvesting, Opening
from rules.arms_dealer.pre_moves import (
    PRE_MOVES,
    FoldAny,
    MatchAny,
    MatchSmall,
    PassBattle,
    PassSkirmish,
    ReadyBattle,
    offers,
)
from rules.arms_dealer.state import ArmsDealerState
from rules.core.play import Phase, options
from tests.examples import seeds
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, act, asked, fighting, planning, table
from tests.rules.arms_dealer.walks import positions

FOUR = ". drone scout fighter destroyer"


def raised(coins: int) -> ArmsDealerState:
    return act(planning(Side(formation=FOUR), Side(formation=FOUR)), f"raise {coins}")


@pytest.mark.parametrize("seed", seeds(1))
def test_an_offered_answer_holds_is_legal_and_depends_only_on_the_view(seed: int) -> None:
    spoken: set[type] = set()
    for g in positions(seed, greedy=True):
        for seat in (ANNA, BEN):
            view = observe(g, seat)
            offered = offers(view)
            assert len(set(map(str, offered))) == len(offered) <= 6
            for answer in offered:
                spoken.add(type(answer))
                assert answer.holds(view)
                assert GAME.parse_pre_move(str(answer)) == answer
                if seat in g.phase.waiting:
                    action = answer.answer(view)
                    assert action is None or action in options(g, seat)
                    assert answer.answer(observe(determinize(GAME.content, view, seed), seat)) == action
    assert spoken == set(PRE_MOVES) == set(GAME.pre_move_classes)


def test_every_answer_expires() -> None:
    every = [observe(g, ANNA) for g in positions(3, greedy=True)]
    given = next(answer for view in every for answer in offers(view) if isinstance(answer, MatchAny))
    assert not given.holds(every[-1])
    assert GAME.offers(every[-1]) == ()


@pytest.mark.parametrize(
    ("coins", "small", "every"), [(1_000, "match", "match"), (2_000, "match", "match"), (3_000, None, "match")]
)
def test_raises_are_matched_up_to_the_given_amount(coins: int, small: str | None, every: str) -> None:
    view = observe(raised(coins), BEN)
    assert MatchSmall(2).answer(view) == (None if small is None else GAME.parse(small))
    assert str(MatchAny(2).answer(view)) == every
    assert str(FoldAny(2).answer(view)) == "forfeit"


@pytest.mark.parametrize("answer", [MatchSmall(2), MatchAny(2), FoldAny(2)])
def test_answers_to_raises_do_nothing_without_a_raise(answer: MatchSmall | MatchAny | FoldAny) -> None:
    g = planning(Side(formation=FOUR), Side(formation=FOUR))
    assert answer.answer(observe(g, asked(g))) is None


def test_a_pass_lasts_until_they_equip() -> None:
    anna, ben = Side(fighting="drone", hand="power-100"), Side(fighting="drone", hand="power-100 power-200")
    g = fighting(anna, ben)
    answer = PassSkirmish(2, 1, 0)
    assert answer in offers(observe(g, ANNA))
    assert str(answer.answer(observe(g, ANNA))) == "pass"
    g = act(g, "pass")
    assert answer.holds(observe(g, ANNA))
    g = act(g, "equip power-100")
    assert not answer.holds(observe(g, ANNA))
    assert PassBattle(2).holds(observe(g, ANNA))
    assert str(PassBattle(2).answer(observe(g, ANNA))) == "pass"


@pytest.mark.parametrize(
    ("phase", "action"),
    [(Opening((ANNA,)), "ready"), (Following((ANNA,)), "ready"), (Answering((ANNA,), 1_000), None)],
)
def test_readying_up_answers_every_question_but_a_raise(phase: Phase, action: str | None) -> None:
    view = observe(table(Side(formation=FOUR), Side(formation=FOUR), phase=phase), ANNA)
    assert ReadyBattle(2).answer(view) == (None if action is None else GAME.parse(action))


def test_nothing_is_offered_before_the_ships_are_laid_nor_after_the_battle_nor_to_a_spectator() -> None:
    laying = table(Side(drawn="drone"), Side(drawn="drone"), phase=Formation((ANNA, BEN)), locked=())
    for g in (laying, table(phase=Harvesting((BEN,), 2))):
        assert offers(observe(g, ANNA)) == ()
    assert offers(observe(raised(1_000), None)) == ()


def test_no_answer_to_raises_is_offered_where_nobody_can_raise() -> None:
    broke = planning(Side(formation=FOUR, coins=0), Side(formation=FOUR))
    assert offers(observe(broke, BEN)) == (ReadyBattle(2),)
