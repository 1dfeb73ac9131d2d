"""Card actions that cost a TP."""

from collections.abc import Sequence
from typing import Protocol


class Rules(Protocol):
    """The options that decide it, of a state or a view."""

    @property
    def overdrive(self) -> bool: ...
    @property
    def ready(self) -> bool: ...


def may_buy(rules: Rules, taken: Sequence[str]) -> bool:
    """Return whether a card of the active player may act for 1 TP without a free action, after these actions.

    A card that was played in this round may act once (5.4); in overdrive any card may act again (9.2, 9.3).
    """
    return rules.overdrive or (rules.ready and not taken)
