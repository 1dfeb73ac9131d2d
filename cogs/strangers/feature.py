"""Phrases and reports put together, each built once."""

from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.strangers.commands import StrangerCommands
from cogs.strangers.presses import StrangerPresses


class StrangerFeature:
    """Phrases of players who sit in different places, and reports. `/match` has the commands."""

    def __init__(self, host: Host, presses: Presses) -> None:
        strangers = StrangerPresses(host)
        commands = StrangerCommands(host, presses, strangers)
        self.presses = (strangers,)
        self.commands = commands.menus()
        self.match_commands = commands.get_app_commands()
