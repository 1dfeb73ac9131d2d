"""What the quick player of a game does (`Game.greedy`), and what it would do if it did not see everything."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, next_bits


def best_of(game: Game, view: View, options: Sequence[Action], random: int) -> Action:
    """Its choice if there were only these of the view's options; any of them, if it insists on another one."""
    choice = game.greedy(replace(view, options=tuple(options)), random)
    return choice if choice in options else options[below(random, len(options))[1]]


def ranked(game: Game, view: View, random: int) -> Iterator[Action]:
    """Its choice, what it would do if that were not possible, and so on: every option once."""
    left = list(view.options)
    while left:
        choice = best_of(game, view, left, random)
        yield choice
        left.remove(choice)


def forgetting(game: Game, view: View, one_in: int, random: int) -> Action:
    """What the quick player chooses if it forgets one verb in `one_in`, and one in `one_in` of all other options. If it
    has forgotten everything, it chooses among all.
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
