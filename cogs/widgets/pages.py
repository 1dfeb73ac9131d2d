"""Turn pages, and split menus into them, since a message has room for five rows."""

from collections.abc import Callable, Sequence
from typing import Final

from cogs.widgets.ids import Purpose
from cogs.widgets.items import ROWS, Item, button

MENUS: Final = ROWS - 1
"""Menus on a page; the last row is for the buttons that turn it."""


def page_buttons(
    page: int, pages: int, identity: Callable[[int], str], *, row: int | None = None, following: str = "Next"
) -> list[Item]:
    """Return the buttons to the pages before and after this one, as far as there are any. Pages count from 0.

    identity: returns the id of the button to a page. following: the label of the button to the next page.
    """
    buttons: list[Item] = []
    if page > 0:
        buttons.append(button("Previous", identity(page - 1), row=row))
    if page < pages - 1:
        buttons.append(button(following, identity(page + 1), row=row))
    return buttons


def page_of(menus: Sequence[Item], identity: str) -> int:
    """Return the page of the menu with this id."""
    return [getattr(item, "custom_id", "") for item in menus].index(identity) // MENUS


def paged(menus: Sequence[Item], page: int, purpose: Purpose) -> list[Item]:
    """Return one page of menus, with buttons to the pages before and after. purpose: of these buttons; its ids take the
    number of a page.
    """
    pages = -(-len(menus) // MENUS)
    page = min(page, pages - 1)
    shown = list(menus[page * MENUS :][:MENUS])
    for row, item in enumerate(shown):
        item.row = row
    return [*shown, *page_buttons(page, pages, purpose, row=MENUS, following="More …")]
