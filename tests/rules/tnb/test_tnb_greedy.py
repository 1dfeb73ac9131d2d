"""The quick player of T&B."""

from rules.core.play import advance, options
from rules.core.rng import below, next_bits, split
from rules.tnb.state import TnbState
from tests.rules.tnb.tables import BEN, GAME, side, table
from tests.rules.tnb.test_tnb_content import GAME as REAL


def chosen(g: TnbState) -> set[str]:
    """Return every choice that the quick player makes in this state, over 50 seeds."""
    (seat,) = g.phase.waiting
    return {str(GAME.greedy(GAME.view(g, seat), random)) for random in range(50)}


def test_it_plays_a_card_and_draws_one_while_it_can() -> None:
    assert {text.split()[0] for text in chosen(table(side("ox@a1", hand="lance")))} == {"play"}
    assert chosen(table(side("ox@a1"))) == {"draw"}


def test_it_hits_empty_tiles_that_are_not_blocked() -> None:
    g = table(side("lance@b2", points=0), side("ox@a2", blocks="wall:0 wall:90"))
    assert chosen(g) == {"attack lance 180"}


def test_it_takes_the_last_life_point_rather_than_save_its_own_card() -> None:
    g = table(side("ox@a2", life=1, attacks="archer:0"), side("hub@a1/1", points=0), seat=BEN)
    assert chosen(g) == {"attack hub 0"}


def test_it_blocks_an_attack_that_would_end_the_match() -> None:
    g = table(side("ox@c3", attacks="cross:0"), side("cross@b2", points=0, life=2), seat=BEN)
    assert chosen(g) == {"block cross 0"}


def test_it_moves_a_card_onto_an_attacked_tile_to_save_the_match() -> None:
    g = table(side("ox@c3", attacks="runner:0"), side("runner@a1", points=0, life=1), seat=BEN)
    assert chosen(g) == {"move runner b1"}


def test_it_leaves_a_card_where_it_saves_a_life_point() -> None:
    g = table(side("wall@c3", attacks="archer:0"), side("ox@a1 dove@c1", points=0), seat=BEN)
    assert chosen(g) <= {f"attack ox {rotation}" for rotation in (0, 90, 180, 270)}


def test_it_beats_chance() -> None:
    wins = 0
    decks = [deck.cards for deck in REAL.decks.values()]
    for seed in range(24):
        g = REAL.begin(seats=2, options={}, decks=(decks[seed % 6], decks[seed % 5]), seed=seed)
        random, greedy = split(seed, 1), seed % 2
        while g.phase.waiting:
            (seat,) = g.phase.waiting
            random, bits = next_bits(random)
            legal = options(g, seat)
            action = REAL.greedy(REAL.view(g, seat), bits) if seat == greedy else legal[below(bits, len(legal))[1]]
            advance(g, seat, action)
        assert g.outcome is not None
        wins += greedy in g.outcome.winners
    assert wins >= 20
