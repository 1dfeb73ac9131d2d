"""Chapters 5 and 7 of the rulebook: the attack and the end of a match."""

import pytest

from rules.allocator.cards import System
from rules.allocator.events import AttackHit, Breached
from rules.allocator.phases import LAST_TURN, Develop, Duel, Manage
from rules.core.notation import Action
from rules.core.play import LAST_RESORT, IllegalActionError, Outcome, apply
from tests.rules.allocator.tables import ANNA, BEN, act, asked, names, narrated, side, table


@pytest.mark.clause("allocator", "5.1")
def test_ending_the_manage_step_begins_the_attack() -> None:
    g = act(table(side(attack="drone", hand="idle"), side(defense="wall", hand="idle")), "end")
    assert isinstance(g.phase, Duel)
    assert narrated(g) == ["Anna attacks: Attack 1 against Defense 3."]


@pytest.mark.clause("allocator", "5.2")
@pytest.mark.parametrize(("attack", "hits"), [("drone", False), ("ram", True), ("ram drone", True)])
def test_an_attack_hits_with_equal_or_more_power(attack: str, hits: bool) -> None:
    g = act(table(side(attack=attack), side(defense="wall")), "end")
    assert g.maximum_power == (7 if hits else 6)


@pytest.mark.clause("allocator", "5.2")
def test_boosts_of_both_players_count() -> None:
    g = table(side(attack="ram", hand="ram"), side(defense="wall drone drone", hand="spark idle"))
    g = act(g, "end", "boost ram")
    assert narrated(g) == ["Anna boosts Attack with Ram: +3, now 6."]
    g = act(g, "boost spark")
    assert narrated(g) == ["Ben boosts Defense with Spark: +2, now 7."]
    g = act(g, "decline")
    assert narrated(g)[0] == "Ben declines to boost."
    assert narrated(g)[1] == "Ben blocks: Attack 6 is less than Defense 7."


@pytest.mark.clause("allocator", "5.3")
@pytest.mark.parametrize(("attack", "first"), [("drone", ANNA), ("ram", ANNA), ("ram drone", BEN)])
def test_the_defender_is_asked_first_only_with_less_defense(attack: str, first: int) -> None:
    g = act(table(side(attack=attack, hand="idle"), side(defense="wall", hand="idle")), "end")
    assert asked(g) == first


@pytest.mark.clause("allocator", "5.4")
def test_a_hit_raises_the_maximum_and_gives_the_top_life_card_to_the_defender() -> None:
    g = act(table(side(attack="ram"), side(life="titan drone idle")), "end")
    assert g.maximum_power == 7
    assert names(g.sides[BEN].hand) == "titan"
    assert names(g.sides[BEN].life[::-1]) == "drone idle"
    public = "Hit, 3 against 0: Ben takes a Life card, 2 left. Maximum Power is now 7."
    assert public in narrated(g)
    assert "The Life card that you took is Titan." in narrated(g, BEN)
    assert not [line for line in (*narrated(g), *narrated(g, ANNA)) if "Titan" in line]


@pytest.mark.clause("allocator", "5.5")
def test_a_block_changes_nothing() -> None:
    before = table(side(attack="drone"), side(defense="wall"))
    g = act(before, "end")
    assert narrated(g)[1] == "Ben blocks: Attack 1 is less than Defense 3."
    assert g.maximum_power == before.maximum_power
    assert len(g.sides[BEN].life) == 5
    assert names(g.sides[BEN].systems[System.DEFENSE]) == "wall"


@pytest.mark.clause("allocator", "5.6")
def test_an_empty_attack_hits_an_empty_defense_on_the_first_turn_too() -> None:
    g = act(table(turn=1), "end")
    assert narrated(g)[:2] == [
        "Anna attacks: Attack 0 against Defense 0.",
        "Hit, 0 against 0: Ben takes a Life card, 4 left. Maximum Power is now 7.",
    ]


@pytest.mark.clause("allocator", "7.1")
def test_a_hit_without_life_left_ends_the_match_before_anything_changes() -> None:
    before = table(side(attack="ram"), side(life=""))
    g = act(before, "end")
    assert g.outcome == Outcome("breach", (1, 2))
    assert g.outcome.winners == (ANNA,)
    assert (g.maximum_power, g.turn) == (before.maximum_power, before.turn)
    assert narrated(g)[-1] == "Hit, 3 against 0: Ben has no Life card to take. Anna wins."


@pytest.mark.clause("allocator", "7.1")
def test_the_sixth_hit_wins_against_five_life_cards() -> None:
    g = table(side(attack="ram", defense="wall"), side(life="idle idle idle idle idle"))
    hits = 0
    while g.outcome is None:
        g = act(g, "end" if isinstance(g.phase, Manage) else "decline")
        hits += any(isinstance(event, AttackHit | Breached) for event in g.events)
    assert (hits, g.outcome.winners) == (6, (ANNA,))


@pytest.mark.clause("allocator", "7.1")
def test_the_second_player_can_win_too_and_the_match_is_over() -> None:
    g = act(table(side(life=""), side(attack="ram"), turn=4), "end")
    assert g.outcome == Outcome("breach", (2, 1))
    with pytest.raises(IllegalActionError, match="over"):
        apply(g, BEN, Action())


@pytest.mark.clause("allocator", "7.1")
def test_taking_the_last_life_card_is_not_yet_the_end() -> None:
    g = act(table(side(attack="ram"), side(life="idle")), "end")
    assert g.outcome is None
    assert g.phase == Develop((BEN,))


@pytest.mark.clause("allocator", "7.2")
@pytest.mark.parametrize(
    ("anna_life", "anna_attack", "ranks"),
    [
        ("idle idle idle", "", (1, 2)),
        ("idle", "titan", (2, 1)),
        ("idle idle", "titan", (1, 2)),
        ("idle idle", "drone", (2, 1)),
        ("idle idle", "ram", (1, 1)),
    ],
)
def test_after_the_last_turn_life_decides_then_power_or_it_is_a_draw(
    anna_life: str, anna_attack: str, ranks: tuple[int, int]
) -> None:
    g = table(side(life=anna_life, attack=anna_attack, defense="drone"), side(life="idle idle", defense="wall drone"))
    g.turn, g.phase, g.sieges = LAST_TURN, type(g.phase)((BEN,)), False
    g = act(g, "end")
    assert g.outcome == Outcome(LAST_RESORT, ranks)
    assert narrated(g)[-1].startswith("The last turn is over. Life: Anna")


@pytest.mark.clause("allocator", "7.2")
def test_the_turn_before_the_last_ends_like_any_other() -> None:
    g = act(table(ben=side(hand="idle"), turn=LAST_TURN - 1), "end", "decline")
    assert g.outcome is None
    assert g.turn == LAST_TURN == 200
