"""Tips for newcomers: a sentence about the first decisions, each shown once, from the seat's own view alone."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from rules.alchemy.actions import Defend, Draw, LetHit
from rules.alchemy.attacks import Preparation
from rules.alchemy.cards import EssenceId
from rules.alchemy.view import AlchemyView
from rules.core.game import Game
from rules.core.notation import Action
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


FOLLOWED = {
    "Keep 1 AP to attack with your strongest single element": ("attack",),
    "An element that": ("defend",),
    "This attack yields only": ("defend",),
    "An attack back is free": ("attack",),
    "Take two gold": ("take two-gold",),
    "The charge point that you lay": ("place",),
    "Lay the card with your charge point": ("place",),
    "First play a card": ("play",),
    "Aim at tiles": ("attack",),
    "keep your cards and draw": ("decline",),
    "Build in all three systems": ("play",),
    "decline, and save your cards": ("decline",),
    "ready up": ("ready",),
    "Leave at least 3,000": ("leave", "look 1"),
    "any order is a guess": ("lay",),
    "No ship is seen yet": ("match", "forfeit"),
    "The higher power wins": ("equip", "pass"),
}
"""The beginnings of the examples that follow each tip, by some words of the tip."""


@pytest.mark.parametrize("seed", seeds(2))
def test_the_example_does_what_the_tip_beside_it_says(catalog_game: Game, seed: int) -> None:
    seats = catalog_game.playable({})[0]
    decks = tuple(sorted(catalog_game.decks))[:seats]
    setup = Setup(game=catalog_game, players=("greedy",) * seats, options={}, decks=decks)
    g, _ = setup.begin(seed)
    compared = 0
    for _ in setup.play(g, seed):
        for seat in g.phase.waiting:
            view = catalog_game.view(g, seat)
            tip = catalog_game.tip(view)
            advised = set(catalog_game.advised(view))
            assert advised <= set(view.options)
            assert catalog_game.example(view, seed) in advised
            if tip and len(view.options) > 1:
                [starts] = [starts for said, starts in FOLLOWED.items() if said in tip]
                legal = [option for option in view.options if str(option).startswith(starts)]
                assert not legal or catalog_game.example(view, seed) in legal, tip
                compared += bool(legal)
    assert bool(compared) is (type(catalog_game).tip is not Game.tip)


def test_the_example_attacks_with_the_strongest_single_element() -> None:
    game = load_game("alchemy")
    for seed in range(8):
        g, _ = Setup(game=game, players=("greedy",) * 2, options={}, decks=tuple(sorted(game.decks))[:2]).begin(seed)
        view = game.view(g, g.phase.waiting[0])
        single = [text for text in map(str, view.options) if text.startswith("attack ") and "+" not in text]
        assert str(game.example(view, seed))[-1] == max(text[-1] for text in single)


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


@pytest.mark.parametrize(
    ("preparation", "said"),
    [
        (Preparation(), "beats the attack counts double"),
        (Preparation(undoubled=True), "An element that loses to the attack counts half."),
        (Preparation(complex_only=True), "two elements that you combine"),
    ],
)
def test_the_tip_about_a_defence_agrees_with_the_question_beside_it(preparation: Preparation, said: str) -> None:
    game = load_game("alchemy")
    setup = Setup(game=game, players=("greedy",) * 2, options={}, decks=tuple(sorted(game.decks))[:2])
    g, _ = setup.begin(3)
    for _ in setup.play(g, 3):
        if g.phase.tag == "Defending" and g.turn <= 2:
            break
    view = game.view(g, g.phase.waiting[0])
    assert isinstance(view, AlchemyView)
    assert view.battle is not None
    attacked = replace(view, battle=replace(view.battle, preparation=preparation))
    assert said in game.tip(attacked)
    doubles = "counts double, and" in game.tip(attacked)
    question = game.prompt(attacked, ("Ada", "Bo"))
    assert doubles == ("No defence is doubled" not in question and "Only a complex element" not in question)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ((LetHit,), "Nothing in your hand answers "),
        ((LetHit, Defend), ", or let it hit."),
        ((LetHit, Draw), "No element of yours defends against "),
    ],
)
def test_an_attack_asks_for_a_defence_only_where_one_is_possible(kinds: tuple[type[Action], ...], said: str) -> None:
    game = load_game("alchemy")
    setup = Setup(game=game, players=("greedy",) * 2, options={}, decks=tuple(sorted(game.decks))[:2])
    g, _ = setup.begin(3)
    for _ in setup.play(g, 3):
        if g.phase.tag == "Defending":
            break
    view = game.view(g, g.phase.waiting[0])
    examples = {LetHit: LetHit(), Draw: Draw(), Defend: Defend(element=EssenceId("fire-1"))}
    assert said in game.prompt(replace(view, options=tuple(examples[kind] for kind in kinds)), ("Ada", "Bo"))
