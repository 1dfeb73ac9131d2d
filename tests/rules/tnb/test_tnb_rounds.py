"""Chapters 3 to 5 of T&B: decks, hands, rounds and tactical actions."""

from collections import Counter

import pytest

from rules.core.cards import CardId
from rules.core.events import visible
from rules.core.game import TableError
from rules.core.play import IllegalActionError, apply
from rules.tnb.events import CardDrawn, CardPlayed, CardWithdrawn, Drew, RoundBegan, TurnEnded
from rules.tnb.game import Tnb
from rules.tnb.grid import Tile
from rules.tnb.observation import determinize, observe
from rules.tnb.state import TnbState
from tests.rules.tnb.tables import (
    ANNA,
    BEN,
    CARDS,
    DECK,
    GAME,
    act,
    asked,
    choices,
    health,
    next_round,
    places,
    refusal,
    side,
    table,
)


def begun(seed: int = 1, **options: str) -> TnbState:
    return GAME.begin(seats=2, options=options, decks=(DECK, DECK), seed=seed)


@pytest.mark.clause("tnb", "3.1")
def test_a_deck_is_eight_different_cards_and_every_fault_is_named_at_once() -> None:
    assert GAME.deck_faults(DECK) == []
    faults = GAME.deck_faults([CardId(name) for name in ("ox", "ox", "ox", "nobody", "wall", "hub", "runner")])
    assert faults == [
        "A deck has exactly 8 cards, not 7: add 1 (rule 3.1).",
        "A deck has at most 1 copy of Ox, not 3: take out 2 (rule 3.1).",
        "There is no card nobody: take it out (rule 3.1).",
    ]


@pytest.mark.clause("tnb", "3.2")
def test_two_cards_are_drawn_from_a_shuffled_deck() -> None:
    g = begun()
    for each in g.sides:
        assert (len(each.hand), len(each.deck), each.board) == (2, 6, [])
        assert Counter(each.hand + each.deck) == Counter(GAME.cards[card] for card in DECK)
        assert each.tactical_points == 1, "the first round has brought its point already"
    assert [len(event.cards) for event in g.events if isinstance(event, Drew)] == [2, 2]
    assert sum(isinstance(event, Drew) for event in visible(g.events, ANNA)) == 1, "each hears of the own hand alone"
    hands = Counter(frozenset(card.id for card in begun(seed).sides[ANNA].hand) for seed in range(300))
    assert len(hands) == 28, "every pair of cards"


@pytest.mark.clause("tnb", "3.3")
def test_only_its_owner_sees_a_hand_and_nobody_sees_a_deck() -> None:
    g = table(side("ox@a1", hand="lance hub", deck="storm archer"), side("ox@a1", hand="wall", deck="cross"))
    assert GAME.view(g, ANNA).hand == tuple(g.sides[ANNA].hand)
    assert GAME.view(g, None).hand == ()
    assert "lance" not in repr(GAME.view(g, BEN).hand)
    other = table(side("ox@a1", hand="lance hub", deck="archer storm"), side("ox@a1", hand="cross", deck="wall"))
    assert GAME.view(g, ANNA) == GAME.view(other, ANNA)


@pytest.mark.clause("tnb", "3.4")
def test_lists_and_counts_are_public() -> None:
    g = table(side("ox@a1", hand="lance hub", deck="storm archer", removed="wall"))
    for viewer in (None, ANNA, BEN):
        anna = GAME.view(g, viewer).sides[ANNA]
        assert (anna.deck, anna.hand) == (2, 2)
        assert {card.id for card in anna.deck_list} == {"ox", "lance", "hub", "storm", "archer", "wall"}
        assert {card.id for card in anna.unseen} == {"lance", "hub", "storm", "archer"}


@pytest.mark.clause("tnb", "4.1")
def test_declarations_on_both_boards_resolve_when_the_next_round_begins() -> None:
    g = table(side("archer@b2"), side("archer@b2"))
    g = act(g, "attack archer 0")
    assert asked(g) == BEN
    assert [each.life_points for each in g.sides] == [6, 6]
    g = act(g, "attack archer 90")
    assert g.turn == 6
    assert [each.life_points for each in g.sides] == [5, 5]


@pytest.mark.clause("tnb", "4.2")
def test_each_round_brings_a_point_and_points_are_kept() -> None:
    g = next_round(next_round(begun()))
    assert [each.tactical_points for each in g.sides] == [3, 3]


@pytest.mark.clause("tnb", "4.3")
def test_the_first_card_action_of_a_turn_ends_its_tactical_actions() -> None:
    g = table(side("archer@b2 ox@c3", hand="wall", points=3))
    g = act(g, "draw", "play wall a1")
    g = act(g, "attack archer 0")
    assert {text.split()[0] for text in choices(g)} == {"attack", "block", "move", "done"}
    for text in ("draw", "play storm b1"):
        assert "tactical actions come before them (rule 4.3)" in refusal(g, text)
    g = act(g, "done")
    assert asked(g) == BEN
    assert "draw" in choices(g), "the other player's turn begins with tactical actions"


