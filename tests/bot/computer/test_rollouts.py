"""Rollouts: what others do out of turn."""

from bot.computer.rollouts import follow, play_on
from tests.heist_game import BELL, COINS, STONE, Heist, HeistState, Take

GAME = Heist()


def table(pot: int) -> HeistState:
    """Return a table at which seat 0 has to decide, and only seat 2 holds a bell."""
    g = GAME.begin(seats=3, options={}, decks=(), seed=1)
    g.hands = [[STONE], [STONE], [BELL]]
    g.pot = pot
    return g


def test_others_react_to_each_action_of_a_sequence() -> None:
    g = table(COINS + 1)
    follow(GAME, g, 0, (Take(1),))
    assert (g.coins, g.used) == ([1, 0, 2], [BELL])


def test_nobody_reacts_to_what_the_quick_player_lets_pass() -> None:
    g = table(COINS + 3)
    follow(GAME, g, 0, (Take(1),))
    assert (g.coins, g.used) == ([1, 0, 0], [])


def test_others_react_in_the_rest_of_a_rollout_too() -> None:
    g = table(COINS + 3)
    play_on(GAME, g, 1, 0, None)
    assert g.used == [BELL]
