"""Chapter 3 of the rulebook: both players lay their formations in secret, at the same time."""

import pytest

from rules.arms_dealer.actions import Lay
from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Formation
from rules.arms_dealer.state import ArmsDealerState
from rules.core.play import options
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    GAME,
    Side,
    act,
    begun,
    classes,
    do,
    fighting,
    names,
    narrated,
    phase_of,
    refusal,
    table,
)


def drawn(anna: str = "drone drone scout fighter mothership", ben: str = "scout scout") -> ArmsDealerState:
    """Return the beginning of a battle in which these ships were drawn."""
    return table(Side(drawn=anna), Side(drawn=ben), phase=Formation((ANNA, BEN)), locked=(), skirmish=0)


@pytest.mark.clause("arms_dealer", "3.1")
def test_both_draw_five_ships_and_lay_them_at_the_same_time() -> None:
    g = begun()
    assert g.phase.waiting == (ANNA, BEN)
    assert [len(side.drawn) for side in g.sides] == [5, 5]
    assert narrated(g, ANNA)[1].startswith("You draw ")
    assert narrated(g, None) == ["Battle 1 begins: both draw their ships."]
    g = do(drawn(), ANNA, "lay scout drone mothership drone fighter")
    assert classes(g.sides[ANNA].formation) == "scout drone mothership drone fighter"
    assert g.sides[ANNA].drawn == []
    assert g.phase.waiting == (BEN,)


@pytest.mark.clause("arms_dealer", "3.1")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lay drone scout fighter mothership mothership", "You have drawn 1 Mothership, not 2; lay 2 Drones, "),
        ("lay drone drone drone scout fighter mothership", "You have drawn 2 Drones, not 3; lay 2 Drones, "),
        ("lay drone drone scout fighter destroyer", "You have drawn no Destroyer; lay 2 Drones, "),
        ("lay drone scout fighter mothership", "Lay all of your ships: 2 Drones, "),
        ("look 1", "Lay your ships first: 2 Drones, "),
    ],
)
def test_a_formation_of_other_ships_is_refused(text: str, reason: str) -> None:
    sentence = refusal(drawn(), text, ANNA)
    assert sentence.startswith(reason)
    assert "1 Scout, 1 Fighter and 1 Mothership" in sentence
    assert sentence.endswith("(rule 3.1).")


@pytest.mark.clause("arms_dealer", "3.2")
def test_ships_of_a_class_are_interchangeable() -> None:
    lays = options(drawn(), ANNA)
    assert len(lays) == 60
    assert len(options(drawn("scout scout scout"), ANNA)) == 1
    assert all(isinstance(lay, Lay) for lay in lays)
    assert str(lays[0]) == "lay drone drone scout fighter mothership"


@pytest.mark.clause("arms_dealer", "3.3")
def test_fewer_than_five_ships_are_laid_from_space_1_on() -> None:
    g = do(drawn(), BEN, "lay scout scout")
    assert classes(g.sides[BEN].formation) == "scout scout . . ."
    anna = Side(fighting="mothership", deck="drone", wins=2, hand="redraw")
    g = act(fighting(anna, Side(fighting="scout", deck="scout scout")), "pass", "harvest 1", "harvest 2")
    assert [classes(side.drawn) for side in g.sides] == ["drone mothership", "scout scout"]


@pytest.mark.clause("arms_dealer", "3.4")
@pytest.mark.parametrize("first", [ANNA, BEN])
def test_the_first_player_to_be_ready_buys_first_and_cannot_change_the_order(first: int) -> None:
    g = drawn("scout drone", "scout drone")
    g = do(g, first, "lay scout drone")
    assert refusal(g, "lay drone scout", first) == "It's not your decision now (rule 3.1)."
    g = do(g, 1 - first, "lay drone scout")
    assert phase_of(g) == "Shopping"
    assert g.phase.waiting == (first,)
    assert g.locked == (first, 1 - first)


@pytest.mark.clause("arms_dealer", "3.5")
def test_others_see_only_that_a_player_is_ready() -> None:
    one = do(drawn(), ANNA, "lay scout drone mothership drone fighter")
    other = do(drawn("scout scout scout scout drone"), ANNA, "lay drone scout scout scout scout")
    assert narrated(one, BEN) == narrated(one, None) == ["Anna is ready first, and buys first."]
    for viewer in (BEN, None):
        seen, alike = observe(one, viewer), observe(other, viewer)
        assert [side.ready for side in seen.sides] == [True, False]
        assert classes(space.ship for space in seen.sides[ANNA].formation) == ". . . . ."
        assert seen.sides[ANNA].formation == alike.sides[ANNA].formation
        assert (seen.options, seen.events, seen.sides[BEN]) == (alike.options, alike.events, alike.sides[BEN])
        assert GAME.prompt(seen, ("Anna", "Ben")) == GAME.prompt(alike, ("Anna", "Ben"))
    assert classes(space.ship for space in observe(one, ANNA).sides[ANNA].formation).startswith(
        "scout drone mothership"
    )
    assert names(observe(one, BEN).drawn) == "alien-scout alien-scout"
