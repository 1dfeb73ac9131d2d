"""The value of an unfinished state to its players (`Game.evaluate`)."""

import pytest

from bot.computer.levels import Level, choose
from rules.alchemy.scoring import Scoring
from rules.alchemy.state import Side
from tests.examples import seeds
from tests.rules.alchemy.tables import ANNA, BEN, GAME, side, table

DECK = "fire-3 water-3 air-3 earth-3 fire-2 water-2 air-2 earth-2 fire-1 water-1 air-1 earth-1 " * 3
HAND = "fire-3 water-1"


def share(anna: Side, ben: Side, *, turn: int = 9, scoring: Scoring = Scoring.TALLY) -> float:
    """Return Anna's chance to win at the beginning of a turn; an odd turn is hers."""
    return GAME.evaluate(table(anna, ben, turn=turn, scoring=scoring), ANNA)


@pytest.mark.parametrize(
    "better",
    [
        side(HAND, score=1),
        side(HAND, damage=6),
        side(HAND, points=3),
        side(HAND + " digestion"),
        side("fire-3 water-2"),
        side(HAND, store="digestion"),
    ],
)
def test_points_damage_ap_and_cards_raise_a_players_share(better: Side) -> None:
    g = table(better, side(HAND), turn=9)
    assert GAME.evaluate(g, ANNA) > share(side(HAND), side(HAND))
    assert GAME.evaluate(g, ANNA) + GAME.evaluate(g, BEN) == pytest.approx(1)


def test_an_unused_magnum_opus_raises_a_players_share() -> None:
    assert share(side(HAND, used=True), side(HAND)) < share(side(HAND), side(HAND))


def test_a_point_is_worth_the_more_the_nearer_the_end_is() -> None:
    early = share(side(HAND, score=5), side(HAND, score=4))
    assert 0.5 < early < share(side(HAND, score=9), side(HAND, score=8))


def test_damage_is_worth_nothing_if_it_scores_nothing() -> None:
    assert share(side(HAND, damage=6), side(HAND), scoring=Scoring.OFF) == share(
        side(HAND), side(HAND), scoring=Scoring.OFF
    )


def test_2_2_ap_that_the_next_turn_would_lose_are_worth_nothing_after_the_turn() -> None:
    four, six = side(HAND, points=4), side(HAND, points=6)
    assert share(six, side(HAND), turn=10) == share(four, side(HAND), turn=10)
    assert share(six, side(HAND), turn=9) > share(four, side(HAND), turn=9)


def test_3_7_a_small_hand_is_worth_less_while_it_cannot_be_refreshed() -> None:
    assert share(side(HAND, refreshed=7), side(HAND)) < share(side(HAND), side(HAND))


def test_3_7_a_full_hand_is_worth_the_same_while_it_cannot_be_refreshed() -> None:
    full = "fire-1 fire-1 water-1 water-1 air-1 air-1"
    assert share(side(full, refreshed=7), side(HAND)) == share(side(full), side(HAND))


@pytest.mark.parametrize("hand", ["fixation", "coagulation", ""])
@pytest.mark.parametrize("seed", seeds(1))
def test_2_2_the_expert_refreshes_a_useless_hand_before_it_loses_ap(hand: str, seed: int) -> None:
    anna = side(hand, deck=DECK, points=6, score=3, used=True)
    ben = side("fire-2 water-3 air-1", deck=DECK, points=3, score=3, used=True)
    view = GAME.view(table(anna, ben, turn=5), ANNA)
    assert str(choose(GAME, view, seed, Level.EXPERT).action) == "refresh"
