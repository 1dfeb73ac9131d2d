"""The rule on which cards may act for 1 TP (Tactical Point)."""

from collections.abc import Sequence
from typing import Protocol


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
