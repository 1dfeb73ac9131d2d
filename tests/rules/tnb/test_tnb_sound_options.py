"""The computer in a round that may end the match."""

from rules.core.play import advance
from rules.core.rng import next_bits, split
from rules.tnb.sound_options import VICTORY, ends, sound
from rules.tnb.state import TnbState
from tests.examples import seeds
from tests.rules.tnb.tables import ANNA, BEN, GAME, act, asked, choices, side, table
from tests.rules.tnb.test_tnb_content import GAME as REAL


def considered(g: TnbState) -> set[str]:
    """Return the sound options of the player whose turn it is."""
    return {str(action) for action in sound(GAME.view(g, asked(g)))}


def test_a_player_who_goes_first_considers_everything_if_the_enemy_cannot_take_the_last_life_point() -> None:
    view = GAME.view(table(side("lance@b2", points=0, life=2), side("hub@a1", life=1)), ANNA)
    assert list(sound(view)) == list(view.options)


def test_a_player_who_goes_first_keeps_the_last_life_point_from_all_attacks_that_can_come() -> None:
    g = table(side("lance@b1 cross@a1", points=0, life=1), side("hub@a1"))
    assert considered(g) == {"move lance b2", *choices(g, "attack cross"), *choices(g, "block cross")}
    assert considered(act(g, "attack cross 0")) == {"move lance b2"}


def test_a_player_who_goes_first_considers_everything_if_nothing_keeps_the_last_life_point() -> None:
    g = table(side("cross@a1", points=0, life=1), side("hub@a1"))
    assert considered(g) == set(choices(g))


def test_a_card_played_can_save_the_match_with_a_block() -> None:
    g = table(side("ox@c3", attacks="lance:0"), side("wall@c3", hand="dove", life=1), seat=BEN)
    assert considered(g) == {"play dove b2"}
    assert considered(act(g, "play dove b2")) == {"block wall 0"}


def test_everything_is_considered_if_the_round_cannot_end_the_match() -> None:
    view = GAME.view(table(side("ox@c3", attacks="cross:0"), side("cross@b2", points=0), seat=BEN), BEN)
    assert list(sound(view)) == list(view.options)


def test_a_player_who_falls_too_wins_by_more_life_points() -> None:
    g = table(side("ox@c3", life=1, attacks="storm:0"), side("lance@b2 wall@a1", points=0, life=7), seat=BEN)
    assert {str(action) for action in sound(GAME.view(g, BEN))} == {
        *(f"attack lance {rotation}" for rotation in (0, 90, 180, 270)),
        *(f"block wall {rotation}" for rotation in (0, 90, 180, 270)),
    }


def test_a_regular_computer_that_sees_a_victory_in_the_last_turn_wins() -> None:
    decks, seen = [deck.cards for deck in REAL.decks.values()], 0
    for seed in seeds(16):
        g = REAL.begin(seats=2, options={}, decks=(decks[seed % 6], decks[seed % 5]), seed=seed)
        random, winner = split(seed, 1), None
        while g.phase.waiting:
            (seat,) = g.phase.waiting
            view, turn = REAL.view(g, seat), g.turn
            random, bits = next_bits(random)
            if VICTORY in ends(view).values():
                winner = seat
            advance(g, seat, REAL.greedy(view, bits))
            assert winner is None or g.turn == turn or not g.phase.waiting, "the round ends the match"
        assert g.outcome is not None
        if winner is not None:
            seen += 1
            assert g.outcome.winners == (winner,)
    assert seen > 4
