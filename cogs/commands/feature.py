"""A feature: some commands, and the handlers of the buttons, menus and forms that only they show."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.host import Host
from cogs.presses.presses import Presses

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group


class Feature(commands.Cog):
    """A `Cog` of discord.py binds the commands among its methods to itself, and needs no `Bot` for that: our client
    has no commands in text messages. A feature with one group of commands is a `GroupCog` besides.
    """

    def __init__(self, host: Host, presses: Presses) -> None:
        self.host = host
        self.presses = presses

    def offered(self) -> Sequence[AnyCommand]:
        """Return the commands and groups to be added to the tree."""
        return self.get_app_commands() if self.app_command is None else [self.app_command]
