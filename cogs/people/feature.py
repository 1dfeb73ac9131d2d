"""Settings, blocks and data of people put together, each built once."""

from cogs.commands.feature import Feature
from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.people.block import BlockCommands
from cogs.people.data import DataCommands
from cogs.people.privacy import PrivacyCommand
from cogs.people.refusals import SENTENCES
from cogs.people.settings import Settings
from cogs.presses.presses import Presses


class PeopleFeature:
    """Everything that people choose and ask for themselves."""

    def __init__(self, host: Host, presses: Presses) -> None:
        add_sentences(SENTENCES)
        kinds: tuple[type[Feature], ...] = (Settings, BlockCommands, DataCommands, PrivacyCommand)
        self.presses = [kind(host, presses) for kind in kinds]
        self.commands = [command for feature in self.presses for command in feature.offered()]
