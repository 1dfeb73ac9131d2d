"""The rule on which cards may take an action for 1 TP (Tactical Point)."""

from collections.abc import Sequence
from typing import Protocol


class Rules(Protocol):
    """A state or a view with the match options that this rule depends on."""

    @property
    def overdrive(self) -> bool: ...
    @property
    def ready(self) -> bool: ...


def may_buy(rules: Rules, taken: Sequence[str]) -> bool:
    """Return whether a card of the active player that has no free action may act for 1 TP. `taken`: its actions of this
    round.

    A card that was played in this round may act once (5.4); in overdrive any card may act again (9.2, 9.3).
    """
    return rules.overdrive or (rules.ready and not taken)
