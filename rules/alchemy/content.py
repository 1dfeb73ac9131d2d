"""The content of seeds/alchemy: its tables, the steps of its cards, and the deck rule."""

from collections.abc import Mapping
from typing import Any, Final

from rules.alchemy.cards import AlchemyCard, ElementCard, OpusCard, ProcessCard, Step
from rules.alchemy.effects import EFFECTS
from rules.core.content import naming, one_of, read_entry, unfit
from rules.core.decks import DeckPart

TABLES: Final[Mapping[str, type[AlchemyCard]]] = {"elements": ElementCard, "processes": ProcessCard, "opus": OpusCard}

DECK: Final = DeckPart(size=60, copies={ElementCard: 3, ProcessCard: 2}, clause="1.3", title="elements and processes")
OPUS: Final = DeckPart(size=5, copies={OpusCard: 1}, clause="1.4", title="Magnum Opus cards", column="opus")

MOST_STEPS: Final = 20
"""The maximum number of steps of a card."""
_effect: Final = one_of(EFFECTS)


def read_steps(entries: Any) -> tuple[Step, ...]:
    """Return the steps of a card: each entry names its effect (`do`) and gives the effect's own columns.

    Raises:
        ValueError: there is no such effect, or it has other columns.
    """
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries[: MOST_STEPS + 1]):
        raise unfit("steps", entries)
    if len(entries) > MOST_STEPS:
        raise ValueError(f"it has more than {MOST_STEPS} steps")
    return tuple(map(_step, entries))


def _step(entry: Mapping[str, Any]) -> Step:
    kind: type[Step] = _effect(entry.get("do"))
    with naming(entry["do"]):
        return read_entry({column: value for column, value in entry.items() if column != "do"}, kind, {})
