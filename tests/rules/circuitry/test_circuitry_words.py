"""Labels and prompts of Circuitry."""

import pytest

from rules.circuitry.events import PawnMoved
from rules.circuitry.game import Circuitry
from rules.circuitry.phases import TAKING, Asking, Choosing, Discarding
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.game import Label
from rules.core.narration import BriefSentence
from rules.core.play import Phase
from tests.rules.circuitry.tables import ANNA, BEN, CLEO, GAME, NAMES, SIMPLE, act, board, content, side, table

BOARD = "11@1,0 10@0,1"
EVERYTHING = "exchange force portal inhibit rotate slide swap flip black*2"


def label_for_anna(words: str, *, green: str = "green 11-green", carried: str = "", inhibited: int = 0) -> Label:
    """Return a label for Anna; Ben's pawn may be in the way."""
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
def test_the_label_of_a_node_has_its_steps_and_its_only_payment(node: str, detail: str) -> None:
    view = GAME.view(table(side("red", hand="black*2 red"), side("green")), ANNA)
    assert GAME.label(view, ("move", node)).detail == detail


def test_the_label_of_the_gold_deck_has_its_size() -> None:
    g = GAME.begin(seats=2, options={}, decks=[], seed=1)
    view = GAME.view(g, g.phase.waiting[0])
    assert GAME.label(view, ("take", "gold")) == Label(
        text="Gold, unseen", detail=f"{len(g.gold)} in the deck", quick=True, general=True
    )


def test_the_label_of_a_pawn_has_its_node_charges_and_inhibit() -> None:
    assert label_for_anna("inhibit green") == Label(text="Green (player 2)", detail="On 11 green")
    assert label_for_anna("inhibit green", carried="green").detail == "On 11 green, carries 1 charge"
    assert label_for_anna("inhibit green", inhibited=2).detail == "On 11 green, inhibited"


def test_the_label_of_a_card_on_the_board_has_its_pawns() -> None:
    assert label_for_anna("rotate 11") == Label(text="Card 11", detail="With the green pawn")
    assert label_for_anna("rotate 10") == Label(text="Card 10")
    assert label_for_anna("rotate 11", green="dark-blue 1-dark-blue") == Label(text="Card 11")
    both = table(side("red", "11-purple", hand="rotate"), side("green", "11-green"), side("orange"), on=BOARD)
    assert GAME.label(GAME.view(both, ANNA), ("rotate", "11")).detail == "With the red and green pawn"


def test_the_label_of_a_place_has_its_neighbours() -> None:
    assert label_for_anna("slide 11 1,1").detail == "Beside 10"
    assert label_for_anna("place 8 2,0").detail == "Beside 11"
    assert label_for_anna("place 8 1,1") == Label(text="Place 3", detail="Beside 10 and 11")


def test_the_label_of_a_held_circuit_card_has_its_charge_point() -> None:
    assert label_for_anna("place 2").detail.startswith("With the ")
    assert label_for_anna("place 8") == Label(text="Card 8")


def test_the_label_of_a_payment_has_a_short_form() -> None:
    assert label_for_anna("force green 1-orange black") == Label(text="Black", short="for black")


def test_frequent_actions_have_buttons_of_their_own() -> None:
    verbs = [kind.verb for kind in GAME.actions]
    assert [verb for verb in verbs if label_for_anna(verb).quick] == ["move", "charge", "deliver", "place"]


@pytest.mark.parametrize(
    ("seat", "by", "subject", "verb"),
    [(1, 1, "Ben", "moves"), (1, 0, "Anna", "forces Ben's pawn"), (0, 1, "Ben", "forces Anna's pawn")],
)
def test_moves_are_told_in_brief(seat: int, by: int, subject: str, verb: str) -> None:
    moved = PawnMoved(seat=seat, by=by, path=("1-red", "1-green"), cards=())
    assert moved.in_brief(("Anna", "Ben"), GAME.cards) == BriefSentence(subject, verb, "to 1 green")


@pytest.mark.parametrize(
    ("words", "text", "detail"),
    [
        ("take two-gold", "Two gold, unseen", "Both at once; 58 in the deck"),
        ("take active", "Green, unseen", "0 in the active deck"),
        ("take flip", "Flip", "Turn over a circuit card without pawns, about its long axis."),
        ("move 1-orange black+black", "Black, black", ""),
        ("portal 11-purple", "11 purple", ""),
        ("portal 11-purple black", "Black", ""),
        ("portal-force green 11-purple", "11 purple", ""),
        ("portal-force green 11-purple black+black", "Black, black", ""),
        ("force green", "Green (player 2)", "On 11 green"),
        ("place 8 2,0 a180", "Side a, turned", ""),
        ("swap 10 11", "Card 11", "With the green pawn"),
        ("discard charge", "A charge", "One that your pawn carries"),
        ("discard flip", "Flip", ""),
        ("give green flip", "Flip", ""),
        ("charge red", "Red", ""),
        ("charge red black", "Black", ""),
        ("charge red black 2", "2 charges", ""),
        ("deliver black", "Black", ""),
        ("deliver black 1", "1 charge", ""),
        ("choose red", "Red", "Yours"),
        ("choose green", "Green", "Dealt to player 2"),
        ("choose purple", "Purple", "Dealt to nobody"),
    ],
)
def test_every_part_of_a_choice_has_a_label(words: str, text: str, detail: str) -> None:
    label = label_for_anna(words)
    assert (label.text, label.detail) == (text, detail)


