"""The default action of a player who runs out of time (`rules.core.game.Game.default_action`): to do nothing wherever
possible.
"""

import pytest

from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Answering, Deciding, Following, Opening, Shopping
from rules.arms_dealer.state import ArmsDealerState
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, asked, fighting, planning, table

LATE = "drone drone drone drone"
"""Enough destroyed ships for the quick player to buy items."""
STRONG = Side(formation=". mothership mothership destroyer fighter", deck="", wins=1, stake=9_000)
WEAK = Side(formation=". drone drone drone scout", deck="", wins=1, stake=9_000)
HOPELESS = Side(formation=". scout drone drone drone", wins=0, stake=9_000)
AHEAD = Side(formation=". mothership mothership destroyer fighter", deck="", wins=2, stake=9_000)


def done_for(g: ArmsDealerState) -> set[str]:
    view = observe(g, asked(g))
    return {str(GAME.default_action(view, random)) for random in range(20)}


def chosen(g: ArmsDealerState) -> set[str]:
    """Return the verbs that the quick player would choose."""
    view = observe(g, asked(g))
    return {GAME.greedy(view, random).verb for random in range(20)}


@pytest.mark.parametrize(
    ("g", "would", "done"),
    [
        (table(Side(scrapyard=LATE), phase=Shopping((ANNA,))), "look", "leave"),
        (
            table(Side(looked=(1,)), phase=Deciding((ANNA,), 1), shop="power-300 . . . . ."),
            "keep",
            "put-back",
        ),
        (
            fighting(Side(fighting="drone", hand="power-200", stake=9_000, wins=2), Side(fighting="scout", wins=2)),
            "equip",
            "pass",
        ),
        (table(STRONG, WEAK, phase=Opening((ANNA,))), "raise", "ready"),
        (planning(STRONG, WEAK), "raise", "ready"),
        (table(HOPELESS, AHEAD, phase=Following((ANNA,)), leader=BEN), "reorder", "ready"),
    ],
)
def test_the_default_action_buys_uses_bets_and_moves_nothing(g: ArmsDealerState, would: str, done: str) -> None:
    assert would in chosen(g)
    assert done_for(g) == {done}


def test_the_default_answer_to_a_raise_is_the_quick_players() -> None:
    raised = Answering((ANNA,), 5_000)
    assert done_for(table(STRONG, WEAK, phase=raised, leader=BEN)) == {"match"}
    assert done_for(table(WEAK, STRONG, phase=raised, leader=BEN)) == {"forfeit"}
