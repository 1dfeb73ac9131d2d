"""Clauses 11.5 to 11.8 of Circuitry: teams, their gifts and their charges."""

from collections import Counter

import pytest

from rules.circuitry.events import CardGiven, ChargesGiven, GiftSeen
from rules.circuitry.phases import TAKING, TURNS, Discarding
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import Outcome
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    DAN,
    EVE,
    FRED,
    GAME,
    SIMPLE,
    act,
    board,
    charges,
    choices,
    do,
    hand,
    phase_of,
    refusal,
    sentences,
    side,
    table,
)


def four(
    anna: Side | None = None, cleo: Side | None = None, *, active: Seat = ANNA, gifts: int = 0, **more: str
) -> CircuitryState:
    """Anna and Cleo play against Ben and Dan. The red and the green node are adjacent."""
    sides = (anna or side("red"), side("orange"), cleo or side("green"), side("light-blue"))
    return table(*sides, active=active, gifts=gifts, **{"teams": "two", "charges": "5", **more})  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "11.5")
@pytest.mark.parametrize(
    ("seats", "word", "teams"),
    [
        (4, "two", ((ANNA, CLEO), (BEN, DAN))),
        (6, "two", ((ANNA, CLEO, EVE), (BEN, DAN, FRED))),
        (6, "three", ((ANNA, DAN), (BEN, EVE), (CLEO, FRED))),
        (4, "off", ((ANNA,), (BEN,), (CLEO,), (DAN,))),
    ],
)
def test_team_mates_are_seated_in_turn(seats: int, word: str, teams: tuple[tuple[Seat, ...], ...]) -> None:
    options = GAME.all_options({"teams": word})
    assert GAME.faults(seats, options) == []
    assert GAME.teams(seats, options) == teams
    g = GAME.begin(seats=seats, options={"teams": word}, decks=(), seed=1)
    for team in teams:
        for seat in team:
            assert g.team(seat) == team
            assert set(g.opponents(seat)) == set(range(seats)) - set(team)


@pytest.mark.clause("circuitry", "11.5")
def test_teams_are_for_four_or_six() -> None:
    assert GAME.playable({"teams": "two"}) == (4, 6)
    assert GAME.playable({"teams": "three"}) == (6,)
    assert GAME.playable({}) == (2, 3, 4, 5, 6)


@pytest.mark.clause("circuitry", "11.5")
def test_deliveries_of_team_mates_add_up_and_they_win_together() -> None:
    anna = side("red", hand="black red", carried="red red")
    sides = [anna, side("orange"), side("green", delivered=1), side("light-blue", delivered=2)]
    g = table(*sides, on=board(hub="b0"), teams="two", charges="3")
    assert choices(g, "deliver") == ["deliver red 1", "deliver black 1", "deliver black 2"]
    won = act(g, "deliver black 2")
    assert won.outcome == Outcome("delivery", (1, 3, 1, 3))
    one = act(g, "deliver red 1")
    assert one.outcome is None
    assert choices(one, "deliver") == ["deliver black 1"], "the next one wins"


@pytest.mark.clause("circuitry", "11.5")
def test_charges_delivered_by_a_mate_are_not_needed_again() -> None:
    sides = [side("red", "7-green", hand="red"), side("orange"), side("green", delivered=2), side("light-blue")]
    g = table(*sides, on="7@1,0", teams="two", charges="3")
    assert choices(g, "charge") == ["charge red red 1", "charge red red 2"], "one that is needed and one to spare"


@pytest.mark.clause("circuitry", "11.6")
def test_a_card_is_given_in_ones_own_turn() -> None:
    g = four(side("red", hand="black*2 flip inhibit"))
    assert choices(g, "give") == ["give green black", "give green inhibit", "give green flip"]
    g = act(g, "give green black")
    assert (hand(g, ANNA), hand(g, CLEO), g.gifts, g.played) == ("black inhibit flip", "black", 1, 0)
    assert phase_of(g) == "Turn"


@pytest.mark.clause("circuitry", "11.6")
def test_a_card_is_given_to_the_mate_whose_turn_it_is() -> None:
    g = four(cleo=side("green", hand="black flip"))
    assert choices(g, seat=CLEO) == ["give red black", "give red flip"]
    g = do(g, CLEO, "give red flip")
    assert (hand(g, ANNA), hand(g, CLEO), g.gifts) == ("flip", "black", 1)
    assert choices(g, seat=BEN) == []


