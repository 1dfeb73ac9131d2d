"""Profiles put together: one command, and the button that it shows."""

from cogs.host import Host
from cogs.profiles.commands import ProfileCommand


class ProfileFeature:
    """Profiles on Discord. The rest of `cogs` imports nothing else of `cogs.profiles`."""

    def __init__(self, host: Host) -> None:
        command = ProfileCommand(host)
        self.presses = (command,)
        self.commands = command.offered()
