"""Find good sequences of actions of one seat on one sampled state, by beam search."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.computer.rollouts import Plan, worth
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, advance, options

_BEAM: Final = 5
"""The number of sequences of each length that are extended."""
_TRIED: Final = 400
"""The maximum number of actions tried for each length, over all sequences. If more are legal, an even selection of them
is tried.
"""
_ALIKE: Final = 9
"""Sequences whose evaluations agree to this many decimals count as equal, and only one of them is kept."""


class Node(NamedTuple):
    """A sequence of actions, and the state after it."""

    worth: float
    plan: Plan
    g: State


def plans(game: Game, g: State, seat: Seat) -> list[Node]:
    """Return the most promising sequences of every length up to `Game.plan`, the best first."""
    kept: dict[float, Node] = {}
    edge = [Node(0, (), g)]
    for _ in range(game.plan):
        further = {}
        for node in edge:
            for step in _steps(game, node, seat, _TRIED // len(edge)):
                key = round(step.worth, _ALIKE)
                if key not in kept and key not in further:
                    further[key] = step
        kept |= further
        best = sorted(further.values(), key=lambda node: -node.worth)[:_BEAM]
        edge = [node for node in best if seat in node.g.phase.waiting and node.g.turn == g.turn]
        if not edge:
            break
    return sorted(kept.values(), key=lambda node: -node.worth)


def _steps(game: Game, node: Node, seat: Seat, most: int) -> Iterator[Node]:
    legal = options(node.g, seat)
    count = min(most, len(legal))
    for number in range(count):
        action = legal[number * len(legal) // count]
        g = node.g.clone()
        advance(g, seat, action)
        yield Node(worth(game, g, seat), (*node.plan, action), g)
