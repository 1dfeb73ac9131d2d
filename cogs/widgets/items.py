"""Buttons and menus. Their ids hold everything that a press needs; `cogs.presses.router` finds its handler."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, Final

import discord
from discord import ui

from cogs.text import shortened
from render.picture import Picture

LABEL_LIMIT: Final = 80
OPTION_LIMIT: Final = 100
PLACEHOLDER_LIMIT: Final = 150
PEOPLE: Final = 5
"""The maximum number of people that can be chosen in one menu."""
OPTIONS: Final = 25
"""Options of one menu (Discord: Message Components, "String Select")."""
ROW: Final = 5
"""Buttons in a row (Discord: Message Components, "Action Row")."""
ROWS: Final = 5
"""Rows of buttons, or menus, in a message."""

Item = ui.Item[Any]


def button(
    label: str,
    identity: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    row: int | None = None,
) -> ui.Button[Any]:
    """Return a button with this id. Its label is cut to Discord's limit."""
    return ui.Button(label=shortened(label, LABEL_LIMIT), style=style, custom_id=identity, row=row)


def menu(
    placeholder: str, identity: str, options: Sequence[discord.SelectOption], *, row: int | None = None, most: int = 1
) -> ui.Select[Any]:
    """Return a menu with this id and 1 to 25 options, of which one to `most` can be chosen."""
    return ui.Select(
        placeholder=shortened(placeholder, PLACEHOLDER_LIMIT),
        options=list(options),
        custom_id=identity,
        row=row,
        max_values=most,
    )


def people(placeholder: str, identity: str, most: int) -> ui.UserSelect[Any]:
    """Return a menu of all members of the server, of whom one to `most` can be chosen. Its values are their ids."""
    return ui.UserSelect(placeholder=shortened(placeholder, PLACEHOLDER_LIMIT), custom_id=identity, max_values=most)


def option(text: str, value: str, detail: str = "", *, default: bool = False) -> discord.SelectOption:
    """Return an option of a menu, cut to Discord's limits."""
    return discord.SelectOption(
        label=shortened(text, OPTION_LIMIT),
        value=value,
        description=shortened(detail, OPTION_LIMIT) or None,
        default=default,
    )


def attachment(picture: Picture, name: str) -> discord.File:
    """Return a picture as an upload, with its alternative text."""
    return discord.File(BytesIO(picture.png), name, description=picture.alt)


def panel(items: Iterable[Item]) -> ui.View:
    """Return a view of these items that discord.py does not keep, since the router handles a press by its id alone.

    Needs a running event loop.
    """
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
