"""Figures for designers, put together: the service and the commands, each built once."""

from bot.workshop.figures import ServerFigures
from bot.workshop.opinions import Opinions
from bot.workshop.set_ups import SetUps
from cogs.designers.commands import DesignCommands
from cogs.designers.positions import PositionPresses
from cogs.designers.presses import OpinionPresses
from cogs.designers.refusals import SENTENCES
from cogs.host import Host
from cogs.messages.refusals import add_sentences


class DesignerFeature:
    """Figures on Discord. The rest of `cogs` imports nothing else of `cogs.designers`."""

    def __init__(self, host: Host) -> None:
        add_sentences(SENTENCES)
        app = host.app
        figures = ServerFigures(app.positions, app.library, app.thinking)
        opinions = Opinions(app.positions, app.preferences, app.deeds, app.clock)
        set_ups = SetUps(app.positions, app.library, app.clock, app.lobbies.draw_tag)
        self.presses = (OpinionPresses(host, opinions), PositionPresses(host, set_ups))
        self.commands = (DesignCommands(host, figures, opinions),)
