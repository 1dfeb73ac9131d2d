"""The value of an unfinished state to its players (`Game.evaluate`)."""

import pytest

from bot.computer.levels import Level, choose
from rules.arms_dealer.phases import Equipping, Formation
from tests.examples import seeds
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, table

FLEET = "mothership fighter drone"


@pytest.mark.parametrize(
    ("anna", "ben"),
    [
        (Side(deck="mothership"), Side(deck="drone drone drone drone drone drone")),
        (Side(deck="fighter fighter"), Side(deck="scout scout scout")),
        (Side(deck=FLEET, coins=15_000), Side(deck=FLEET, coins=12_000)),
        (Side(deck=FLEET, hand="power-100"), Side(deck=FLEET)),
        (Side(deck=FLEET, wins=1, stake=3_000), Side(deck=FLEET, stake=3_000)),
    ],
)
def test_strong_ships_coins_items_and_skirmish_wins_raise_a_players_share(anna: Side, ben: Side) -> None:
    g = table(anna, ben, phase=Formation((ANNA, BEN)))
    assert GAME.evaluate(g, ANNA) > 0.5
    assert GAME.evaluate(g, ANNA) + GAME.evaluate(g, BEN) == pytest.approx(1)


def share(anna: Side, ben: Side) -> float:
    """Return Anna's chance to win at the beginning of a battle."""
    return GAME.evaluate(table(anna, ben, phase=Formation((ANNA, BEN))), ANNA)


def test_a_ship_is_worth_the_more_the_fewer_are_left() -> None:
    one_of_many = share(Side(deck="scout scout scout scout scout"), Side(deck="scout scout scout scout"))
    one_of_two = share(Side(deck="scout scout"), Side(deck="scout"))
    assert 0.5 < one_of_many < one_of_two


@pytest.mark.parametrize("useless", ["redraw", "rapid-repair"])
def test_an_item_that_decides_hardly_any_match_is_worth_nothing_in_hand(useless: str) -> None:
    assert share(Side(deck=FLEET, hand=useless), Side(deck=FLEET)) == pytest.approx(0.5)


@pytest.mark.parametrize("seed", seeds(1))
def test_the_expert_uses_a_power_that_wins_a_skirmish_while_its_last_ships_are_lost(seed: int) -> None:
    anna = Side(
        deck="",
        formation=". drone drone destroyer",
        fighting="drone",
        scrapyard="drone " * 8,
        hand="power-100 power-100 power-300",
        coins=9_000,
        stake=3_000,
    )
    ben = Side(
        deck="scout",
        formation=". fighter fighter destroyer",
        fighting="fighter",
        wins=1,
        coins=9_000,
        stake=3_000,
    )
    view = GAME.view(table(anna, ben, phase=Equipping((ANNA,), passed=True)), ANNA)
    assert str(choose(GAME, view, seed, Level.EXPERT).action) == "equip power-300"
