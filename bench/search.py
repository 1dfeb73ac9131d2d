"""How fast the expert decides and plays imagined tables on, beside OpenSpiel's information-set tree search.

Its games have other decisions: euchre some 25 in a match, gin rummy some hundred. It is given as many playouts for each
as the expert may have at most. A playout of ours is played by the quick player of the game, one of theirs at random.
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
"""Decisions of each game that a round measures."""
_APART: Final = 5
"""So many decisions lie between two that are measured."""


class Rate(NamedTuple):
    """Of one core in a second."""

    decisions: float
    rollouts: float


def views(game: Game, seats: int, count: int) -> list[View]:
    """So many tables of matches of the quick player, seen by whoever has something to decide."""
    setup = Setup(game=game, players=("greedy",) * seats, options={})
    found: list[View] = []
    seed = number = 0
    while len(found) < count:
        g, _ = setup.begin(seed)
        for _ in setup.play(g, seed):
            for seat in g.phase.waiting[:1]:
                number += 1
                if number % _APART == 0 and len(found) < count:
                    view = game.view(g, seat)
                    found += [view] if len(view.options) > 1 else []
        seed += 1
    return found


def ours(game: Game, tables: list[View]) -> Rate:
    """The expert at these tables."""
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
    """The rate at so many decisions of a game of OpenSpiel, which is played at random between them.

    Raises:
        ImportError: it is not installed.
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
    """Every peer; None: it is not installed."""
    found: dict[str, Callable[[int], Rate] | None] = {}
    for name, (game, make) in PEERS.items():
        try:
            found[name] = _theirs(game, make)
        except ImportError:
            found[name] = None
    return found


def rounds(_: Path, quick: bool) -> Rounds:
    """Every game with the fewest and the most players."""
    count, peers = FEW if quick else DECISIONS, installed()
    tables = {
        (game.key, seats): views(game, seats, count)
        for game in load_games().values()
        for seats in sorted({game.playable({})[0], game.playable({})[-1]})
    }
    games = load_games()
    while True:
        beside = {name: None if rate is None else rate(count) for name, rate in peers.items()}
        found: list[Reading] = []
        for (key, seats), seen in tables.items():
            own = ours(games[key], seen)
            for unit, place in (("decisions/s", 0), ("playouts/s", 1)):
                theirs = {name: None if rate is None else rate[place] for name, rate in beside.items()}
                found.append(Reading(f"{key} {seats}", unit, own[place], theirs))
        yield found


ENTRY: Final = Entry(
    name="search",
    says="decisions and playouts of the expert on one core, beside OpenSpiel's tree search",
    rounds=rounds,
)
