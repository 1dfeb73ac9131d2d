"""The expert's decisions and rollouts per second, beside OpenSpiel's information-set tree search.

OpenSpiel has other games: a match of euchre takes some 25 decisions, one of gin rummy some hundred. For each decision,
its search makes as many rollouts as the expert may use at most. Our rollouts are played by the game's quick player,
theirs at random.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from bench.entry import Entry, Reading, Rounds
from bot.computer.levels import EFFORT, effort
from bot.computer.search import Search
from bot.content.seeds import load_games
from bot.lab.autoplay import Setup
from rules.core.game import Game
from rules.core.play import View

DECISIONS: Final = 6
FEW: Final = 2
"""The number of measured decisions of each game in a round."""
_APART: Final = 5
"""Of this many decisions, one is measured."""


class Rate(NamedTuple):
    """The number of decisions and of rollouts per second on one core."""

    decisions: float
    rollouts: float


def views(game: Game, seats: int, count: int) -> list[View]:
    """Return this many tables from matches of the quick player, as seen by a seat with a choice."""
    setup = Setup(game=game, players=("greedy",) * seats, options={})
    seen: list[View] = []
    seed = number = 0
    while len(seen) < count:
        g, _ = setup.begin(seed)
        for _ in setup.play(g, seed):
            for seat in g.phase.waiting[:1]:
                number += 1
                if number % _APART == 0 and len(seen) < count:
                    view = game.view(g, seat)
                    seen += [view] if len(view.options) > 1 else []
        seed += 1
    return seen


def ours(game: Game, tables: list[View]) -> Rate:
    """Return the expert's decisions and rollouts per second at these tables."""
    start, rollouts = process_time(), 0
    for number, view in enumerate(tables):
        rollouts += Search(game, view, number, lambda: False).best(effort(game)).rollouts
    seconds = process_time() - start
    return Rate(len(tables) / seconds, rollouts / seconds)


def _bot_in_python(game: Any) -> Any:
    random = import_module("numpy").random.RandomState(1)
    evaluator = import_module("open_spiel.python.algorithms.mcts").RandomRolloutEvaluator(1, random)
    search = import_module("open_spiel.python.algorithms.ismcts")
    return search.ISMCTSBot(game, evaluator, 2.0, EFFORT.rollouts, random_state=random)


def _bot_in_cpp(_: Any) -> Any:
    spiel: Any = import_module("pyspiel")
    return spiel.ISMCTSBot(1, spiel.RandomRolloutEvaluator(1, 1), 2.0, EFFORT.rollouts)


def _theirs(name: str, make: Callable[[Any], Any]) -> Callable[[int], Rate]:
    """Return a function that measures OpenSpiel's search at a number of decisions, with random play between them.

    Raises:
        ImportError: OpenSpiel is not installed.
    """
    game = import_module("pyspiel").load_game(name)
    bot = make(game)

    def rate(count: int) -> Rate:
        random, seconds, decided = Random(1), 0.0, 0  # noqa: S311 # a benchmark
        state, number = game.new_initial_state(), 0
        while decided < count:
            if state.is_terminal():
                state = game.new_initial_state()
            legal = state.legal_actions()
            if not state.is_chance_node() and len(legal) > 1:
                number += 1
                if number % _APART == 0:
                    start = process_time()
                    bot.step(state)
                    seconds += process_time() - start
                    decided += 1
            state.apply_action(random.choice(legal))
        return Rate(decided / seconds, EFFORT.rollouts * decided / seconds)

    return rate


PEERS: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "IS-MCTS, euchre": ("euchre", _bot_in_python),
    "IS-MCTS, gin rummy": ("gin_rummy", _bot_in_python),
    "IS-MCTS in C++, gin rummy": ("gin_rummy", _bot_in_cpp),
}


def installed() -> Mapping[str, Callable[[int], Rate] | None]:
    """Return every peer by name; None if it is not installed."""
    peers: dict[str, Callable[[int], Rate] | None] = {}
    for name, (game, make) in PEERS.items():
        try:
            peers[name] = _theirs(game, make)
        except ImportError:
            peers[name] = None
    return peers


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of every game with the fewest and the most players, round by round."""
    count, peers = FEW if quick else DECISIONS, installed()
    tables = {
        (game.key, seats): views(game, seats, count)
        for game in load_games().values()
        for seats in sorted({game.playable({})[0], game.playable({})[-1]})
    }
    games = load_games()
    while True:
        beside = {name: None if rate is None else rate(count) for name, rate in peers.items()}
        readings: list[Reading] = []
        for (key, seats), seen in tables.items():
            expert = ours(games[key], seen)
            for unit, place in (("decisions/s", 0), ("rollouts/s", 1)):
                theirs = {name: None if rate is None else rate[place] for name, rate in beside.items()}
                readings.append(Reading(f"{key} {seats}", unit, expert[place], theirs))
        yield readings


ENTRY: Final = Entry(
    name="search",
    summary="decisions and rollouts of the expert on one core, beside OpenSpiel's tree search",
    rounds=rounds,
)
