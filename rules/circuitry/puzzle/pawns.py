"""The solver's pawns. There is one object for each set of places, so that positions are hashed quickly."""

from collections.abc import Iterable
from typing import Final

from rules.circuitry.puzzle.layout import COLOURS, Layout, Node

NOBODY: Final = -1


class Pawns:
    """The places of the player's pawn and the others. Equal places of the same `Standing` are the same object."""

    __slots__ = ("_is_alone", "bearing", "carries", "held", "mine", "nodes", "others")

    def __init__(self, mine: Node, others: tuple[Node, ...], carries: bool, held: int) -> None:
        self.mine = mine
        self.others = others
        self.carries = carries
        """Whether the player's pawn carries the player's charge."""
        self.held = held
        """8.7 The index among the other pawns of the one that a Force holds, or `NOBODY`."""
        self.nodes = (mine, *others)
        self.bearing = bits_of(self.nodes)
        """The circuit cards with a pawn on them, as a bit mask."""
        self._is_alone = mine < COLOURS and all(other >= COLOURS for other in others)

    def is_last(self, layout: Layout) -> bool:
        """6.1 Return whether the player's pawn is the only one on #1, and #1 is not turned over yet."""
        return self._is_alone and not layout.turned_over


class Standing:
    """All sets of places found so far, each as one object."""

    def __init__(self) -> None:
        self._known: dict[tuple[Node, tuple[Node, ...], bool, int], Pawns] = {}

    def __call__(self, mine: Node, others: tuple[Node, ...], carries: bool, held: int = NOBODY) -> Pawns:
        """Return the one object for these places."""
        key = (mine, others, carries, held)
        pawns = self._known.get(key)
        if pawns is None:
            pawns = self._known[key] = Pawns(mine, others, carries, held)
        return pawns


def is_last(layout: Layout, node: Node, others: Iterable[Node]) -> bool:
    """6.1 Return whether a pawn is the only one on #1, and #1 is not turned over yet."""
    return not layout.turned_over and node < COLOURS and all(other >= COLOURS for other in others)


def bits_of(nodes: Iterable[Node]) -> int:
    """Return the circuit cards of these nodes, as a bit mask."""
    bits = 0
    for node in nodes:
        bits |= 1 << node // COLOURS
    return bits
