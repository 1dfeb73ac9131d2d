"""Games of other projects to play at random on the same machine, if they are installed."""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Final

Play = Callable[[int], int]
"""A function that plays a match from a seed and returns the number of moves, including those of a chance player."""


def _uno() -> Play:
    game = import_module("rlcard.games.uno.game").UnoGame()
    generator: Any = import_module("numpy").random.RandomState

    def play(seed: int) -> int:
        random, moves = Random(seed), 0  # noqa: S311 # a benchmark
        game.np_random = generator(seed)
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            moves += 1
        return moves

    return play


def _open_spiel(name: str, registered_by: str = "pyspiel") -> Play:
    import_module(registered_by)
    game = import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        random, moves, state = Random(seed), 0, game.new_initial_state()  # noqa: S311 # a benchmark
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


PEERS: Final[Mapping[str, Callable[[], Play]]] = {
    "RLCard uno": _uno,
    "OpenSpiel block_dominoes": lambda: _open_spiel("python_block_dominoes", "open_spiel.python.games.block_dominoes"),
    "OpenSpiel leduc, in C++": lambda: _open_spiel("leduc_poker"),
}


def installed() -> Mapping[str, Play | None]:
    """Return every peer by name; None if it is not installed."""
    peers: dict[str, Play | None] = {}
    for name, make in PEERS.items():
        try:
            peers[name] = make()
        except ImportError:
            peers[name] = None
    return peers
