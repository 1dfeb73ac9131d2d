"""Chapter 8 of the rulebook: points and the end of a match."""

import pytest

from rules.alchemy.limits import LAST_TURN, QUIET_TURNS
from rules.alchemy.observation import observe
from rules.alchemy.scoring import Scoring
from rules.core.notation import Action
from rules.core.play import LAST_RESORT, IllegalActionError, Outcome, apply
from tests.rules.alchemy.tables import ANNA, BEN, GAME, NAMES, act, attacked, label, narrated, side, table


@pytest.mark.clause("alchemy", "8.1")
def test_the_tenth_point_wins_at_once() -> None:
    g = act(table(side("fire-3 fire-2", points=2, score=9), side("", points=1)), "attack fire-3", "let-hit")
    assert g.outcome == Outcome("points", (1, 2))
    assert narrated(g) == ["Unblocked: Ben takes 3 damage. Anna scores 1 point and has 10."]
    assert GAME.result(g.outcome, NAMES) == "Anna wins by points."
    with pytest.raises(IllegalActionError, match="over"):
        apply(g, ANNA, Action())


@pytest.mark.clause("alchemy", "8.1")
def test_nine_points_do_not_win() -> None:
    assert act(table(side("fire-3", score=8), side("", points=1)), "attack fire-3", "let-hit").outcome is None


@pytest.mark.clause("alchemy", "8.2")
@pytest.mark.parametrize(("dealt", "points"), [(0, 1), (5, 1), (6, 2), (11, 2), (17, 1), (18, 2)])
def test_every_six_damage_of_a_match_score_a_point_more(dealt: int, points: int) -> None:
    g = act(table(side("fire-3", damage=dealt), side("air-1", points=0)), "attack fire-3")
    more = " for the hit, 1 for total damage" if points == 2 else ""
    assert label(g, "let-hit").detail == f"3 damage. Your opponent scores 1 point{more}."
    g = act(g, "let-hit")
    assert (g.sides[ANNA].score, g.sides[ANNA].damage) == (points, dealt + 6)
    assert ("(1 of them for all damage so far)" in narrated(g)[0]) == (points == 2)


@pytest.mark.clause("alchemy", "8.2")
def test_much_damage_at_once_scores_several_points_unless_the_option_is_off() -> None:
    def scored(scoring: Scoring) -> int:
        anna = side("fire-3 water-3", damage=11)
        g = table(anna, side("", points=1), scoring=scoring)
        return act(g, "attack fire-3+water-3", "let-hit").sides[ANNA].score

    assert [scored(scoring) for scoring in Scoring] == [2, 1, 6]


@pytest.mark.clause("alchemy", "8.2")
@pytest.mark.parametrize(("turn", "times"), [(9, 1), (11, 1), (13, 3), (15, 5)])
def test_damage_counts_once_more_in_each_turn_after_turn_11(turn: int, times: int) -> None:
    g = act(table(side("fire-2"), side("air-1", points=0), turn=turn), "attack fire-2")
    scored = 1 + 2 * times // 6
    more = f" for the hit, {scored - 1} for total damage" if scored > 1 else ""
    assert label(g, "let-hit").detail.endswith(f"Your opponent scores 1 point{more}.")
    g = act(g, "let-hit")
    assert (g.sides[ANNA].score, g.sides[ANNA].damage) == (scored, 4 * times)


@pytest.mark.clause("alchemy", "8.2")
@pytest.mark.parametrize("scoring", [Scoring.OFF, Scoring.ON])
def test_damage_that_is_not_added_up_counts_once_in_every_turn(scoring: Scoring) -> None:
    g = table(side("fire-2"), side("air-1", points=0), turn=21, scoring=scoring)
    assert act(g, "attack fire-2", "let-hit").sides[ANNA].damage == 4


@pytest.mark.clause("alchemy", "8.5")
@pytest.mark.parametrize("scoring", Scoring)
def test_damage_is_counted_whether_it_scores_or_not(scoring: Scoring) -> None:
    g = act(table(side("fire-3", damage=1), side("", points=1), scoring=scoring), "attack fire-3", "let-hit")
    assert observe(g, None).sides[ANNA].damage == 7


@pytest.mark.clause("alchemy", "8.6")
@pytest.mark.parametrize(
    ("attack", "answer", "points"),
    [
        ("fire-3", "let-hit", 3),
        ("fire-3", "defend air-3", 1),
        ("fire-1", "defend air-1", 1),
        ("fire-3", "defend air-1", 2),
    ],
)
def test_with_damage_scoring_a_battle_scores_its_damage(attack: str, answer: str, points: int) -> None:
    g = table(side(attack), side("air-1 air-3"), scoring=Scoring.ON)
    g = act(g, f"attack {attack}")
    assert label(g, *answer.split()).detail.count(f"{points} point")
    assert act(g, answer).sides[ANNA].score == points


