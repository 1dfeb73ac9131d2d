"""Chapter 1 of the rulebook: the table, the set-up and secrets."""

import pytest

from rules.allocator.cards import System
from rules.allocator.game import Allocator
from rules.allocator.observation import observe
from rules.allocator.phases import Develop
from rules.allocator.state import AllocatorState, Side
from rules.core.cards import CardId
from rules.core.game import TableError
from tests.rules.allocator.tables import (
    ANNA,
    BEN,
    CARDS,
    GAME,
    act,
    asked,
    cards,
    choices,
    names,
    narrated,
    side,
    table,
)
from tests.rules.allocator.walks import seeded


def begun(seed: int = 7, **options: str) -> AllocatorState:
    game = seeded()
    first, second, *_ = game.decks.values()
    return game.begin(seats=2, options=options, decks=(first.cards, second.cards), seed=seed)


@pytest.mark.clause("allocator", "1.1")
def test_two_players_each_have_three_systems_and_their_own_piles() -> None:
    g = begun()
    assert len(g.sides) == 2
    for player in g.sides:
        assert list(player.systems) == [System.ATTACK, System.DEFENSE, System.DEVELOPMENT]
        assert player.deck
        assert player.hand
        assert player.life
        assert player.discard_pile == []


@pytest.mark.clause("allocator", "1.1")
def test_the_game_is_for_two() -> None:
    with pytest.raises(TableError, match="for 2 players, not 3"):
        GAME.begin(seats=3, options={}, decks=(), seed=1)


@pytest.mark.clause("allocator", "1.2")
def test_a_card_has_a_faction_three_stats_a_boost_and_a_function_match() -> None:
    (ram,) = cards("ram")
    assert (ram.name, ram.faction.label) == ("Ram", "Titan-AI")
    assert (ram.attack, ram.defense, ram.development) == (3, 1, 0)
    assert (ram.boost, ram.function_match) == (3, 1)


@pytest.mark.clause("allocator", "1.3")
@pytest.mark.parametrize(
    ("system", "power", "player"),
    [
        (System.ATTACK, 8, side(attack="ram titan")),
        (System.DEFENSE, 3, side(defense="ram titan")),
        (System.DEVELOPMENT, 0, side(development="ram titan")),
    ],
)
def test_a_system_counts_its_own_stat_only(system: System, power: int, player: Side) -> None:
    assert player.powers[system] == power
    assert player.power == power


@pytest.mark.clause("allocator", "1.4")
def test_one_maximum_power_of_six_binds_the_three_powers_of_each_player_together() -> None:
    assert begun().maximum_power == 6
    full = table(side(attack="ram", defense="wall"), side(attack="ram", defense="wall"))
    assert "end" in choices(full)
    over = table(side(attack="ram", defense="wall", development="drone"))
    assert "end" not in choices(over)


@pytest.mark.clause("allocator", "1.5")
def test_a_deck_has_forty_cards_and_at_most_three_copies_and_all_faults_are_named_at_once() -> None:
    game = seeded()
    deck = next(iter(game.decks.values())).cards
    assert game.deck_faults(deck) == []
    titan, bastion = CardId("titan-servo"), CardId("bulwark")
    faults = game.deck_faults((titan,) * 4 + (bastion,) * 3 + (CardId("no-such-card"),) * 2)
    assert faults == [
        "A deck has exactly 40 cards, not 9: add 31 (rule 1.5).",
        "A deck has at most 3 copies of Titan Servo, not 4: take out 1 (rule 1.5).",
        "There is no card no-such-card: take it out (rule 1.5).",
    ]


@pytest.mark.clause("allocator", "1.6")
def test_set_up_gives_five_cards_in_hand_and_five_life_cards() -> None:
    g = begun()
    for player in g.sides:
        assert (len(player.hand), len(player.life), len(player.deck)) == (5, 5, 30)
    game = seeded()
    assert narrated(g, ANNA, game)[0].startswith("You draw ")
    assert narrated(g, None, game) == ["Turn 1: Anna."]


@pytest.mark.clause("allocator", "1.6")
def test_the_shuffle_follows_the_seed() -> None:
    assert names(begun(seed=1).sides[ANNA].hand) == names(begun(seed=1).sides[ANNA].hand)
    assert len({names(begun(seed=seed).sides[ANNA].hand) for seed in range(20)}) == 20


@pytest.mark.clause("allocator", "1.7")
def test_the_second_player_starts_with_six_points() -> None:
    g = begun()
    assert [player.development_points for player in g.sides] == [0, 6]


@pytest.mark.clause("allocator", "1.7")
def test_as_written_the_second_player_starts_without_points_though_the_first_turn_has_an_attack() -> None:
    g = begun(first_attack="no_points")
    assert [player.development_points for player in g.sides] == [0, 0]
    g = act(g, "decline", "end")
    assert type(g.phase).__name__ == "Duel"


@pytest.mark.clause("allocator", "1.8")
def test_turns_alternate_and_have_four_steps_in_order() -> None:
    g = begun()
    seen = []
    for _ in range(3):
        seen.append((g.turn, asked(g), type(g.phase).__name__))
        g = act(g, "decline")
        seen.append((g.turn, asked(g), type(g.phase).__name__))
        g = act(g, "end")
        while type(g.phase).__name__ == "Duel":
            g = act(g, "decline")
    assert seen == [
        (1, ANNA, "Develop"),
        (1, ANNA, "Manage"),
        (2, BEN, "Develop"),
        (2, BEN, "Manage"),
        (3, ANNA, "Develop"),
        (3, ANNA, "Manage"),
    ]


@pytest.mark.clause("allocator", "1.9")
def test_without_first_attack_the_first_turn_has_no_attack_and_both_start_without_points() -> None:
    g = begun(first_attack="off")
    assert [player.development_points for player in g.sides] == [0, 0]
    g = act(g, "decline", "end")
    assert (g.turn, type(g.phase)) == (2, Develop)
    assert narrated(g)[0] == "Anna ends the first turn, which has no attack."
    assert g.maximum_power == 6
    g = act(g, "decline", "end")
    assert type(g.phase).__name__ == "Duel"


@pytest.mark.clause("allocator", "1.10")
def test_a_view_shows_the_players_own_hand_and_only_counts_of_other_hidden_cards() -> None:
    g = table(side(hand="ram spark", discard="idle"), side(hand="wall", life="idle idle"))
    anna, ben, spectator = observe(g, ANNA), observe(g, BEN), observe(g, None)
    assert names(anna.hand or ()) == "ram spark"
    assert names(ben.hand or ()) == "wall"
    assert spectator.hand is None
    assert spectator.options == ()
    for view in (anna, ben, spectator):
        assert [player.hand for player in view.sides] == [2, 1]
        assert [player.life for player in view.sides] == [5, 2]
        assert [player.deck for player in view.sides] == [4, 4]
        assert names(view.sides[ANNA].discard_pile) == "idle"
        assert names(view.sides[BEN].deck_list) == "wall idle idle idle idle idle idle"


def test_content_without_a_card_list_is_refused_with_its_name() -> None:
    broken = {**CARDS, "ram": {**CARDS["ram"], "attack": -1}}
    with pytest.raises(ValueError, match=r"cards\.toml, ram: attack"):
        Allocator({"cards": broken, "decks": {}})
