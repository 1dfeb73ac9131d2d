"""Pre-moves of Allocator: when they hold, what they answer, when they expire; and that they reveal nothing."""

from dataclasses import replace

import pytest

from rules.allocator.observation import observe
from rules.allocator.pre_moves import DeclineAhead, DeclineAttack, DeclineDevelop
from rules.allocator.state import AllocatorState
from rules.core.play import options
from rules.core.pre_moves import PreMove
from tests.examples import seeds
from tests.rules.allocator.tables import ANNA, BEN, GAME, act, asked, developing, side, table
from tests.rules.allocator.walks import positions


def offered(g: AllocatorState, seat: int) -> list[str]:
    return [str(offer) for offer in GAME.offers(observe(g, seat))]


def answer(pre_move: PreMove, g: AllocatorState, seat: int) -> str | None:
    """Return the automatic reply for the seat; None if the seat has to decide itself."""
    view = observe(g, seat)
    assert pre_move.holds(view)
    given = pre_move.answer(view)
    return None if given is None else str(given)


def attacked(anna: str, ben: str) -> AllocatorState:
    """Return a state in which Anna attacks with 3 Titan-AI cards, with hands that may boost."""
    return act(table(side(attack="ram", hand=anna), side(defense=ben, hand="spark spark"), maximum=20), "end")


@pytest.mark.parametrize("seed", seeds(1))
def test_an_offered_answer_holds_can_be_parsed_and_gives_a_legal_action(seed: int) -> None:
    answered = 0
    for game, g in positions(seed):
        for seat in (ANNA, BEN):
            view = observe(g, seat)
            for offer in game.offers(view):
                assert game.parse_pre_move(str(offer)) == offer
                assert offer.holds(view)
                if seat in g.phase.waiting and (given := offer.answer(view)) is not None:
                    assert given in view.options
                    answered += 1
    assert answered
    assert not any(game.offers(observe(g, seat)) for seat in (ANNA, BEN)), "the match is over"


@pytest.mark.parametrize("seed", seeds(1))
def test_it_reveals_nothing_as_it_does_not_depend_on_the_hand(seed: int) -> None:
    for game, g in positions(seed):
        for seat in g.phase.waiting:
            view = observe(g, seat)
            other = replace(view, hand=(), options=())
            assert game.offers(view) == game.offers(other)
            for offer in game.offers(view):
                assert (offer.holds(view), offer.answer(view)) == (offer.holds(other), offer.answer(other))


def test_a_spectator_is_offered_nothing() -> None:
    assert GAME.offers(observe(table(), None)) == ()


@pytest.mark.parametrize(("defense", "mine", "given"), [("wall", "decline", None), ("wall drone", None, "decline")])
def test_a_player_who_is_ahead_declines_and_one_who_is_behind_is_asked(
    defense: str, mine: str | None, given: str | None
) -> None:
    g = attacked("spark", defense)
    assert asked(g) == ANNA
    assert answer(DeclineAhead(), g, ANNA) == mine
    g = act(g, "decline")
    assert answer(DeclineAhead(), g, BEN) == given


def test_it_declines_until_a_boost_puts_the_other_player_ahead() -> None:
    g = act(attacked("spark spark", "wall spark spark"), "boost spark")
    assert asked(g) == BEN
    assert answer(DeclineAhead(), g, BEN) is None, "at 5 against 5 the attack hits"
    g = act(attacked("spark spark", "wall wall"), "boost spark")
    assert answer(DeclineAhead(), g, BEN) == "decline"
    g = act(g, "decline", "boost spark")
    assert answer(DeclineAhead(), g, BEN) is None


def test_declining_while_ahead_lasts_to_the_end_of_the_match() -> None:
    assert DeclineAhead().holds(observe(act(attacked("spark", "wall"), "decline"), BEN))
    over = act(table(ben=side(life="")), "end")
    assert not DeclineAhead().holds(observe(over, BEN))
    assert not DeclineDevelop().holds(observe(over, BEN))
    assert offered(over, ANNA) == []


def test_it_declines_in_one_attack_even_if_that_hits() -> None:
    g = table(side(attack="ram", hand="spark"), side(hand="spark"))
    (pre_move,) = (offer for offer in GAME.offers(observe(g, BEN)) if isinstance(offer, DeclineAttack))
    assert answer(pre_move, g, BEN) is None, "there is no attack yet"
    g = act(g, "end")
    assert asked(g) == BEN
    assert answer(pre_move, g, BEN) == "decline"


def test_a_boost_of_the_other_player_ends_declining_in_this_attack() -> None:
    g = attacked("spark spark", "wall wall")
    pre_move = DeclineAttack(g.turn, 0)
    assert str(pre_move) in offered(g, BEN)
    assert pre_move.holds(observe(g, BEN))
    g = act(g, "boost spark")
    assert not pre_move.holds(observe(g, BEN))
    g = act(g, "boost spark")
    assert str(DeclineAttack(g.turn, 1)) in offered(g, BEN), "a boost of one's own does not count"
    assert DeclineAttack(g.turn, 1).holds(observe(g, BEN))


def test_declining_in_this_attack_ends_with_the_attack() -> None:
    g = attacked("spark", "wall")
    pre_move = DeclineAttack(g.turn, 0)
    g = act(g, "decline", "decline")
    assert not pre_move.holds(observe(g, BEN))
    assert not pre_move.holds(observe(g, ANNA))


def test_declining_in_this_attack_is_offered_only_to_a_player_who_may_still_be_asked() -> None:
    first = table(side(hand="spark"), side(hand="spark"), turn=1, first_attack=False)
    assert not [text for text in offered(first, BEN) if text.startswith("decline-attack")]
    assert "decline-attack 1 0" in offered(table(turn=1), BEN)
    assert "decline-attack 3 0" in offered(table(first_attack=False), BEN), "only the very first turn has no attack"
    g = attacked("spark", "wall")
    assert "decline-attack 3 0" not in offered(g, ANNA), "who is asked declines, and is asked again only after a boost"
    assert "decline-attack 3 0" in offered(g, BEN)
    g = act(g, "decline")
    assert "decline-attack 3 0" not in offered(g, ANNA), "Ben boosts now, or the duel is over"


def test_development_is_never_boosted() -> None:
    g = developing(side(development="farm", hand="farm"))
    assert answer(DeclineDevelop(), g, ANNA) == "decline"
    g = act(g, "decline")
    assert answer(DeclineDevelop(), g, ANNA) is None
    assert "decline-develop" in offered(g, ANNA)


def test_most_questions_to_the_player_ahead_are_saved() -> None:
    spared = duels = 0
    for _game, g in positions(5, greedy=True):
        for seat in g.phase.waiting if type(g.phase).__name__ == "Duel" else ():
            duels += 1
            given = DeclineAhead().answer(observe(g, seat))
            if given is not None:
                spared += 1
                assert given in options(g, seat)
    assert 4 * spared > duels
