"""Ask a game's quick player (`Game.greedy`) to choose from fewer options."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, next_bits


def best_of(game: Game, view: View, options: Sequence[Action], random: int) -> Action:
    """Return the quick player's choice from some of the view's options. If it chooses another option anyway, draw one
    of the given ones at random.
    """
    choice = game.greedy(replace(view, options=tuple(options)), random)
    return choice if choice in options else options[below(random, len(options))[1]]


def ranked(game: Game, view: View, options: Sequence[Action], random: int) -> Iterator[Action]:
    """Yield each of these options of the view once: the quick player's choice, then its choice among the remaining
    options, and so on.
    """
    left = list(options)
    while left:
        choice = best_of(game, view, left, random)
        yield choice
        left.remove(choice)


def forgetful_choice(game: Game, view: View, one_in: int, random: int) -> Action:
    """Return the choice of a quick player that thinks of a beginner's options alone (`Game.plain`), and overlooks each
    verb, and each single option, with a chance of 1 in `one_in`. If it overlooks everything, it chooses from all of
    these options.
    """
    options = game.plain(view)
    verbs = dict.fromkeys([action.verb for action in options], False)
    for verb in verbs:
        random, draw = below(random, one_in)
        verbs[verb] = draw > 0
    seen = []
    for action in options:
        random, draw = below(random, one_in)
        if draw and verbs[action.verb]:
            seen.append(action)
    random, bits = next_bits(random)
    return best_of(game, view, seen or options, bits)