@pytest.mark.clause("circuitry", "11.6")
def test_no_gifts_in_an_opponents_turn_or_to_an_opponent() -> None:
    g = four(side("red", hand="black"), active=BEN)
    assert choices(g, seat=ANNA) == []
    assert refusal(g, "give green black", ANNA).startswith("It's not your decision now")
    own_turn = four(side("red", hand="black"))
    assert refusal(own_turn, "give orange black").endswith("(rule 11.6).")
    assert refusal(own_turn, "give red black").endswith("(rule 11.6).")


@pytest.mark.clause("circuitry", "11.6")
def test_gifts_among_three_mates_involve_the_active_one() -> None:
    colours = ("red", "orange", "green", "light-blue", "purple", "dark-blue")
    g = table(*(side(colour, hand="black") for colour in colours), teams="two")
    assert choices(g, "give") == ["give green black", "give purple black"]
    assert choices(g, seat=CLEO) == ["give red black"]
    assert choices(g, seat=EVE) == ["give red black"]
    assert choices(g, seat=DAN) == []


@pytest.mark.clause("circuitry", "11.6")
def test_no_gifts_while_cards_are_taken() -> None:
    g = four(cleo=side("green", hand="black inhibit"))
    for phase in (TAKING[ANNA][2], Discarding((ANNA,), 1)):
        g.phase = phase
        assert not choices(g, "give", CLEO)
        assert choices(g, "inhibit", CLEO)


@pytest.mark.clause("circuitry", "11.6")
def test_a_gift_is_seen_from_the_back_except_by_giver_and_receiver() -> None:
    g = act(four(side("red", hand="black flip")), "give green flip")
    assert CardGiven(seat=ANNA, to=CLEO, green=True) in g.events
    assert GiftSeen(seats=frozenset({ANNA, CLEO}), seat=ANNA, to=CLEO, card=CardId("flip")) in g.events
    for seat in (None, BEN, DAN):
        assert sentences(g, seat) == ["Anna gives Cleo a green card."]
        assert "flip" not in repr(SIMPLE.view(g, seat).events)
    for seat in (ANNA, CLEO):
        assert sentences(g, seat)[1] == "It is Flip. Only the two of you can see it."


def remembered(g: CircuitryState, seat: Seat | None, of: Seat) -> tuple[str, str]:
    """Return the known cards of a hand: those that everyone knows, and those that a seat knows. Check that sampled
    states contain them.
    """
    view = SIMPLE.view(g, seat)
    shown, private = view.sides[of].shown, view.sides[of].known
    for random in range(8):
        imagined = Counter(mini.id for mini in SIMPLE.determinize(view, random).sides[of].minis)
        assert seat == of or Counter((*shown, *private)) <= imagined
    return " ".join(shown), " ".join(private)


@pytest.mark.clause("circuitry", "11.6")
def test_the_giver_remembers_a_card_until_it_is_played() -> None:
    g = act(four(side("red", hand="black*2 flip"), side("green", hand="black red")), "give green black")
    assert remembered(g, ANNA, CLEO) == ("", "black")
    assert {remembered(g, seat, CLEO) for seat in (None, BEN, CLEO, DAN)} == {("", "")}
    g = act(g, "give green black")
    assert remembered(g, ANNA, CLEO) == ("", "black black")
    g.spend(CLEO, "red")
    assert remembered(g, ANNA, CLEO) == ("", "black black")
    g.spend(CLEO, "black")
    assert remembered(g, ANNA, CLEO) == ("", "black")
    g = do(g, CLEO, "give red black")
    assert remembered(g, CLEO, ANNA) == ("", "black")
    assert remembered(g, ANNA, CLEO) == ("", ""), "it may be the one that came back"


@pytest.mark.clause("circuitry", "11.6")
def test_after_a_gift_one_known_card_of_each_kind_may_be_gone() -> None:
    g = four(side("red", hand="flip*2 swap force", shown="flip flip swap"))
    g = act(g, "give green swap")
    assert remembered(g, BEN, ANNA) == remembered(g, None, ANNA) == ("flip", "")
    assert remembered(g, CLEO, ANNA) == ("flip", "flip"), "she has seen which it was"
    assert remembered(g, ANNA, CLEO) == ("", "swap")
    assert remembered(g, BEN, CLEO) == ("", "")
    g.spend(ANNA, "flip")
    assert (remembered(g, BEN, ANNA), remembered(g, CLEO, ANNA)) == (("", ""), ("", "flip"))