@pytest.mark.clause("tnb", "4.4")
def test_the_player_with_more_life_points_goes_first_and_equal_players_take_two_rounds_each() -> None:
    g, first = begun(), []
    while g.turn < 8:
        first.append(asked(g))
        g = next_round(g)
    assert first == [ANNA, ANNA, BEN, BEN, ANNA, ANNA, BEN]
    hit = table(side("archer@b2"), side("ox@a1"), going_first="leader")
    hit = next_round(act(hit, "attack archer 90"))
    assert [each.life_points for each in hit.sides] == [6, 5]
    (began,) = (event for event in hit.events if isinstance(event, RoundBegan))
    assert (began.first, asked(hit)) == (ANNA, ANNA), "Anna went first in the round before, too"
    assert asked(next_round(hit)) == ANNA


@pytest.mark.clause("tnb", "4.4")
def test_the_leader_stops_going_first_after_four_rounds_without_loss() -> None:
    g, first = table(side("ox@a1"), side("ox@a1", life=5), going_first="leader"), []
    for _ in range(6):
        g = next_round(g)
        first.append(asked(g))
    assert first == [ANNA, ANNA, ANNA, ANNA, ANNA, BEN]
    hit = act(g, "done", "attack ox 0")
    assert (hit.quiet, asked(hit)) == (0, ANNA)


@pytest.mark.clause("tnb", "4.4")
def test_players_go_first_for_two_rounds_each_with_that_option() -> None:
    g, first = begun(going_first="two_rounds_each"), []
    while g.turn < 9:
        first.append(asked(g))
        g = next_round(g)
    assert first == [ANNA, ANNA, BEN, BEN, ANNA, ANNA, BEN, BEN]


@pytest.mark.clause("tnb", "4.5")
def test_a_turn_ends_when_its_player_is_done_or_has_nothing_left_to_do() -> None:
    g = table(side("archer@b2", hand="", deck="storm", points=1))
    assert asked(act(g, "done")) == BEN
    g = act(g, "draw")
    assert asked(g) == ANNA, "Archer can act"
    g = act(g, "attack archer 0")
    assert asked(g) == BEN
    assert TurnEnded(seat=ANNA) in g.events
    idle = table(side("archer@b2!", hand="wall", points=1))
    assert asked(act(idle, "play wall a1")) == BEN, "no point and no card that may act"


@pytest.mark.clause("tnb", "4.6")
def test_the_second_player_begins_when_the_first_is_done() -> None:
    g = table(side("archer@b2"), side("ox@a1"))
    with pytest.raises(IllegalActionError, match="not your decision now"):
        apply(g, BEN, GAME.parse("draw"))
    g = act(g, "draw", "done")
    assert asked(g) == BEN
    with pytest.raises(IllegalActionError, match="not your decision now"):
        apply(g, ANNA, GAME.parse("attack archer 0"))


@pytest.mark.clause("tnb", "5.1")
def test_tactical_actions_cost_a_point_and_happen_at_once() -> None:
    g = table(side("ox@a1", hand="wall", points=2))
    g = act(g, "play wall c3")
    assert (g.sides[ANNA].tactical_points, places(g, ANNA)) == (1, {"ox": "a1", "wall": "c3"})
    g = act(g, "draw")
    assert g.sides[ANNA].tactical_points == 0
    for text in ("draw", "play storm b1"):
        assert "you have none left" in refusal(g, text)


@pytest.mark.clause("tnb", "5.2")
def test_everyone_sees_a_draw_and_only_its_player_sees_the_card() -> None:
    g = act(table(side("ox@a1", hand="wall", deck="hub storm")), "draw")
    assert [card.id for card in g.sides[ANNA].hand] == ["wall", "hub"]
    assert visible(g.events, BEN) == (CardDrawn(seat=ANNA),)
    assert visible(g.events, ANNA)[1] == Drew(seats=frozenset({ANNA}), seat=ANNA, cards=(CardId("hub"),))


@pytest.mark.clause("tnb", "5.2")
def test_drawing_into_a_full_hand_or_from_an_empty_deck_is_refused() -> None:
    full = table(side("ox@a1", hand="wall hub lance archer"))
    assert "draw" not in choices(full)
    assert "You hold 4 cards already" in refusal(full, "draw")
    empty = table(side("ox@a1", hand="wall", deck=""))
    assert "draw" not in choices(empty)
    assert refusal(empty, "draw") == "Your deck is empty (rule 5.2)."


