"""Chapter 1 of the rulebook: the table, the decks and secrets."""

import pytest

from rules.alchemy.cards import ElementCard, OpusCard, ProcessCard
from rules.alchemy.elements import BASICS
from rules.alchemy.observation import observe
from rules.alchemy.state import AlchemyState
from rules.core.cards import CardId
from rules.core.game import TableError
from tests.rules.alchemy.tables import ANNA, BEN, GAME, act, names, narrated, side, table

DECK = GAME.decks["great-conjunction"].cards


def begun(seed: int = 1, deck: str = "great-conjunction", **options: str) -> AlchemyState:
    return GAME.begin(seats=2, options=options, decks=(GAME.decks[deck].cards, DECK), seed=seed)


@pytest.mark.clause("alchemy", "1.1")
def test_each_player_has_the_piles_and_points_of_the_rulebook() -> None:
    for seen, hand in zip(observe(begun(), None).sides, (7, 6), strict=True):
        assert (seen.hand, seen.deck, seen.store, seen.field) == (hand, 60 - hand, (), ())
        assert (seen.recharge, seen.exhausted, seen.score, seen.opus) == ((), (), 0, None)
    with pytest.raises(TableError, match="for 2 players, not 3"):
        GAME.begin(seats=3, options={}, decks=(DECK, DECK, DECK), seed=1)


@pytest.mark.clause("alchemy", "1.2")
@pytest.mark.clause("alchemy", "1.9")
def test_there_are_twelve_types_of_element() -> None:
    elements = [card for card in GAME.cards.values() if isinstance(card, ElementCard)]
    assert [(card.element, card.magnitude) for card in elements] == [(e, m) for e in BASICS for m in (1, 2, 3)]
    assert [card.name for card in elements[:3]] == ["Fire 1", "Fire 2", "Fire 3"]


@pytest.mark.clause("alchemy", "1.3")
def test_a_deck_has_sixty_cards_three_of_a_type_two_of_a_process() -> None:
    assert GAME.deck_faults(DECK) == []
    processes = [card.id for card in GAME.cards.values() if isinstance(card, ProcessCard)]
    assert len(processes) >= 16
    many = [CardId("fire-3")] * 4 + [CardId("calcination")] * 3
    assert GAME.deck_faults([*many, *DECK[-5:]]) == [
        "A deck has exactly 60 elements and processes, not 7: add 53 (rule 1.3).",
        "A deck has at most 3 copies of Fire 3, not 4: take out 1 (rule 1.3).",
        "A deck has at most 2 copies of Calcination, not 3: take out 1 (rule 1.3).",
    ]


@pytest.mark.clause("alchemy", "1.4")
def test_a_deck_has_five_different_magnum_opus_cards() -> None:
    opus = [card.id for card in GAME.cards.values() if isinstance(card, OpusCard)]
    assert len(opus) >= 8
    assert GAME.deck_faults([*DECK[:60], *opus[:5]]) == []
    assert GAME.deck_faults([*DECK[:60], *opus[:4]]) == [
        "A deck has exactly 5 Magnum Opus cards, not 4: add 1 (rule 1.4)."
    ]
    assert GAME.deck_faults([*DECK[:60], *opus[:4], opus[0]]) == [
        "A deck has at most 1 copy of Philosopher's Stone, not 2: take out 1 (rule 1.4)."
    ]


@pytest.mark.clause("alchemy", "1.4")
def test_every_violation_is_named_at_once() -> None:
    faults = GAME.deck_faults([CardId("nobody"), *[CardId("azoth")] * 2, *[CardId("fire-1")] * 4])
    assert len(faults) == 5
    with pytest.raises(TableError) as refused:
        GAME.begin(seats=2, options={"luck": "on"}, decks=(DECK[:64], DECK), seed=1)
    assert str(refused.value) == (
        "Alchemy has no option luck. Deck of player 1: A deck has exactly 5 Magnum Opus cards, not 4: add 1 (rule 1.4)."
    )


