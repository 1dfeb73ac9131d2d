"""Replays put together: the presses and the command, each built once."""

from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.presses.presses import Presses
from cogs.replays.commands import ReplayCommand
from cogs.replays.presses import ReplayPresses
from cogs.replays.refusals import SENTENCES


class ReplayFeature:
    """Replays on Discord. `/match` has the command."""

    def __init__(self, host: Host, presses: Presses) -> None:
        add_sentences(SENTENCES)
        replays = ReplayPresses(host)
        self.presses = (replays,)
        self.commands = ()
        self.match_commands = ReplayCommand(host, presses, replays).get_app_commands()
