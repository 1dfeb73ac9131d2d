"""A computer's thinking without processes."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, ParamSpec, TypeVar

from bot.computer.levels import Choice, Level, choose
from rules.core.game import Game
from rules.core.play import View

P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(Executor):
    """Carry out each call when it is submitted, and record its arguments."""

    def __init__(self, _workers: int = 1) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.calls.append(args)
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 # as a process does
            future.set_exception(error)
        return future


def at_leisure(game: Game, view: View, seed: int, level: Level, _patience: float) -> Choice:
    """Return the choice of a computer that thinks to the end, however busy the machine is."""
    return choose(game, view, seed, level)


class Broken(Executor):
    """A pool whose processes have ended."""

    def __init__(self, _workers: int = 1) -> None: ...

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        raise BrokenExecutor
