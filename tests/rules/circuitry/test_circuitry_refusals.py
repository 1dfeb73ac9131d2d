"""The refusals of Circuitry."""

from importlib.resources import files
from typing import Final

import pytest

from rules.circuitry.phases import TAKING, Discarding
from rules.core.notation import NotationError, fields_of
from rules.core.play import IllegalActionError, check, options
from rules.core.rulebook import parse
from tests.examples import seeds
from tests.rules.circuitry.tables import ANNA, BEN, GAME, act, board, refusal, side, table
from tests.rules.circuitry.walks import Dice, positions

ALL: Final = "light-blue dark-blue green orange purple red black"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("take gold", "4.2"),
        ("move 1-purple red", "5.1 and 5.6"),
        ("move 11-green red+red", "8.11"),
        ("move 1-green red", "8.11"),
        ("move 1-dark-blue orange", "5.1"),
        ("move nowhere red", "5.1 and 5.6"),
        ("move 1b-red red", "5.1 and 5.6"),
        ("charge red red 1", "7.1"),
        ("charge green red 1", "7.1"),
        ("deliver red 1", "7.3"),
        ("deliver black 1", "7.3"),
        ("place 9 0,1 a0", "4.7"),
        ("place 8 1,0 a0", "4.7"),
        ("place 8 5,5 a0", "4.7"),
        ("rotate 1", "6.4"),
        ("rotate 12", "8.1"),
        ("flip 11", "8.3"),
        ("swap 10 11", "8.2"),
        ("swap 10 10", "8.2"),
        ("slide 10 3,3", "8.5"),
        ("force red 1-dark-blue red", "8.7"),
        ("force green 1-red red", "8.11"),
        ("force green 1-purple red", "8.6 and 5.6"),
        ("portal 11-purple red", "8.8"),
        ("portal 11-green red", "8.11"),
        ("portal-force green 11-purple red+red", "8.9"),
        ("exchange green 1", "8.10"),
        ("inhibit red", "9.1"),
        ("free green", "9.3"),
        ("discharge", "9.4"),
        ("give green red", "11.6"),
        ("discard red", "4.3"),
        ("turn-over long", "4.3"),
        ("let-be", "11.14"),
        ("choose red", "11.13"),
    ],
)
def test_a_refusal_names_the_rule(text: str, clause: str) -> None:
    anna = side("red", hand="red*3 rotate flip swap slide force portal exchange inhibit free", cards="8")
    g = table(anna, side("green"), side("purple", "11-green"), on="11@1,0 10@0,-1 14@-1,0")
    reason = refusal(g, text)
    ending = f" (rule {clause})." if " and " not in clause else f" (rules {clause})."
    assert reason.endswith(ending), reason


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("move 1-dark-blue red", "5.1"),
        ("rotate 10", "8.1"),
        ("flip 10", "8.3"),
        ("force green 1-orange black", "8.6"),
        ("swap 10 14", "8.2"),
        ("slide 10 1,-1", "8.4"),
        ("portal 11-purple purple", "8.8"),
        ("portal-force green 11-purple green+purple", "8.9"),
        ("exchange green 1", "8.10"),
        ("inhibit green", "9.1"),
        ("free red", "9.3"),
    ],
)
def test_a_card_outside_the_hand_cannot_be_played(text: str, clause: str) -> None:
    g = table(side("red"), side("green"), side("purple"), on="11@1,0 10@0,-1 14@-1,0")
    assert refusal(g, text).endswith(f" (rule {clause})."), refusal(g, text)


def test_a_missing_force_is_named_unless_one_still_holds() -> None:
    g = table(side("red", hand="force black*3"), side("green"), side("purple", "11-green"), on="11@1,0")
    g = act(g, "force green 1-purple black")
    assert refusal(g, "force green 1-red black") == "There is a pawn on 1 red: you can't enter or pass it (rule 8.11)."
    assert refusal(g, "force purple 11-purple black") == "You don't have that: force (rule 8.6)."


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("portal 11-purple purple", 2),
        ("portal-force green 11-purple black+purple", 4),
        ("force green 1-purple black", 2),
        ("move 1-orange black+black", 2),
    ],
)
def test_exceeding_the_limit_of_cards_is_named(text: str, takes: int) -> None:
    anna = side("red", hand="portal force purple black*3")
    g = table(anna, side("green"), side("light-blue"), on="11@1,0", played=5, restricted="on")
    assert refusal(g, text) == f"You've played 5 of 6 mini cards this turn, and that takes {takes} more (rule 11.11)."


