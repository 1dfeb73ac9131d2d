"""The quick player: its choices are legal and sensible, and depend only on its view."""

import pytest

from rules.alchemy.observation import determinize, observe
from rules.alchemy.state import AlchemyState
from rules.core.play import advance, options
from rules.core.rng import below, next_bits, split
from tests.examples import seeds
from tests.rules.alchemy.tables import GAME, act, asked, attacked, side, table
from tests.rules.alchemy.walks import positions

FULL = "fire-1 water-1 air-1 earth-1 calcination digestion"


def choice(g: AlchemyState, random: int = 1) -> str:
    return str(GAME.greedy(observe(g, asked(g)), random))


@pytest.mark.parametrize("seed", seeds(1))
def test_its_choices_are_legal_and_follow_from_the_view_alone(seed: int) -> None:
    last = None
    for g in positions(seed, greedy=True):
        last = g
        if g.phase.waiting:
            view = observe(g, asked(g))
            action = GAME.greedy(view, seed)
            assert action in view.options
            assert action == GAME.greedy(observe(determinize(GAME.cards, view, seed), asked(g)), seed)
    assert last is not None
    assert last.outcome is not None


def test_it_answers_with_the_cheapest_card_that_keeps_the_point() -> None:
    assert choice(attacked("fire-3", "water-2 water-3 earth-3 air-1", points=0)) == "defend water-2"


def test_it_lets_an_attack_hit_that_is_too_costly_to_block() -> None:
    assert choice(attacked("fire-3", "air-1", points=0, deck="")) == "let-hit"


def test_it_blocks_when_that_prevents_much_damage() -> None:
    assert choice(attacked("fire-3", "earth-2 air-1", points=0)) == "defend earth-2"
    assert choice(attacked("fire-3+air-3", "earth-2 air-1", points=0)) == "defend earth-2"


def test_it_uses_a_reaction_that_stops_the_attack() -> None:
    assert choice(attacked("fire-3", "coagulation earth-1", points=2, deck="")) == "play coagulation"
    assert choice(attacked("fire-3", "ablution air-3", points=2, deck="")) == "play ablution"
    assert choice(attacked("fire-3+water-3", "congelation", points=3, deck="")) == "play congelation"


def test_it_attacks_an_empty_hand_and_saves_ap_against_a_full_one() -> None:
    assert choice(table(side("fire-3", points=1), side("", points=0))) == "attack fire-3"
    saving = table(side("fire-1 water-1", points=2, deck=""), side(FULL, points=4))
    assert choice(saving) == "end"


def test_it_spends_ap_that_would_be_lost() -> None:
    assert choice(table(side("fire-3 water-2 air-3 earth-3", points=6, deck="", used=True), side(FULL))).startswith(
        "attack"
    )


def test_it_refreshes_a_hand_without_elements() -> None:
    assert choice(table(side("", points=3, used=True), side(FULL))) in {"refresh", "draw"}


def test_it_attacks_back_after_a_parry() -> None:
    g = act(attacked("fire-3", "water-3 earth-3"), "defend water-3")
    assert choice(g) == "attack earth-3"


def test_it_beats_chance() -> None:
    wins = 0
    decks = [deck.cards for deck in GAME.decks.values()]
    for seed in range(12):
        g = GAME.begin(seats=2, options={}, decks=(decks[seed % 3], decks[seed % 2]), seed=seed)
        random, greedy = split(seed, 1), seed % 2
        while g.phase.waiting:
            seat = asked(g)
            random, bits = next_bits(random)
            legal = options(g, seat)
            action = GAME.greedy(observe(g, seat), bits) if seat == greedy else legal[below(bits, len(legal))[1]]
            advance(g, seat, action)
        assert g.outcome is not None
        wins += greedy in g.outcome.winners
    assert wins >= 11
