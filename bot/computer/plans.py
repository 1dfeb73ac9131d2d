"""Plans: what a seat could do in a row while it is asked, thought through on one imagined table (beam search)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.computer.rollouts import Plan, worth
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, advance, options

_BEAM: Final = 5
"""Plans that are thought further, of each length."""
_TRIED: Final = 400
"""Actions that are tried for each length at most, all plans together: out of more, some that are spread evenly."""
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
            for step in _steps(game, node, seat, _TRIED // len(edge)):
                key = round(step.worth, _ALIKE)
                if key not in found and key not in further:
                    further[key] = step
        found |= further
        best = sorted(further.values(), key=lambda node: -node.worth)[:_BEAM]
        edge = [node for node in best if seat in node.g.phase.waiting and node.g.turn == g.turn]
        if not edge:
            break
    return sorted(found.values(), key=lambda node: -node.worth)


def _steps(game: Game, node: Node, seat: Seat, most: int) -> Iterator[Node]:
    legal = options(node.g, seat)
    count = min(most, len(legal))
    for number in range(count):
        action = legal[number * len(legal) // count]
        g = node.g.clone()
        advance(g, seat, action)
        yield Node(worth(game, g, seat), (*node.plan, action), g)
