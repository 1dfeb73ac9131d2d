"""Circuitry's choices in a player's words."""

import pytest

from rules.circuitry.events import PawnMoved
from rules.core.game import Label
from rules.core.telling import Deed
from tests.rules.circuitry.tables import ANNA, GAME, side, table

BOARD = "11@1,0 10@0,1"
EVERYTHING = "exchange force portal inhibit rotate slide swap flip black*2"


def said(words: str, *, green: str = "green 11-green", carried: str = "", inhibited: int = 0) -> Label:
    """To Anna, of whom Ben's pawn may be in the way."""
    colour, node = green.split()
    ben = side(colour, node, carried=carried, inhibited=inhibited)
    g = table(side("red", "1-red", hand=EVERYTHING, cards="2 8"), ben, on=BOARD)
    return GAME.label(GAME.view(g, ANNA), tuple(words.split()))


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


def test_a_pawn_says_where_it_stands_what_it_carries_and_whether_it_is_inhibited() -> None:
    assert said("inhibit green") == Label(text="Green (player 2)", detail="On 11 green")
    assert said("inhibit green", carried="green").detail == "On 11 green, carries 1 charge"
    assert said("inhibit green", inhibited=2).detail == "On 11 green, inhibited"


def test_a_card_of_the_board_says_who_stands_on_it() -> None:
    assert said("rotate 11") == Label(text="Card 11", detail="With the green pawn")
    assert said("rotate 10") == Label(text="Card 10")


def test_a_place_says_what_lies_beside_it_but_not_what_slides_there() -> None:
    assert said("slide 11 1,1").detail == "Beside 10"
    assert said("place 8 2,0").detail == "Beside 11"


def test_a_circuit_card_of_the_hand_says_whose_charge_point_it_has() -> None:
    assert said("place 2").detail.startswith("With the ")
    assert said("place 8") == Label(text="Card 8")


def test_what_pays_says_for_what() -> None:
    assert said("force green 1-orange black") == Label(text="Black", short="for black")


def test_what_is_done_most_has_a_button_of_its_own() -> None:
    verbs = [kind.verb for kind in GAME.actions]
    assert [verb for verb in verbs if said(verb).quick] == ["move", "charge", "deliver", "place"]


@pytest.mark.parametrize(
    ("seat", "by", "who", "does"),
    [(1, 1, "Ben", "moves"), (1, 0, "Anna", "forces Ben's pawn"), (0, 1, "Ben", "forces Anna's pawn")],
)
def test_who_moves_whose_pawn_is_told_in_short(seat: int, by: int, who: str, does: str) -> None:
    moved = PawnMoved(seat=seat, by=by, path=("1-red", "1-green"), cards=())
    assert moved.deed(("Anna", "Ben"), GAME.cards) == Deed(who, does, "to 1 green")
