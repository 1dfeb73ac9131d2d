"""Card actions that cost a TP."""

from collections.abc import Sequence
from typing import Protocol


class Rules(Protocol):
    """A state or a view, by the option overdrive."""

    @property
    def overdrive(self) -> bool: ...
    @property
    def ready(self) -> bool: ...


def may_buy(rules: Rules, taken: Sequence[str]) -> bool:
    """Whether a card of the player whose turn it is, without a free action and with these taken, may act for 1 TP:
    5.4 one that was played in this round, once; 9.2, 9.3 in overdrive any.
    """
    return rules.overdrive or (rules.ready and not taken)
