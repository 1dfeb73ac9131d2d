"""Preview a Manage step: the powers of the seat's systems after each card that the seat can play, move or discard."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.allocator.facts import SHORT
from render.renderer import Names
from rules.allocator.actions import Discard, Move, Play
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.view import AllocatorView
from rules.core.notation import Action, beginning_with

TITLES: Final = {"play": "Play a card", "move": "Move a card", "discard": "Discard a card"}
"""Titles of the choice, by verb."""


@dataclass(frozen=True, slots=True)
class Way:
    """One option, with the powers of the seat's systems after it."""

    action: Action
    shown: System
    """The system that the option is listed under: the card's destination, or its source if it leaves play."""
    powers: tuple[int, ...]
    """The powers after the option: Attack, Defense, Development."""
    hits: bool
    """Whether the Attack would then hit the other player's present Defense, within the Maximum Power."""
    over: int
    """Power above the Maximum Power at the end of the step; 0 if there is none."""

    @property
    def used(self) -> int:
        """The part of the Maximum Power that would be in use."""
        return sum(self.powers)

    def power(self, system: System) -> int:
        return self.powers[tuple(System).index(system)]


@dataclass(frozen=True, slots=True)
class Row:
    """A card with its possible destinations."""

    card: AllocatorCard
    source: System | None
    """The system that the card leaves; None if it comes from the hand."""
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Previews:
    """Previews of the options that begin with some words."""

    verb: str
    rows: tuple[Row, ...]


def previews_of(view: AllocatorView, chosen: Sequence[str]) -> Previews | None:
    """Return previews of the options that begin with these words; None if a picture would add nothing."""
    if view.seat is None or not chosen or chosen[0] not in TITLES:
        return None
    rows: dict[tuple[AllocatorCard, System | None], list[Way]] = {}
    for option in beginning_with(view.options, chosen):
        card, source, target = _change(view, option)
        rows.setdefault((card, source), []).append(_way(view, option, card, source, target))
    if not rows:
        return None
    return Previews(chosen[0], tuple(Row(card, source, tuple(ways)) for (card, source), ways in rows.items()))


def _change(view: AllocatorView, option: Action) -> tuple[AllocatorCard, System | None, System | None]:
    """Return an option's card, the system that the card leaves and the one that it goes to; None for outside the
    systems.
    """
    match option:
        case Play(card=name, system=target):
            source: System | None = None
            end: System | None = target
        case Move(card=name, source=source, target=end):
            pass
        case Discard(card=name, system=source):
            end = None
        case _:
            raise ValueError(f"not an action of a Manage step: {option}")
    assert view.seat is not None
    return next(card for card in view.sides[view.seat].deck_list if card.id == name), source, end


def _way(view: AllocatorView, option: Action, card: AllocatorCard, source: System | None, target: System | None) -> Way:
    assert view.seat is not None
    side, other = view.sides[view.seat], view.sides[1 - view.seat]
    powers = side.powers_with(card, source, target)
    over = max(sum(powers) - view.maximum_power, 0)
    hits = view.attacks and not over and powers[0] + view.siege() >= other.system(System.DEFENSE).power
    shown = target or source
    assert shown is not None
    return Way(option, shown, powers, hits, over)


def explanation(view: AllocatorView, preview: Previews, names: Names) -> str:
    """Return the legend of the picture."""
    assert view.seat is not None
    defense = view.sides[1 - view.seat].system(System.DEFENSE).power
    legend = "The sum of each system, and how much of your Maximum Power you use."
    if not any(way.hits for row in preview.rows for way in row.ways):
        return legend
    return f"{legend} Lit: enough to hit {names[1 - view.seat]}'s Defense {defense}."


def leaving(view: AllocatorView, row: Row) -> str:
    """Return “ATK 3 → 1” for a card that leaves its system; "" for any other card."""
    if row.source is None or any(way.shown is row.source for way in row.ways):
        return ""
    assert view.seat is not None
    before = view.sides[view.seat].system(row.source).power
    return f"{SHORT[row.source]} {before} → {before - row.card.power_in(row.source)}"
