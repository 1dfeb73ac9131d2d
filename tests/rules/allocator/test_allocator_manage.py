"""Chapter 4 of the rulebook: Manage."""

import pytest

from rules.allocator.cards import System
from rules.allocator.phases import Manage
from tests.rules.allocator.tables import ANNA, BEN, act, asked, choices, names, narrated, refusal, side, table


@pytest.mark.clause("allocator", "4.1")
def test_cards_can_be_played_moved_and_discarded_in_any_order() -> None:
    g = table(side(hand="ram spark", defense="wall"))
    g = act(g, "play spark attack", "discard wall defense", "play ram attack", "move spark attack defense")
    assert [names(g.sides[ANNA].systems[system]) for system in System] == ["ram", "spark", ""]
    assert g.phase.waiting == (ANNA,)
    assert act(g, "end").phase.waiting != (ANNA,)


@pytest.mark.clause("allocator", "4.1")
def test_a_manage_step_can_end_at_once() -> None:
    assert choices(table()) == ["end"]


@pytest.mark.clause("allocator", "4.1")
def test_no_card_boosts_while_managing() -> None:
    assert refusal(table(side(hand="spark")), "boost spark") == (
        "You're managing your systems now: play, move, discard, or end (rule 4.1)."
    )


@pytest.mark.clause("allocator", "4.2")
def test_any_card_can_be_played_into_any_system_and_copies_are_offered_once() -> None:
    g = table(side(hand="wall wall"))
    assert choices(g) == ["play wall attack", "play wall defense", "play wall development", "end"]
    g = act(g, "play wall defense", "play wall attack")
    assert g.sides[ANNA].powers == {System.ATTACK: 0, System.DEFENSE: 3, System.DEVELOPMENT: 0}
    assert narrated(g) == ["Anna plays Wall into Attack, now 0."]
    assert refusal(g, "play wall attack") == "Wall isn't in your hand (rule 4.2)."


@pytest.mark.clause("allocator", "4.3")
def test_a_card_can_be_discarded_from_its_system() -> None:
    g = act(table(side(attack="ram drone")), "discard ram attack")
    assert g.sides[ANNA].powers[System.ATTACK] == 1
    assert narrated(g) == ["Anna discards Ram out of Attack, now 1."]
    assert refusal(g, "discard ram attack") == "Ram isn't in your Attack system (rule 4.3)."


@pytest.mark.clause("allocator", "4.4")
def test_only_one_card_can_be_moved_in_a_turn() -> None:
    g = act(table(side(attack="drone spark")), "move drone attack development")
    assert g.sides[ANNA].powers == {System.ATTACK: 1, System.DEFENSE: 0, System.DEVELOPMENT: 1}
    assert narrated(g) == ["Anna moves Drone from Attack to Development."]
    assert not [choice for choice in choices(g) if choice.startswith("move")]
    assert refusal(g, "move spark attack defense") == (
        "You have already moved a card: you can move one a turn (rule 4.4)."
    )


@pytest.mark.clause("allocator", "4.4")
def test_the_next_turn_allows_another_move() -> None:
    g = table(side(attack="drone", defense="wall", deck=""), side(defense="wall", deck=""))
    g = act(g, "move drone attack defense", "end", "end")
    assert (g.turn, asked(g)) == (5, ANNA)
    assert "move drone defense attack" in choices(g)


@pytest.mark.clause("allocator", "4.4")
def test_a_move_needs_a_card_of_the_system_and_another_system() -> None:
    g = table(side(attack="drone"))
    assert refusal(g, "move drone defense attack") == "Drone isn't in your Defense system (rule 4.4)."
    assert refusal(g, "move drone attack attack") == (
        "Drone is already in Attack: move it to another system (rule 4.4)."
    )


@pytest.mark.clause("allocator", "4.5")
def test_the_total_may_exceed_the_maximum_until_the_step_ends() -> None:
    g = act(table(side(hand="ram", attack="titan")), "play ram attack")
    assert g.sides[ANNA].power == 8
    assert "end" not in choices(g)
    assert refusal(g, "end") == (
        "Your systems have 8 power and the Maximum Power is 6: take out or move cards until it is 2 less (rule 4.5)."
    )
    g = act(g, "move ram attack development")
    assert "end" in choices(g)


@pytest.mark.clause("allocator", "4.6")
def test_exactly_the_maximum_is_allowed() -> None:
    assert "end" in choices(table(side(attack="titan drone")))
    assert "end" not in choices(table(side(attack="titan drone spark")))


@pytest.mark.clause("allocator", "4.6")
def test_the_limit_is_not_checked_in_the_opponents_turn() -> None:
    g = act(table(side(hand="spark"), side(attack="titan", defense="wall")), "end", "decline")
    assert isinstance(g.phase, Manage)
    assert g.phase.waiting == (BEN,)


@pytest.mark.clause("allocator", "4.7")
def test_discards_and_boosts_go_to_their_owners_discard_pile() -> None:
    g = table(side(attack="ram", hand="spark"), side(hand="idle", defense="titan"))
    g = act(g, "discard ram attack", "end", "boost spark", "boost idle")
    assert [names(player.discard_pile) for player in g.sides] == ["ram spark", "idle"]