@pytest.mark.clause("alchemy", "8.6")
def test_with_damage_scoring_twenty_points_win() -> None:
    def hit(score: int) -> Outcome | None:
        g = table(side("fire-3", score=score), side("", points=1), scoring=Scoring.ON)
        return act(g, "attack fire-3", "let-hit").outcome

    assert hit(16) is None
    assert hit(17) == Outcome("points", (1, 2))


@pytest.mark.clause("alchemy", "8.3")
def test_extra_points_count_only_if_the_battle_is_won() -> None:
    g = act(table(side("exaltation fire-1"), side("ablution earth-3 air-3")), "play exaltation", "attack fire-1")
    assert act(g, "defend earth-3").sides[ANNA].score == 0
    warded = act(g, "play ablution", "defend air-3")
    assert (warded.sides[ANNA].score, warded.sides[ANNA].damage) == (0, 3)


@pytest.mark.clause("alchemy", "8.3")
def test_damage_that_is_warded_off_still_counts_towards_the_total() -> None:
    g = act(table(side("fire-2", damage=10), side("ablution", points=1)), "attack fire-2", "play ablution")
    assert label(g, "let-hit").detail == (
        "2 damage. Warded off: the battle scores nothing, but the total damage scores 1 point."
    )
    g = act(g, "let-hit")
    assert g.sides[ANNA].score == 1
    assert narrated(g)[0].startswith("Unblocked: Ben takes 2 damage. Anna scores 1 point")


@pytest.mark.clause("alchemy", "8.3")
def test_damage_that_is_warded_off_still_counts_as_dealt() -> None:
    g = act(attacked("fire-2", "ablution", points=1), "play ablution", "let-hit")
    assert (g.sides[ANNA].score, g.sides[ANNA].damage) == (0, 4)


@pytest.mark.clause("alchemy", "8.4")
def test_the_match_ends_when_nobody_has_an_element_left() -> None:
    anna = side("calcination", deck="digestion", exhausted="fire-3 water-3", score=3)
    g = act(table(anna, side("digestion", deck="", score=2)), "end")
    assert g.outcome == Outcome(LAST_RESORT, (1, 2))
    assert narrated(g) == ["Nobody has an element left to attack with. Points: Anna 3, Ben 2; damage dealt 0 and 0."]


@pytest.mark.clause("alchemy", "8.4")
@pytest.mark.parametrize("where", ["deck", "hand", "store", "recharge"])
def test_one_element_that_is_not_exhausted_keeps_the_match_going(where: str) -> None:
    left = {"deck": "", "hand": "", "store": "", "recharge": "", where: "fire-1"}
    ben = side(left["hand"], deck=left["deck"], store=left["store"], recharge=left["recharge"])
    assert act(table(side("", deck=""), ben), "end").outcome is None


@pytest.mark.clause("alchemy", "8.4")
def test_the_match_ends_after_thirty_turns_without_an_attack() -> None:
    g = table(quiet=QUIET_TURNS - 2)
    g = act(g, "end")
    assert g.outcome is None
    g = act(g, "end")
    assert g.outcome == Outcome(LAST_RESORT, (1, 1))
    assert narrated(g)[0].startswith("Nobody has attacked for 30 turns.")
    assert (
        GAME.result(g.outcome, NAMES)
        == "The match is a draw by points, then damage dealt, because the match had to end (rule 8.4)."
    )


@pytest.mark.clause("alchemy", "8.4")
def test_an_attack_restarts_the_count_of_quiet_turns() -> None:
    g = act(table(side("fire-3"), side(""), quiet=QUIET_TURNS - 1), "attack fire-3", "let-hit", "end")
    assert (g.outcome, g.quiet) == (None, 0)


@pytest.mark.clause("alchemy", "8.4")
@pytest.mark.parametrize(
    ("anna", "ben", "ranks"),
    [((3, 0), (2, 9), (1, 2)), ((2, 3), (2, 4), (2, 1)), ((2, 4), (2, 4), (1, 1))],
)
def test_after_160_turns_points_decide_then_damage_or_it_is_a_draw(
    anna: tuple[int, int], ben: tuple[int, int], ranks: tuple[int, int]
) -> None:
    one, other = (side("fire-3", score=score, damage=damage) for score, damage in (anna, ben))
    g = table(one, other, turn=LAST_TURN)
    assert g.active == BEN
    assert act(g, "end").outcome == Outcome(LAST_RESORT, ranks)
    assert act(table(turn=LAST_TURN - 1), "end").outcome is None
