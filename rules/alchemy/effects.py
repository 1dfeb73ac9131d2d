"""The effects of processes and Magnum Opus cards by their names in the content."""

from typing import Final

from rules.alchemy.cards import Step
from rules.alchemy.effects_on_battles import Counter, GainPoints, GuardAgainst, Parry, Prepare, ScorePoints
from rules.alchemy.effects_on_cards import (
    DrawCards,
    EmptyStore,
    Fetch,
    Keep,
    Look,
    OpenTheStore,
    Raid,
    Recover,
    Refill,
    Restore,
    Reveal,
    Strip,
)

EFFECTS: Final[dict[str, type[Step]]] = {
    "draw": DrawCards,
    "gain": GainPoints,
    "recover": Recover,
    "restore": Restore,
    "refill": Refill,
    "look": Look,
    "keep": Keep,
    "fetch": Fetch,
    "store": OpenTheStore,
    "raid": Raid,
    "empty-store": EmptyStore,
    "strip": Strip,
    "reveal": Reveal,
    "prepare": Prepare,
    "guard": GuardAgainst,
    "counter": Counter,
    "parry": Parry,
    "score": ScorePoints,
}
"""Every kind of step by the name of its effect in the content. The class has a field for each of
the effect's columns.
"""
