"""Figures for designers, put together: the service and the commands, each built once."""

from bot.workshop.figures import ServerFigures
from cogs.designers.commands import DesignCommands
from cogs.host import Host


class DesignerFeature:
    """Figures on Discord. The rest of `cogs` imports nothing else of `cogs.designers`."""

    def __init__(self, host: Host) -> None:
        figures = ServerFigures(host.app.positions, host.app.library, host.app.thinking)
        self.presses = ()
        self.commands = (DesignCommands(host, figures),)
