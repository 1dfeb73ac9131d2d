"""Chapter 9 of Alchemy: the examples of the rulebook, played."""

import pytest

from tests.rules.alchemy.tables import ANNA, BEN, act, asked, attacked, choices, side, table


@pytest.mark.clause("alchemy", "5.5")
def test_answers_to_fire_3() -> None:
    g = attacked("fire-3", "fire-3 air-3 water-2 earth-3")
    assert "defend fire-3" not in choices(g)
    counted = [act(g, f"defend {element}").sides[ANNA].damage for element in ("air-3", "earth-3")]
    assert counted == [3, 0], "in halves: 1.5 damage, and a counter"
    assert asked(act(g, "defend water-2")) == BEN, "a parry"


@pytest.mark.clause("alchemy", "9.1")
def test_a_turn() -> None:
    g = table(turn=2, ben=side("fire-3"), anna=side("fire-3 fermentation", points=1))
    g = act(g, "end")
    assert (asked(g), g.sides[ANNA].points) == (ANNA, 3)
    g = act(g, "attack fire-3", "let-hit", "play fermentation")
    assert (len(g.sides[ANNA].hand), g.sides[ANNA].points) == (3, 1)
    assert "draw" in choices(act(g, "end", "attack fire-3"))


@pytest.mark.clause("alchemy", "9.2")
def test_a_block() -> None:
    g = act(attacked("fire-3", "air-3"), "defend air-3")
    assert (g.sides[ANNA].damage, g.sides[ANNA].score, len(g.sides[BEN].hand)) == (3, 1, 1)


@pytest.mark.clause("alchemy", "9.3")
def test_two_parries() -> None:
    g = table(side("fire-3 air-2 water-3"), side("water-2 earth-3 earth-1"))
    g = act(g, "attack fire-3", "defend water-2", "attack earth-3", "defend air-2", "attack water-3", "let-hit")
    assert (g.sides[ANNA].damage, [each.score for each in g.sides]) == (6, [1, 0])


@pytest.mark.clause("alchemy", "9.4")
def test_points_for_all_damage() -> None:
    g = act(table(side("fire-3", damage=10), side("air-1")), "attack fire-3", "let-hit")
    assert (g.sides[ANNA].damage, g.sides[ANNA].score) == (16, 2)
