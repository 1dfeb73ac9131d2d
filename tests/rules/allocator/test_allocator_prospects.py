"""The value of an unfinished state to its players (`Game.evaluate`)."""

import pytest

from rules.allocator.state import Side
from tests.rules.allocator.tables import ANNA, BEN, GAME, developing, side


def share(anna: Side, ben: Side, *, turn: int = 3) -> float:
    """Return Anna's share at the beginning of a turn, which is hers if it is odd."""
    return GAME.evaluate(developing(anna, ben, turn=turn), ANNA)


@pytest.mark.parametrize(
    "better",
    [
        side(defense="wall", hand="ram ram"),
        side(defense="wall", hand="titan"),
        side(defense="wall drone", hand="ram"),
        side(defense="wall", development="farm", hand="ram"),
        side(defense="wall", hand="ram", points=2),
    ],
)
def test_cards_in_hand_and_in_systems_boosts_development_and_dp_raise_a_players_share(better: Side) -> None:
    g = developing(better, side(defense="wall", hand="ram"))
    plain = share(side(defense="wall", hand="ram"), side(defense="wall", hand="ram"))
    assert GAME.evaluate(g, ANNA) > plain
    assert GAME.evaluate(g, ANNA) + GAME.evaluate(g, BEN) == pytest.approx(1)


def test_5_4_the_last_life_cards_are_worth_more_than_the_first() -> None:
    last = share(side(life="idle"), side(life=""))
    first = share(side(life="idle idle idle idle idle"), side(life="idle idle idle idle"))
    assert last > first > share(side(), side())


def test_6_2_a_boost_that_function_match_allows_is_worth_more() -> None:
    usable = share(side(defense="drone", hand="ram"), side(defense="drone"))
    assert usable > share(side(defense="spark", hand="ram"), side(defense="drone"))


def test_5_2_an_attack_that_reaches_the_defense_is_worth_more_in_its_own_turn() -> None:
    attacker, defender = side(attack="ram"), side(defense="wall")
    weaker = side(attack="drone")
    gain = share(attacker, defender) - share(weaker, defender)
    assert gain > share(attacker, defender, turn=4) - share(weaker, defender, turn=4)
