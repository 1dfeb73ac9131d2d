"""Tips for newcomers: a sentence about the first decisions, each shown once, from the seat's own view alone."""

from collections import Counter

import pytest

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from rules.core.game import Game
from tests.examples import seeds

LONGEST = 130


@pytest.mark.parametrize("seed", seeds(3))
def test_the_example_for_a_newcomer_is_legal_and_keeps_the_magnum_opus(catalog_game: Game, seed: int) -> None:
    seats = catalog_game.playable({})[0]
    decks = tuple(sorted(catalog_game.decks))[:seats]
    g, _ = Setup(game=catalog_game, players=("greedy",) * seats, options={}, decks=decks).begin(seed)
    view = catalog_game.view(g, 0)
    example = catalog_game.example(view, seed)
    assert example in view.options
    assert example.verb != "opus"


@pytest.mark.parametrize("seed", seeds(3))
def test_the_first_example_of_tnb_plays_a_card_as_its_tip_says(seed: int) -> None:
    game = load_game("tnb")
    decks = tuple(sorted(game.decks))[:2]
    g, _ = Setup(game=game, players=("greedy",) * 2, options={}, decks=decks).begin(seed)
    view = game.view(g, next(iter(g.phase.waiting)))
    assert game.tip(view).startswith("First play a card")
    assert game.example(view, seed).verb == "play"


@pytest.mark.parametrize("seed", seeds(1))
def test_a_seat_gets_each_tip_once_and_only_at_the_beginning(catalog_game: Game, seed: int) -> None:
    seats = catalog_game.playable({})[0]
    decks = tuple(sorted(catalog_game.decks))[:seats]
    setup = Setup(game=catalog_game, players=("greedy",) * seats, options={}, decks=decks)
    g, _ = setup.begin(seed)
    given: Counter[tuple[int, str]] = Counter()
    turns = []

    def listen() -> None:
        for seat in g.phase.waiting:
            view = catalog_game.view(g, seat)
            if view.options and (tip := catalog_game.tip(view)):
                given[seat, tip] += 1
                turns.append(view.turn)
                assert tip.endswith(".")
                assert len(tip) <= LONGEST

    listen()
    for _ in setup.play(g, seed):
        if g.outcome is None:
            listen()
    has_tips = type(catalog_game).tip is not Game.tip
    assert bool(given) is has_tips
    assert max(turns, default=0) <= seats
