"""Moves of random play per second on one core, beside games of other projects that Python plays at random.

`in place` does what simulations do: list the options, choose one, play it. `checked` does what a live match does: look
the action up in the options, then play it on a copy of the state. Both list the options of every decision.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bench.peers import Play, installed
from bot.content.seeds import load_games
from bot.lab.autoplay import Setup
from rules.core.game import Game
from rules.core.play import State, apply, options
from rules.core.rng import below, split

MATCHES: Final = 40
FEW: Final = 1
PEERS_MATCHES: Final = 5
"""The factor by which the peers play more matches than we do, because their matches are shorter."""


def in_place(setup: Setup, seed: int) -> tuple[int, float]:
    """Play a match in place; return its number of moves and the seconds they took."""
    g, _ = setup.begin(seed)
    start = process_time()
    moves = sum(1 for _ in setup.play(g, seed))
    return moves, process_time() - start


def checked(setup: Setup, seed: int) -> tuple[int, float]:
    """Play a match by `apply`, without reactions; return its number of moves and the seconds they took."""
    g: State = setup.begin(seed)[0]
    random, moves = split(seed, 1), 0
    start = process_time()
    while g.phase.waiting:
        seat = g.phase.waiting[0]
        legal = options(g, seat)
        random, choice = below(random, len(legal))
        g = apply(g, seat, legal[choice])
        moves += 1
    return moves, process_time() - start


def rate(play: Callable[[Setup, int], tuple[int, float]], setup: Setup, matches: int) -> float:
    """Return the moves per second over the matches of one round."""
    played = [play(setup, seed) for seed in range(matches)]
    return sum(moves for moves, _ in played) / sum(seconds for _, seconds in played)


def peers_rate(play: Play, matches: int) -> float:
    """Return the moves per second of a peer."""
    start = process_time()
    moves = sum(play(seed) for seed in range(PEERS_MATCHES * matches))
    return moves / (process_time() - start)


def setups(game: Game, wanted: int | None) -> Iterator[Setup]:
    """Yield a game's setups of random players: with the usual rules, and with each other value of an option.

    wanted: the number of players; None for both the fewest and the most.
    """
    for chosen in [{}, *({o.name: value} for o in game.options for value in o.values[1:])]:
        able = game.playable(chosen)
        for seats in sorted({able[0], able[-1]}) if wanted is None else {wanted} & set(able):
            yield Setup(game=game, players=("random",) * seats, options=chosen)


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of every game with the fewest and the most players, round by round."""
    matches, peers = FEW if quick else MATCHES, installed()
    measured = [setup for game in load_games().values() for setup in setups(game, None) if not setup.options]
    ways = {"": in_place, ", checked": checked}
    while True:
        beside = {name: None if play is None else peers_rate(play, matches) for name, play in peers.items()}
        yield [
            Reading(f"{setup.game.key} {len(setup.players)}{way}", "moves/s", rate(play, setup, matches), beside)
            for setup in measured
            for way, play in ways.items()
        ]


ENTRY: Final = Entry(
    name="moves",
    summary="random play on one core, beside other projects' games that Python plays at random",
    rounds=rounds,
)
