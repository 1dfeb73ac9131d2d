"""Calls in other processes: a game is sent by name and hash, and no decision waits without end for a process."""

import asyncio
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import islice
from typing import Any, ParamSpec, TypeVar

import pytest
from cachetools import LRUCache
from structlog.testing import capture_logs

from bot.application.thinking import thinking as module
from bot.application.thinking.priorities import Priority, Turns
from bot.application.thinking.thinking import Thinking
from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.computer.search import Effort, Search, SearchResult
from bot.computing import calls
from bot.computing.calls import Call, ContentNeeded, Failed, GameReference, OtherProgram, answer, content_of
from bot.computing.program import fingerprint
from bot.content.seeds import load_content, load_game
from bot.lab.autoplay import Setup
from rules.catalog import EARLIER
from rules.core.earlier_rules import earlier
from rules.core.game import Game
from rules.core.play import View
from tests.bot.at_once import AtOnce, at_leisure
from tests.bot.test_computers import task
from tests.examples import games_first
from tests.tiny_game import Tiny

P = ParamSpec("P")
T = TypeVar("T")


@pytest.fixture(autouse=True)
def new_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process be a worker that knows no game."""
    monkeypatch.setattr(calls, "_games", LRUCache(calls.CACHED_GAMES))


class Counting(AtOnce):
    """A pool that counts the contents that are sent to it, and the bytes of each call."""

    def __init__(self) -> None:
        super().__init__()
        self.contents = 0
        self.sizes: list[int] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.contents += args[2] is not None
        self.sizes.append(len(pickle.dumps(args)))
        return super().submit(fn, *args, **kwargs)


async def test_a_worker_receives_the_content_of_a_game_once() -> None:
    pool, game = Counting(), load_game("circuitry")
    results = [await Call(key_of, game, number).answer(pool) for number in range(3)]
    assert results == [f"circuitry {number}" for number in range(3)]
    assert pool.contents == 1
    assert max(pool.sizes[-2:]) < 1_000 < len(load_content("circuitry").text)


def key_of(game: Game, number: int) -> str:
    return f"{game.key} {number}"


@pytest.mark.parametrize("key", games_first("tiny", "tnb"))
def test_an_expert_decides_the_same_in_another_process(key: str) -> None:
    game = load_game(key)
    setup = Setup(game=game, players=("random",) * game.playable({})[-1], options={})
    g, _ = setup.begin(5)
    effort = Effort(rollouts=8, candidates=4)
    for ply, _ in enumerate(islice(setup.play(g, 5), 40)):
        if g.phase.waiting and ply % 8 == 0:
            view = game.view(g, g.phase.waiting[0])
            given = Call(searched, game, view, ply, effort).submit(AtOnce(), with_content=True).result()
            assert given == searched(game, view, ply, effort)


def searched(game: Game, view: View, seed: int, effort: Effort) -> SearchResult:
    return Search(game, view, seed, lambda: False).best(effort)


def test_a_worker_keeps_a_limited_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "_games", LRUCache(1))
    game, other = load_game("circuitry"), load_game("tnb")
    for each in (game, other):
        assert Call(key_of, each, 1).submit(AtOnce(), with_content=True).result() == f"{each.key} 1"
    assert isinstance(Call(key_of, game, 1).submit(AtOnce()).result(), ContentNeeded)
    assert Call(key_of, other, 1).submit(AtOnce()).result() == "tnb 1"


def test_a_game_with_earlier_rules_is_named_by_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = earlier(Tiny, 0, {})
    monkeypatch.setitem(EARLIER, ("tiny", 0), kind)
    game = kind({})
    reference = pickle.loads(pickle.dumps(GameReference.of(game)))  # noqa: S301 # our own
    assert (reference.kind, type(reference.make(content_of(Tiny())))) == (None, kind)


def test_a_call_of_another_program_is_not_even_read() -> None:
    assert answer("2.0", b"no pickle", None) == OtherProgram(fingerprint())


def test_an_error_is_a_value_so_that_no_executor_logs_the_arguments() -> None:
    given = Call(failing, load_game("tnb"), "card-1").submit(AtOnce(), with_content=True).result()
    assert isinstance(given, Failed)
    assert isinstance(given.error, ValueError)


def failing(_game: Game, secret: str) -> None:
    raise ValueError(secret)


class Silent(Executor):
    """A pool that never answers, as if its processes were starved."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return Future()


async def test_a_decision_that_does_not_come_in_time_is_the_quick_players_and_counts_as_aborted() -> None:
    game, view, seed = task()
    thinking = Thinking(1, lambda _: Silent())
    with capture_logs() as lines:
        first = await thinking.choice(game, view, seed, Level.EXPERT, within=0.01)
        second = await thinking.choice(game, view, seed, Level.EXPERT, within=0.01)  # it gets no turn
    assert first == second == Choice(action=game.greedy(view, seed), aborted=True)
    assert [line["event"] for line in lines] == ["a computer ran out of time"] * 2


async def test_those_that_wait_for_a_turn_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def choosing(game: Game, view: View, seed: int, level: Level, patience: float) -> Choice:
        given.append(patience)
        return at_leisure(game, view, seed, level)

    monkeypatch.setattr(module, "Call", Direct)
    monkeypatch.setattr(levels, "DECISION_TIMEOUT", 1_000.0)
    turns = Turns(1)
    await turns.take(Priority.PLAY)
    thinking = Thinking(1, lambda _: AtOnce(), choosing)
    thinking._turns = turns
    waiting = [asyncio.create_task(thinking.choice(*task(), Level.EXPERT, within=100)) for _ in range(4)]
    await asyncio.sleep(0)
    assert turns.waiting[Priority.PLAY] == len(waiting)
    turns.give_back()
    for each in waiting:
        assert not (await each).aborted
    assert 0 < given[0] <= 100 / 4
    assert given == sorted(given), "the last ones wait for nobody"


class Direct:
    """A call that is not pickled."""

    def __init__(self, work: Callable[..., Any], *arguments: object) -> None:
        self.work, self.arguments = work, arguments

    async def answer(self, _executor: Executor) -> Any:
        return self.work(*self.arguments)
