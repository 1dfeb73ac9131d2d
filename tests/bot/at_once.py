"""A computer player that thinks in the test's own process."""

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from math import inf
from typing import Any, ParamSpec, TypeVar

from bot.computer.levels import Choice, Level, choose
from bot.computing.calls import GameReference, _with_cards
from bot.content.seeds import load_game
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import View

P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(Executor):
    """Carry out each call when it is submitted, and record what was sent: the game's reference and the arguments."""

    def __init__(self, _workers: int = 1) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        _, pickled, content = args
        assert isinstance(pickled, bytes)
        if content is None:  # else it is sent again
            _, reference, arguments = pickle.loads(pickled)  # noqa: S301 # our own
            self.calls.append((reference, *with_cards(reference, arguments)))
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 # as a process does
            future.set_exception(error)
        return future


def at_leisure(game: Game, view: View, seed: int, level: Level, _patience: float = inf) -> Choice:
    """Return the choice of a computer player that finishes its search, however busy the machine is."""
    return choose(game, view, seed, level)


def with_cards(reference: GameReference, arguments: bytes) -> tuple[Any, ...]:
    """Unpickle the arguments of a call, with the cards of its game."""
    kind = reference.kind
    assert kind is not None
    game = load_game(reference.key) if reference.key in GAMES else kind({})
    return _with_cards(game, arguments)


class Broken(Executor):
    """A pool whose processes have ended."""

    def __init__(self, _workers: int = 1) -> None: ...

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        raise BrokenExecutor
