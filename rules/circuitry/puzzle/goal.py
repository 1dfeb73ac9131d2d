"""The goal of a puzzle."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.circuitry.board import NodeId, colour_of, number_of


class Aim(Enum):
    """The kind of goal, to be reached in one turn."""

    DELIVER = "deliver"
    """10.1 Win by delivering a charge to the master node."""
    CHARGE = "charge"
    """7.1, 8.10 Get a charge."""
    REACH = "reach"
    """Stand on a certain node."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An aim, with the node to stand on if the aim needs one."""

    aim: Aim
    node: NodeId = ""

    @classmethod
    def of(cls, text: str) -> "Goal":
        """Parse the text of a goal: “deliver”, “charge”, “reach 12-red”.

        Raises:
            ValueError: the text is not a goal.
        """
        word, _, node = text.partition(" ")
        if word not in {aim.value for aim in Aim}:
            raise ValueError(f"goal: {word[:20]} is no goal: it is deliver, charge, or reach and a node")
        if (word == Aim.REACH.value) != bool(node):
            raise ValueError("goal: “reach” names a node, and nothing else does")
        return cls(Aim(word), node)

    def __str__(self) -> str:
        return f"{self.aim.value} {self.node}".strip()

    @property
    def words(self) -> str:
        """The goal as a sentence for the player: “Take a charge this turn.” and the like."""
        return _WORDS[self.aim].format(node=_said(self.node) if self.node else "")


def _said(node: NodeId) -> str:
    return f"node {number_of(node)} {colour_of(node).words}"


_WORDS: Final = {
    Aim.DELIVER: "Win this turn: deliver a charge to the master node.",
    Aim.CHARGE: "Take a charge this turn.",
    Aim.REACH: "Reach {node} this turn.",
}
