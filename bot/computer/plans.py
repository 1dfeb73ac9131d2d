"""Plans: what a seat could do in a row while it is asked, thought through on one imagined table (beam search)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.computer.rollouts import Plan, worth
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, advance, options

_BEAM: Final = 5
"""Plans that are thought further, of each length."""
_ALIKE: Final = 9
"""Decimals in which plans have to differ: of those that come to the same, one is enough."""


class Node(NamedTuple):
    """A plan, and where it leads."""

    worth: float
    plan: Plan
    g: State


def plans(game: Game, g: State, seat: Seat) -> list[Node]:
    """Plans of every length up to the game's `plan`, as far as they are promising; the best first."""
    found: dict[float, Node] = {}
    edge = [Node(0, (), g)]
    for _ in range(game.plan):
        further = {}
        for node in edge:
            for step in _steps(game, node, seat):
                key = round(step.worth, _ALIKE)
                if key not in found and key not in further:
                    further[key] = step
        found |= further
        best = sorted(further.values(), key=lambda node: -node.worth)[:_BEAM]
        edge = [node for node in best if seat in node.g.phase.waiting and node.g.turn == g.turn]
    return sorted(found.values(), key=lambda node: -node.worth)


def _steps(game: Game, node: Node, seat: Seat) -> Iterator[Node]:
    for action in options(node.g, seat):
        g = node.g.clone()
        advance(g, seat, action)
        yield Node(worth(game, g, seat), (*node.plan, action), g)
