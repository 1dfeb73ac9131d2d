"""The value of an unfinished state to its players (`Game.evaluate`)."""

import pytest

from rules.arms_dealer.phases import Formation
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
