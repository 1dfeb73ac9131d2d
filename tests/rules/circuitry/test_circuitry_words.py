"""Circuitry's choices in a player's words."""

import pytest

from rules.core.game import Label
from tests.rules.circuitry.tables import ANNA, GAME, side, table


@pytest.mark.parametrize(
    ("node", "detail"),
    [
        ("1-dark-blue", "1 step"),
        ("1-orange", "2 steps"),
        ("1-purple", "3 steps: Red, black, black"),
    ],
)
def test_a_node_says_how_far_it_is_and_with_what_alone_it_can_be_paid(node: str, detail: str) -> None:
    view = GAME.view(table(side("red", hand="black*2 red"), side("green")), ANNA)
    assert GAME.label(view, ("move", node)).detail == detail


def test_gold_cards_are_offered_with_how_many_there_are() -> None:
    g = GAME.begin(seats=2, options={}, decks=[], seed=1)
    view = GAME.view(g, g.phase.waiting[0])
    assert GAME.label(view, ("take", "gold")) == Label(
        text="Gold, unseen", detail=f"{len(g.gold)} in the deck", quick=True
    )
