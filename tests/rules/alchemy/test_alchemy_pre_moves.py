"""Pre-moves of Alchemy."""

import pytest

from rules.alchemy.observation import observe
from rules.alchemy.pre_moves import LetHits
from rules.alchemy.state import AlchemyState
from tests.rules.alchemy.tables import ANNA, BEN, GAME, act, attacked, side, table


def answer(g: AlchemyState, seat: int = BEN) -> str | None:
    """Return the action that the pre-move in Anna's turn plays now."""
    answer = LetHits(3).answer(observe(g, seat))
    return str(answer) if answer else None


@pytest.mark.clause("alchemy", "5.2")
def test_it_lets_every_attack_of_the_turn_hit_and_then_expires() -> None:
    g = act(table(side("fire-3 fire-2", points=2), side("water-3 air-1")), "attack fire-3")
    assert GAME.offers(observe(g, BEN)) == (LetHits(3),)
    assert answer(g) == "let-hit"
    g = act(g, "let-hit", "attack fire-2")
    assert (answer(g), LetHits(3).holds(observe(g, BEN))) == ("let-hit", True)
    g = act(g, "let-hit", "end")
    assert not LetHits(3).holds(observe(g, BEN))


@pytest.mark.parametrize(("score", "given"), [(8, "let-hit"), (9, None)])
def test_it_does_not_lose_the_match(score: int, given: str | None) -> None:
    g = act(table(side("fire-1", points=2, score=score), side("water-3")), "attack fire-1")
    assert answer(g) == given


def test_a_player_who_has_used_a_reaction_is_asked() -> None:
    assert answer(act(attacked("fire-3", "ablution air-1"), "play ablution")) is None


def test_it_answers_no_other_decision() -> None:
    g = act(attacked("fire-3", "water-3 air-1"), "defend water-3")
    assert answer(g) is None
    assert answer(table(), ANNA) is None


def test_it_is_offered_while_the_opponent_can_attack() -> None:
    assert GAME.offers(observe(table(), BEN)) == (LetHits(3),)
    assert GAME.offers(observe(table(), ANNA)) == GAME.offers(observe(table(), None)) == ()
    assert GAME.offers(observe(table(side("fire-3", points=0)), BEN)) == ()
    assert str(GAME.parse_pre_move("let-hits 3")) == "let-hits 3"