@pytest.mark.clause("alchemy", "1.5")
@pytest.mark.clause("alchemy", "1.10")
def test_one_of_five_magnum_opus_cards_is_picked_at_random_and_six_cards_are_drawn() -> None:
    picked = set()
    for seed in range(60):
        g = begun(seed)
        anna = g.sides[ANNA]
        assert len({anna.opus, *anna.aside}) == 5
        assert [len(each.hand) for each in g.sides] == [7, 6], "1.6 the first player draws a seventh card"
        picked.add(anna.opus.id)
    assert picked == set(DECK[60:])
    assert len({names(begun(seed).sides[ANNA].hand) for seed in range(20)}) == 20


@pytest.mark.clause("alchemy", "1.6")
def test_the_second_player_starts_with_1_ap_and_the_first_one_with_a_seventh_card() -> None:
    g = begun()
    assert [len(each.hand) for each in g.sides] == [7, 6]
    assert (g.active, [each.points for each in g.sides]) == (ANNA, [2, 1])
    assert act(g, "end").sides[BEN].points == 3


@pytest.mark.clause("alchemy", "1.6")
def test_as_written_both_players_start_with_six_cards_and_no_ap() -> None:
    g = begun(start="plain")
    assert [len(each.hand) for each in g.sides] == [6, 6]
    assert [each.points for each in g.sides] == [2, 0], "2.1 the first turn has begun"


@pytest.mark.clause("alchemy", "1.7")
def test_hidden_cards_are_in_no_view_of_another_player() -> None:
    anna = side("fire-3", deck="water-3", store="water-2 air-2!", opus="azoth", recharge="earth-2")
    g = table(anna, side("earth-3"))
    for viewer in (BEN, None):
        seen = observe(g, viewer)
        assert (seen.sides[ANNA].hand, seen.sides[ANNA].shown, seen.sides[ANNA].deck) == (1, (), 1)
        assert names([card for card in seen.sides[ANNA].store if card]) == "air-2"
        assert names(seen.sides[ANNA].recharge) == "earth-2"
        for secret in ("fire-3", "water-3", "water-2", "azoth"):
            assert secret not in repr(seen)


@pytest.mark.clause("alchemy", "1.7")
def test_the_order_of_a_deck_is_in_no_view() -> None:
    one, other = (table(side("fire-3", deck=deck)) for deck in ("air-1 air-2 air-3", "air-3 air-1 air-2"))
    assert observe(one, ANNA) == observe(other, ANNA)
    anna = observe(one, ANNA).own
    assert anna is not None
    assert names(anna.deck) == "air-1 air-2 air-3"


@pytest.mark.clause("alchemy", "1.8")
def test_a_card_stays_seen_until_it_is_shuffled_into_a_deck() -> None:
    g = act(table(side("distillation", recharge="fire-3", points=4), side("")), "play distillation")
    assert names(observe(g, BEN).sides[ANNA].shown) == "fire-3"
    g = act(g, "store", "put fire-3", "close", "store", "take fire-3", "close")
    assert names(observe(g, BEN).sides[ANNA].shown) == "fire-3"
    g = act(g, "refresh")
    assert g.sides[ANNA].shown == []
    anna = g.sides[ANNA]
    assert names(anna.recharge) == "fire-3"
    anna.deck.clear()
    g = act(g, "end", "end", "draw")
    assert "fire-3" in names(g.sides[ANNA].hand)
    assert g.sides[ANNA].shown == []


@pytest.mark.clause("alchemy", "1.8")
def test_the_seen_one_of_two_copies_is_used_first() -> None:
    g = table(side("fire-3", shown="fire-3", points=3), side("", points=1))
    attacking = act(g, "attack fire-3")
    assert (names(attacking.sides[ANNA].hand), attacking.sides[ANNA].shown) == ("fire-3", [])
    storing = act(g, "store", "put fire-3")
    assert narrated(storing, BEN) == ["Anna puts Fire 3 into the store."]
    assert narrated(act(storing, "put fire-3"), BEN) == ["Anna puts a card into the store."]
