"""Decks put together: the presses and the commands, each built once."""

from cogs.decks.builder import DeckBuilder
from cogs.decks.commands import DeckCommands
from cogs.decks.picking import DeckPicking
from cogs.decks.refusals import SENTENCES
from cogs.decks.sharing import DeckSharing
from cogs.host import Host
from cogs.messages.refusals import add_sentences


class DeckFeature:
    """Decks on Discord. The rest of `cogs` imports nothing else of `cogs.decks`."""

    def __init__(self, host: Host) -> None:
        add_sentences(SENTENCES)
        builder = DeckBuilder(host)
        picking, sharing = DeckPicking(host, builder), DeckSharing(host, builder)
        self.presses = (builder, picking, sharing)
        self.commands = (DeckCommands(host, builder, picking, sharing),)