def test_an_unknown_node_is_quoted_as_far_as_it_fits() -> None:
    g = table(side("red", hand="black*3"), side("green"))
    reason = refusal(g, f"move {'x' * 30} black")
    assert f"get to {'x' * 20} like that" in reason, reason


def test_within_the_limit_another_reason_is_named() -> None:
    g = table(side("red", hand="black*3"), side("green", "1-orange"), played=4, restricted="on")
    assert refusal(g, "move 1-orange black") == "There is a pawn on 1 orange: you can't enter or pass it (rule 8.11)."


def test_a_refusal_names_the_one_thing_that_a_phase_asks_for() -> None:
    g = table(side("red", hand=f"{ALL} rotate flip"), side("green"), phase=TAKING[ANNA][2])
    assert refusal(g, "move 1-dark-blue red") == (
        "You start your turn by taking two mini cards: take a card first (rule 4.2)."
    )
    g.phase = Discarding((ANNA,), 0)
    assert refusal(g, "done") == "You hold too many cards: discard a mini card or a charge first (rule 11.12)."
    leaving = table(side("red", "1-orange", hand="red"), side("green", "11-green"), on="11@0,1 10@1,0")
    reason = refusal(act(leaving, "move 10-orange red"), "done")
    assert reason == "Card 1 is being turned over: choose the axis first, long or short (rule 6.1)."


def test_a_second_circuit_card_in_a_turn_is_refused() -> None:
    g = act(table(side("red", cards="8 9"), side("green")), "place 8 0,1 a0")
    assert refusal(g, "place 9 0,2 a0") == "You've already laid a circuit card this turn (rule 4.3)."


def test_a_refusal_reveals_nothing_about_other_hands() -> None:
    g = table(side("red"), side("green", hand="inhibit"), on=board("10@1,0"))
    other = table(side("red"), side("green", hand="free"), on=board("10@1,0"))
    for text in ("exchange green 1", "force green 1-purple red", "inhibit green", "done"):
        if text != "done":
            assert refusal(g, text) == refusal(other, text)
    assert refusal(g, "done", BEN).endswith("(rule 4.3).")


def clauses() -> set[str]:
    """Return the numbers of all clauses."""
    text = files("seeds").joinpath(GAME.key, "rulebook.md").read_text(encoding="utf-8")
    return {clause.number for clause in parse(text)}


@pytest.mark.parametrize("seed", seeds(2))
def test_every_refusal_is_one_short_sentence_with_its_rules(seed: int) -> None:
    """Actions are made of random words that occur in the game."""
    numbers_of_rulebook, dice = clauses(), Dice(seed + 77)
    tried = 0
    for place, g in enumerate(positions(seed, 90)):
        if place % 9 or not g.phase.waiting:
            continue
        nodes = [*g.board.nodes, "1b-red", "40-red", "red", "1-", "x-y"]
        words = [*nodes, *ALL.split(), "red+red", "black+black+red", "1", "2", "12", "0,1", "9,9", "a0", "long", "+"]
        seat = g.phase.waiting[0]
        legal = options(g, seat)
        for _ in range(40):
            kind = dice.any_of(GAME.actions)
            text = " ".join([kind.verb, *(dice.any_of(words) for _ in fields_of(kind))])
            try:
                action = GAME.parse(text)
            except NotationError:
                continue
            if action in legal:
                continue
            tried += 1
            with pytest.raises(IllegalActionError) as refused:
                check(g, seat, action)
            reason = str(refused.value)
            assert len(reason) <= 300
            numbers = reason.split("(rule")[1].removeprefix("s").strip(" ).").replace(" and ", " ").split()
            assert set(numbers) <= numbers_of_rulebook, reason
    assert tried > 20