def test_unknown_words_have_no_label() -> None:
    with pytest.raises(ValueError, match="not the words of an action"):
        label_for_anna("dance on the table")


def test_the_label_of_an_axis_has_the_arrival() -> None:
    """6.1, 6.2"""
    anna, ben = side("purple", hand="red"), side("green", "13-purple", hand="force purple")
    on = "13@0,-1:b0"
    view = SIMPLE.view(table(anna, ben, on=on), ANNA)
    assert SIMPLE.label(view, ("move", "1b-dark-blue")).text == "1 dark blue of side b"
    forced = act(table(ben, anna, on=on), "force purple 1b-dark-blue purple")
    view = SIMPLE.view(forced, BEN)
    assert SIMPLE.label(view, ("turn-over", "long")) == Label(text="Long axis", detail="The pawn comes to 1 dark blue")
    assert SIMPLE.label(view, ("turn-over", "short")).detail == "The pawn comes to 1 light blue"


def test_the_text_of_a_green_card_is_shortened_to_fit() -> None:
    for length, detail in ((100, "x" * 100), (101, f"{'x' * 99}…")):
        tables_read = content()
        tables_read["minis"]["flip"] |= {"text": "x" * length}
        game = Circuitry(tables_read)
        assert game.label(SIMPLE.view(table(side("red"), side("green")), ANNA), ("take", "flip")).detail == detail


@pytest.mark.parametrize(
    ("phase", "own_prompt", "others"),
    [
        (
            TAKING[ANNA][2],
            "Round 5: take 2 mini cards, gold (face down) or green (face up).",
            "Round 5: Anna takes mini cards.",
        ),
        (
            Discarding((ANNA,), 1),
            "You hold more than 8 mini cards and charges: discard one (rule 11.12).",
            "Round 5: Anna discards down to eight cards.",
        ),
        (
            Choosing((ANNA,)),
            "Choose the charge point that you play with (rule 11.13).",
            "Round 5: Anna chooses a charge point.",
        ),
        (
            Asking((ANNA, CLEO)),
            "Anna carries charge: do you want to play an Inhibit? Everyone who might hold one is asked.",
            "Round 5: Anna and Cleo may answer with an Inhibit.",
        ),
    ],
)
def test_prompts_address_the_asked_seat_and_others(phase: Phase, own_prompt: str, others: str) -> None:
    g = table(side("red"), side("green"), side("purple"), phase=phase)
    assert asked(g, ANNA) == own_prompt
    assert asked(g, BEN) == asked(g, None) == others


def asked(g: CircuitryState, seat: Seat | None) -> str:
    return GAME.prompt(SIMPLE.view(g, seat), NAMES)


def test_the_prompt_of_a_turn_has_limits_and_lasting_effects() -> None:
    plain = table(side("red", hand="red"), side("green"))
    assert asked(plain, ANNA) == "Round 5, your turn: play mini cards, in any order."
    assert asked(plain, BEN) == asked(plain, None) == "Round 5: Anna plays their turn."
    holding = table(side("red", hand="black", cards="8", inhibited=1), side("green"), played=2, restricted="on")
    assert asked(holding, ANNA) == (
        "Round 5, your turn: play mini cards (2 of 6 played) and lay one circuit card, in any order. You're inhibited."
    )
    laid = table(side("red", hand="red", cards="8"), side("green"), laid=True)
    assert asked(laid, ANNA) == "Round 5, your turn: play mini cards, in any order."
    spent = table(side("red", cards="8", inhibited=1), side("green"), played=6, restricted="on")
    assert asked(spent, ANNA) == (
        "Round 5, your turn: no mini card can be played; lay one circuit card, or end it. You're inhibited."
    )
    over = table(side("red", cards="8"), side("green"), laid=True)
    assert asked(over, ANNA) == "Round 5, your turn: you have nothing left to play or to lay. End the turn."
    holds_two = side("red", hand="force black black")
    forced = act(table(holds_two, side("green"), side("orange")), "force green 1-purple black")
    assert (
        asked(forced, ANNA) == "Round 5, your turn: play mini cards, in any order. Your Force still holds Ben's pawn."
    )


def test_the_prompt_of_others_names_their_reactions() -> None:
    sides = side("red"), side("orange", hand="inhibit"), side("green", hand="red"), side("light-blue")
    g = table(*sides, teams="two")
    assert asked(g, BEN) == "Round 5: Anna plays their turn. You can still play your Inhibit."
    assert asked(g, CLEO) == "Round 5: Anna plays their turn. You can still give a card."
    g.sides[CLEO].minis += g.sides[BEN].minis
    assert asked(g, CLEO).endswith(" You can still play your Inhibit or give a card.")


def test_the_prompt_of_a_finished_match_says_so() -> None:
    g = table(side("red", hand="black", carried="red"), side("green"), on=board(hub="b0"))
    assert asked(act(g, "deliver black 1"), ANNA) == "The match is over."
    turning = table(side("red", "1-orange", hand="red"), side("green", "11-green"), on="11@0,1 10@1,0")
    turning = act(turning, "move 10-orange red")
    assert asked(turning, ANNA) == (
        "Your pawn is the last one to leave card 1: choose the axis about which it is turned over."
    )
    assert asked(turning, BEN) == "Round 5: Anna chooses the axis about which card 1 is turned over."