@pytest.mark.clause("tnb", "5.3")
def test_a_card_can_be_played_to_an_empty_tile_of_a_board_that_is_not_full() -> None:
    g = table(side("ox@a1", hand="wall hub"))
    assert len(choices(g, "play")) == 2 * 8
    after = act(g, "play hub b3")
    assert CardPlayed(seat=ANNA, card=CardId("hub"), tile=after.sides[ANNA].board[1].tile) in after.events
    assert health(after, ANNA) == {"ox": 9, "hub": 5}
    assert [card.id for card in after.sides[ANNA].hand] == ["wall"]
    assert refusal(g, "play lance b3") == "That card isn't in your hand (rule 5.3)."
    full = table(side("ox@a1 lance@a2 archer@a3 hub@c3", hand="wall"))
    assert choices(full, "play") == []
    assert "4 cards on your board already (rule 5.3)" in refusal(full, "play wall b1")


@pytest.mark.clause("tnb", "5.4")
def test_a_card_has_no_free_action_in_the_round_it_is_played() -> None:
    g = act(table(side("ox@a1", hand="lance", points=2)), "play lance b2")
    assert not any("lance" in text for text in choices(g))
    assert (
        refusal(g, "attack lance 0") == "Lance was played in this round: it can act from the next round on (rule 5.4)."
    )
    g = next_round(g)
    g = g if asked(g) == ANNA else act(g, "done")
    assert "attack lance 0" in choices(g)


@pytest.mark.clause("tnb", "5.4")
def test_a_card_can_act_once_for_a_point_in_the_round_it_is_played() -> None:
    assert begun().ready
    g = act(table(side("ox@a1", hand="lance", points=3), overdrive="new_cards"), "play lance b2")
    assert {"attack lance 0", "block lance 0", "move lance c2"} <= set(choices(g))
    g = act(g, "attack lance 0")
    assert g.sides[ANNA].tactical_points == 1
    assert not any("lance" in text for text in choices(g))
    assert refusal(g, "block lance 0") == "Lance has already taken its action in this round (rule 6.1)."
    poor = act(table(side("ox@a1", hand="lance", points=1), overdrive="new_cards"), "play lance b2")
    assert not any("lance" in text for text in choices(poor))
    assert refusal(poor, "attack lance 0") == "Lance can act now only for 1 TP, and you have none left (rule 5.4)."


@pytest.mark.clause("tnb", "5.5")
def test_a_card_can_be_withdrawn_from_a_full_board_to_make_room() -> None:
    g = table(side("ox@a1 lance@a2 archer@a3 hub@c3", hand="wall", points=2))
    assert choices(g, "withdraw") == ["withdraw ox", "withdraw lance", "withdraw archer", "withdraw hub"]
    g = act(g, "withdraw lance")
    assert CardWithdrawn(seat=ANNA, card=CardId("lance"), tile=Tile.A2) in g.events
    assert [card.id for card in g.sides[ANNA].removed] == ["lance"]
    assert g.sides[ANNA].tactical_points == 1
    assert (
        refusal(g, "withdraw ox")
        == "Your board has room: you can only withdraw a card when 4 cards are on it (rule 5.5)."
    )
    g = act(g, "play wall a2")
    assert "That costs 1 TP, and you have none left" in refusal(g, "withdraw ox")


@pytest.mark.clause("tnb", "5.5")
def test_as_written_no_card_is_withdrawn() -> None:
    g = table(side("ox@a1 lance@a2 archer@a3 hub@c3", hand="wall", points=2))
    g.withdraws = False
    assert choices(g, "withdraw") == []
    assert refusal(g, "withdraw ox") == "In this match no card is withdrawn (rule 5.5)."
    assert refusal(g, "play wall b1") == "You have 4 cards on your board already (rule 5.3)."
    assert observe(determinize(observe(g, BEN), 3), BEN) == observe(g, BEN)


@pytest.mark.clause("tnb", "5.5")
def test_withdrawing_needs_a_card_to_play_and_comes_before_card_actions() -> None:
    empty = table(side("ox@a1 lance@a2 archer@a3 hub@c3", points=2))
    assert choices(empty, "withdraw") == []
    assert "You have no card to play" in refusal(empty, "withdraw ox")
    full = table(side("ox@a1 lance@a2 archer@a3 hub@c3", hand="wall", points=2))
    assert refusal(full, "withdraw wall") == "Wall isn't on your board (rule 5.5)."
    assert "withdraw one first (rule 5.5)" in refusal(full, "play wall b1")
    assert "tactical actions come before them (rule 4.3)" in refusal(act(full, "attack ox 0"), "withdraw ox")


def test_all_invalid_decks_are_refused_at_once() -> None:
    ready = {"all": {"name": "All", "summary": "Everything.", "cards": list(DECK)}}
    game = Tnb({"cards": CARDS, "decks": ready})
    with pytest.raises(TableError, match=r"Deck of player 1: .*not 0.*Deck of player 2: .*at most 1 copy of Ox, not 8"):
        game.begin(seats=2, options={}, decks=((), (CardId("ox"),) * 8), seed=1)
