"""A feature: commands, with the handlers of buttons, menus and forms that only they show."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.host import Host
from cogs.presses.presses import Presses

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu


class Feature(commands.Cog):
    """discord.py's `Cog` binds the commands among its methods to itself. It needs no `Bot`: our client has no text
    commands. A feature with one group of commands is also a `GroupCog`.
    """

    def __init__(self, host: Host, presses: Presses) -> None:
        self.host = host
        self.presses = presses

    def offered(self) -> Sequence[AnyCommand]:
        """Return the commands, groups and context menus to add to the tree."""
        return self.get_app_commands() if self.app_command is None else [self.app_command]
