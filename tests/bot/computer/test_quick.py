from collections import Counter
from collections.abc import Sequence

from bot.computer.levels import Level, choose
from bot.computer.quick_player import best_of, forgetful_choice, ranked
from rules.core.notation import Action
from tests.heist_game import BELL, Heist, HeistView
from tests.tiny_game import CARDS, Bid, Fold, Tiny, TinyView

SEEDS = range(200)


class Stubborn(Tiny):
    """A game whose quick player always folds."""

    def greedy(self, view: TinyView, random: int) -> Action:
        return Fold()


def dealt(game: Tiny) -> TinyView:
    deck = [*CARDS][:5]
    return game.view(game.begin(seats=2, options={}, decks=[deck, deck], seed=1), 0)


def test_a_quick_player_who_insists_on_what_is_not_offered_does_anything_else() -> None:
    game = Stubborn()
    view = dealt(game)
    bids = [action for action in view.options if isinstance(action, Bid)]
    assert {best_of(game, view, bids, seed) for seed in SEEDS} == set(bids)
    assert next(iter(ranked(game, view, view.options, 1))) == Fold()


def test_a_novice_forgets_now_and_then_but_never_everything() -> None:
    game = Stubborn()
    view = dealt(game)
    done = Counter(type(forgetful_choice(game, view, 3, seed)) for seed in SEEDS)
    assert done[Fold] > done[Bid] > 0
    assert {forgetful_choice(game, view, 1, seed) for seed in SEEDS} == {Fold()}, "then everything comes to mind"
    assert {forgetful_choice(game, view, 1 << 40, seed) for seed in SEEDS} == {Fold()}


def test_a_novice_lets_chances_to_interrupt_pass_that_a_regular_uses() -> None:
    class Alarmed(Heist):
        def react(self, view: HeistView, random: int) -> Action | None:
            return view.options[0]

    game = Alarmed()
    g = next(g for g in (game.begin(seats=2, options={}, decks=[], seed=seed) for seed in SEEDS) if BELL in g.hands[1])
    view = game.view(g, 1)
    assert {choose(game, view, seed, Level.REGULAR).action for seed in SEEDS} == {view.options[0]}
    assert {choose(game, view, seed, Level.EXPERT).action for seed in SEEDS} == {view.options[0]}
    assert {choose(game, view, seed, Level.NOVICE).action for seed in SEEDS} == {view.options[0], None}


def test_a_novice_uses_no_reaction_that_a_beginner_does_not_think_of() -> None:
    class Calm(Heist):
        def react(self, view: HeistView, random: int) -> Action | None:
            return view.options[0]

        def plain(self, view: HeistView) -> Sequence[Action]:
            return [] if view.seat not in view.waiting else view.options

    game = Calm()
    g = next(g for g in (game.begin(seats=2, options={}, decks=[], seed=seed) for seed in SEEDS) if BELL in g.hands[1])
    view = game.view(g, 1)
    assert {choose(game, view, seed, Level.REGULAR).action for seed in SEEDS} == {view.options[0]}
    assert {choose(game, view, seed, Level.NOVICE).action for seed in SEEDS} == {None}
