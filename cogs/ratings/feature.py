"""Ratings and seasons put together: the command, the presses and the announcements, each built once."""

import discord

from cogs.delivery.announcements import AnnouncementDelivery
from cogs.delivery.backoff import Backoff
from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.ratings.commands import Leaderboards
from cogs.ratings.news import SeasonNews
from cogs.ratings.refusals import SENTENCES
from cogs.ratings.review import RatingReviewPresses


class RatingFeature:
    """Ratings and seasons on Discord. `cogs.admin` shows `review`, and the menus of seasons."""

    def __init__(self, client: discord.Client, host: Host, *, backoff: Backoff | None = None) -> None:
        add_sentences(SENTENCES)
        self.delivery = AnnouncementDelivery(client, host.app, SeasonNews(client, host.app), backoff=backoff)
        self.review = RatingReviewPresses(host)
        leaderboards = Leaderboards(host)
        self.presses = (leaderboards, self.review)
        self.commands = leaderboards.get_app_commands()
