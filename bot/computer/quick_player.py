"""The choices of a game's quick player (`Game.greedy`) when it sees fewer options."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, next_bits


def best_of(game: Game, view: View, options: Sequence[Action], random: int) -> Action:
    """Return its choice from some of the view's options. If it insists on another one, draw one of them."""
    choice = game.greedy(replace(view, options=tuple(options)), random)
    return choice if choice in options else options[below(random, len(options))[1]]


def ranked(game: Game, view: View, random: int) -> Iterator[Action]:
    """Yield its choice, then its choice without that one, and so on: every option once."""
    left = list(view.options)
    while left:
        choice = best_of(game, view, left, random)
        yield choice
        left.remove(choice)


def forgetful_choice(game: Game, view: View, one_in: int, random: int) -> Action:
    """Return its choice if it overlooks one verb in `one_in`, and one in `one_in` of all other options. If it overlooks
    everything, it chooses among all.
    """
    verbs = dict.fromkeys([action.verb for action in view.options], False)
    for verb in verbs:
        random, draw = below(random, one_in)
        verbs[verb] = draw > 0
    seen = []
    for action in view.options:
        random, draw = below(random, one_in)
        if draw and verbs[action.verb]:
            seen.append(action)
    random, bits = next_bits(random)
    return best_of(game, view, seen or view.options, bits)
