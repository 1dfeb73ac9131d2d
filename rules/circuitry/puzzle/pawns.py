"""Where pawns stand, as the solver sees it: one object for each way, so that positions are found by it quickly."""

from collections.abc import Iterable
from typing import Final

from rules.circuitry.puzzle.layout import COLOURS, Layout, Node

NOBODY: Final = -1


class Pawns:
    """The player's own pawn and the others. Two of one `Standing` are equal only if they are one object."""

    __slots__ = ("_is_alone", "bearing", "carries", "held", "mine", "nodes", "others")

    def __init__(self, mine: Node, others: tuple[Node, ...], carries: bool, held: int) -> None:
        self.mine = mine
        self.others = others
        self.carries = carries
        """Whether the own pawn carries its charge."""
        self.held = held
        """8.7 Whom a Force holds, by place among the others, or `NOBODY`."""
        self.nodes = (mine, *others)
        self.bearing = bits_of(self.nodes)
        """The cards with pawns, as bits."""
        self._is_alone = mine < COLOURS and all(other >= COLOURS for other in others)

    def is_last(self, layout: Layout) -> bool:
        """6.1 Whether the own pawn is the only one on #1, and #1 not turned over yet."""
        return self._is_alone and not layout.turned_over


class Standing:
    """Every way in which pawns stood that was looked at."""

    def __init__(self) -> None:
        self._known: dict[tuple[Node, tuple[Node, ...], bool, int], Pawns] = {}

    def __call__(self, mine: Node, others: tuple[Node, ...], carries: bool, held: int = NOBODY) -> Pawns:
        """The one object that says this."""
        key = (mine, others, carries, held)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Pawns(mine, others, carries, held)
        return found


def is_last(layout: Layout, node: Node, others: Iterable[Node]) -> bool:
    """6.1 Whether a pawn is the only one on #1, and #1 not turned over yet."""
    return not layout.turned_over and node < COLOURS and all(other >= COLOURS for other in others)


def bits_of(nodes: Iterable[Node]) -> int:
    """The cards of nodes, as bits."""
    bits = 0
    for node in nodes:
        bits |= 1 << node // COLOURS
    return bits
