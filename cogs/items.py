"""Buttons and menus that find their way by their id alone."""

import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, ClassVar, Self

import discord
from discord import ui

from cogs.custom_ids import custom_id
from cogs.errors import AnyInteraction, answering
from cogs.text import shortened
from render.picture import Picture

LABEL_LIMIT = 80
OPTION_LIMIT = 100
OPTIONS = 25
"""Options of one menu (Discord: Message Components, "String Select")."""

NEVER = r"(?!)"


class Press(ui.DynamicItem[ui.Button[Any]], template=NEVER):
    """A button. A subclass says its purpose, the template of its ids, and what a press does."""

    purpose: ClassVar[str]

    @classmethod
    def make(
        cls,
        *arguments: object,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
    ) -> Self:
        """The button with these arguments in its id.

        Raises:
            ValueError: the id would be too long, or is not of the class's template.
        """
        identity = custom_id(cls.purpose, *arguments)
        return cls(ui.Button(label=shortened(label, LABEL_LIMIT), style=style, custom_id=identity, row=row))

    @classmethod
    async def from_custom_id(cls, _: AnyInteraction, item: ui.Item[Any], __: re.Match[str], /) -> Self:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: AnyInteraction) -> None:
        async with answering(interaction):
            found = self.template.fullmatch(self.custom_id)
            assert found is not None
            await self.pressed(interaction, found)

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        """Answer; whatever is raised is explained."""
        raise NotImplementedError


class Menu(ui.DynamicItem[ui.Select[Any]], template=NEVER):
    """A menu in which one option is chosen."""

    purpose: ClassVar[str]

    @classmethod
    def make(
        cls,
        *arguments: object,
        placeholder: str,
        options: Sequence[discord.SelectOption],
        row: int | None = None,
    ) -> Self:
        """The menu with these arguments in its id and 1 to 25 options.

        Raises:
            ValueError: the id would be too long, or is not of the class's template.
        """
        identity = custom_id(cls.purpose, *arguments)
        return cls(
            ui.Select(placeholder=shortened(placeholder, 150), options=list(options), custom_id=identity, row=row)
        )

    @classmethod
    async def from_custom_id(cls, _: AnyInteraction, item: ui.Item[Any], __: re.Match[str], /) -> Self:
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: AnyInteraction) -> None:
        async with answering(interaction):
            found = self.template.fullmatch(self.custom_id)
            assert found is not None
            await self.chosen(interaction, found, self.item.values[0])

    async def chosen(self, interaction: AnyInteraction, match: re.Match[str], value: str) -> None:
        """Answer; whatever is raised is explained."""
        raise NotImplementedError


def option(text: str, value: str, detail: str = "", *, default: bool = False) -> discord.SelectOption:
    """An option of a menu, cut to Discord's limits."""
    return discord.SelectOption(
        label=shortened(text, OPTION_LIMIT),
        value=value,
        description=shortened(detail, OPTION_LIMIT) or None,
        default=default,
    )


def attachment(picture: Picture, name: str) -> discord.File:
    """A picture as it is uploaded, with its alternative text."""
    return discord.File(BytesIO(picture.png), name, description=picture.alt)


def panel(items: Iterable[ui.Item[Any]]) -> ui.View:
    """A view of items that needs no memory: it lives as long as its message."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