@pytest.mark.clause("circuitry", "11.6")
def test_a_gift_that_can_only_be_one_card_is_public() -> None:
    g = four(side("red", hand="flip*2 black", shown="flip flip"))
    g = act(g, "give green flip")
    assert {remembered(g, seat, CLEO) for seat in (None, ANNA, BEN, DAN)} == {("flip", "")}
    assert {remembered(g, seat, ANNA) for seat in (None, BEN, CLEO, DAN)} == {("flip", "")}
    g = act(g, "give green black")
    assert remembered(g, ANNA, CLEO) == ("flip", "black")
    assert remembered(g, BEN, CLEO) == ("flip", "")


@pytest.mark.clause("circuitry", "11.6")
def test_a_viewer_who_knew_all_candidates_knows_the_gift() -> None:
    colours = ("red", "orange", "green", "light-blue", "purple", "dark-blue")
    hands = {"red": "black", "green": "flip"}
    g = table(*(side(colour, hand=hands.get(colour, "")) for colour in colours), teams="two")
    g = act(g, "give green black")
    g = act(g, "done")
    g.phase, g.active = TURNS[CLEO], CLEO
    g = do(g, CLEO, "give purple black")
    assert remembered(g, ANNA, EVE) == ("", "black")
    assert remembered(g, BEN, EVE) == ("", "")
    assert remembered(g, CLEO, EVE) == ("", "black")
    assert remembered(g, ANNA, CLEO) == ("", "")


@pytest.mark.clause("circuitry", "11.6")
def test_charges_and_circuit_cards_cannot_be_given() -> None:
    g = four(side("red", cards="8 9", carried="red"))
    assert choices(g, "give") == []
    assert choices(g, "exchange") == []
    assert refusal(g, "give green 8").endswith("(rule 11.6).")


@pytest.mark.clause("circuitry", "11.7")
def test_at_most_eight_cards_are_given_in_a_turn() -> None:
    g = four(side("red", hand="black*5 red*2"), side("green", hand="orange*5"))
    for _ in range(4):
        g = do(act(g, "give green black"), CLEO, "give red orange")
    assert g.gifts == 8
    assert choices(g, "give") == choices(g, seat=CLEO) == []
    assert refusal(g, "give green black").endswith("(rule 11.7).")
    g = act(g, "done")
    assert g.gifts == 0


@pytest.mark.clause("circuitry", "11.8")
def test_an_exchange_gives_any_number_of_charges_to_an_adjacent_mate() -> None:
    g = four(side("red", hand="exchange", carried="red orange red"))
    assert choices(g, "exchange") == [f"exchange green {count}" for count in (1, 2, 3)]
    assert SIMPLE.label(SIMPLE.view(g, ANNA), ("exchange", "green", "2")).text == "Give 2 charges"
    g = act(g, "exchange green 2")
    assert (charges(g, ANNA), charges(g, CLEO)) == (["red"], ["green", "green"]), "the foreign one among them"
    assert ChargesGiven(seat=ANNA, to=CLEO, count=2) in g.events
    assert g.sides[CLEO].foreign == 0


@pytest.mark.clause("circuitry", "11.8")
def test_an_exchange_cannot_reach_distant_mates_or_take_from_mates() -> None:
    far = four(side("red", hand="exchange", carried="red"), side("green", "1-purple"))
    assert choices(far, "exchange") == []
    rich = four(side("red", hand="exchange"), side("green", carried="green"))
    assert choices(rich, "exchange") == []


@pytest.mark.clause("circuitry", "11.12")
def test_a_gift_cannot_exceed_eight_cards() -> None:
    eight = side("green", hand="black*6", carried="green green")
    g = four(side("red", hand="black exchange", carried="red red"), eight, restricted="on")
    assert choices(g, "give") == []
    assert choices(g, "exchange") == []
    assert refusal(g, "give green black").endswith("(rule 11.12).")
    seven = side("green", hand="black*6", carried="green")
    g = four(side("red", hand="black exchange", carried="red red"), seven, restricted="on")
    assert choices(g, "give") == ["give green black", "give green exchange"]
    assert choices(g, "exchange") == ["exchange green 1"]
