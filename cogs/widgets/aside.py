"""Buttons that stand beside a player's choices, and never in their place."""

from collections.abc import Iterable, Sequence

from discord import ui

from cogs.widgets.items import ROW, ROWS, Item


def beside(items: Sequence[Item], more: Iterable[Item]) -> list[Item]:
    """The items with as many more buttons as there is room for: each in the last row if that is of buttons and has
    room, else in a row of its own below. Every item says its row.
    """
    found = list(items)
    for item in more:
        last = max((other.row or 0 for other in found), default=0)
        there = [other for other in found if (other.row or 0) == last]
        full = len(there) >= ROW or not all(isinstance(other, ui.Button) for other in there)
        item.row = last + full
        if item.row < ROWS:
            found.append(item)
    return found
