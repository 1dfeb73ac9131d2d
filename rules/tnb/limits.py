"""Numbers of T&B's rulebook that its rules and its pictures share, and the rule on which cards may act for 1 TP."""

from collections.abc import Sequence
from typing import Final, Protocol

LIFE: Final = 6
"""1.1 The number of Life Points at the start."""
FIRST_HAND: Final = 2
"""3.2 The number of cards drawn at the start."""
HAND_LIMIT: Final = 4
"""3.3 The maximum number of cards in a hand."""
BOARD_LIMIT: Final = 4
"""2.1 The maximum number of cards on a board."""
QUIET_ROUNDS: Final = 4
"""4.4 After this many rounds in a row in which nobody lost Life Points, the lead no longer decides who goes first."""
ROUND_LIMIT: Final = 60
"""8.5 The number of the last round of a match."""


class Rules(Protocol):
    """The part of a state or a view on which this rule depends."""

    @property
    def overdrive(self) -> bool: ...
    @property
    def ready(self) -> bool: ...


def may_buy(rules: Rules, taken: Sequence[str]) -> bool:
    """Return whether a card of the active player that has no free action may act for 1 TP.

    taken: the verbs of the card's actions in this round. A card that was played in this round may act once (5.4); with
    the option overdrive (9.1) any card may act again (9.2, 9.3).
    """
    return rules.overdrive or (rules.ready and not taken)
