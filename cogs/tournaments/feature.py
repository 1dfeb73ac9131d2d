"""Tournaments put together: the service, the commands, the presses and the delivery, each built once."""

import discord

from bot.tournaments.progress import Progress
from bot.tournaments.tournaments import Tournaments
from cogs.delivery.announcements import AnnouncementDelivery
from cogs.delivery.backoff import Backoff
from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.tournaments.commands import TournamentCommands
from cogs.tournaments.delivery import TournamentMessages
from cogs.tournaments.presses import TournamentPresses
from cogs.tournaments.refusals import SENTENCES
from cogs.tournaments.trouble import Troubles


class TournamentFeature:
    """Tournaments on Discord. The rest of `cogs` imports nothing else of `cogs.tournaments`."""

    def __init__(self, client: discord.Client, host: Host, *, backoff: Backoff | None = None) -> None:
        add_sentences(SENTENCES)
        self.tournaments = Tournaments(host.app)
        self.progress = Progress(host.app, self.tournaments)
        troubles = Troubles(client)
        messages = TournamentMessages(client, host.app, self.progress, self.tournaments, troubles)
        self.delivery = AnnouncementDelivery(client, host.app, messages, backoff=backoff)
        host.app.user_data.listeners.append(self.delivery.rounds.wake)
        presses = TournamentPresses(host, self.tournaments, troubles)
        self.presses = (presses,)
        self.commands = (TournamentCommands(host, self.tournaments, presses),)
