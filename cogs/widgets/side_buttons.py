"""Buttons beside a player's choices that never displace one."""

from collections.abc import Iterable, Sequence

from discord import ui

from cogs.widgets.items import ROW, ROWS, Item


def beside(items: Sequence[Item], more: Iterable[Item]) -> list[Item]:
    """Return the items with as many more buttons as fit: each in the lowest row of buttons that has room, else in a new
    row below. Every item gets a row.
    """
    placed = list(items)
    for item in more:
        last = max((other.row or 0 for other in placed), default=-1)
        rows = [last, last + 1, *range(last - 1, -1, -1)]
        row = next((row for row in rows if 0 <= row < ROWS and _has_room(placed, row)), None)
        if row is not None:
            item.row = row
            placed.append(item)
    return placed


def below_all(items: Sequence[Item], more: Iterable[Item]) -> list[Item]:
    """Return the items with more buttons in a row of their own below; beside the others if no row is left."""
    added = list(more)
    row = 1 + max((item.row or 0 for item in items), default=-1)
    if row >= ROWS:
        return beside(items, added)
    for item in added:
        item.row = row
    return [*items, *added]


def _has_room(items: Sequence[Item], row: int) -> bool:
    """Return whether a row has room for another button."""
    in_row = [item for item in items if (item.row or 0) == row]
    return len(in_row) < ROW and all(isinstance(item, ui.Button) for item in in_row)
