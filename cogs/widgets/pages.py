"""Split menus into pages, since a message has room for five rows."""

from collections.abc import Sequence
from typing import Final

from cogs.widgets.ids import Purpose
from cogs.widgets.items import ROWS, Item, button

MENUS: Final = ROWS - 1
"""Menus on a page; the last row is for the buttons that turn it."""


def page_of(menus: Sequence[Item], identity: str) -> int:
    """Return the page of the menu with this id."""
    return [getattr(item, "custom_id", "") for item in menus].index(identity) // MENUS


def paged(menus: Sequence[Item], page: int, purpose: Purpose) -> list[Item]:
    """Return one page of menus, with buttons to the pages before and after. purpose: of these buttons; its ids take the
    number of a page.
    """
    last = -(-len(menus) // MENUS) - 1
    page = min(page, last)
    shown = list(menus[page * MENUS :][:MENUS])
    for row, item in enumerate(shown):
        item.row = row
    if page > 0:
        shown.append(button("Previous", purpose(page - 1), row=MENUS))
    if page < last:
        shown.append(button("More …", purpose(page + 1), row=MENUS))
    return shown
