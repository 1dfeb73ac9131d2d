"""The commands of designers, put together: their services and presses, each built once."""

import discord

from bot.people.settings import REPORT_CHANNEL
from bot.workshop.comparisons import Comparisons
from bot.workshop.figures import ServerFigures
from bot.workshop.opinions import Opinions
from bot.workshop.set_ups import DrawnPuzzles, SetUps
from bot.workshop.uploads import Uploads
from bot.workshop.weeks import WeeklyReports
from cogs.delivery.announcements import AnnouncementDelivery
from cogs.delivery.backoff import Backoff
from cogs.designers.commands import DesignCommands
from cogs.designers.comparisons import ComparisonPosts, ComparisonPresses
from cogs.designers.opinions import OpinionPresses
from cogs.designers.packs import PackPresses
from cogs.designers.positions import PositionPresses
from cogs.designers.refusals import SENTENCES
from cogs.designers.reports import ReportPresses, WeeklyPosts
from cogs.host import Host
from cogs.messages.refusals import add_sentences
from cogs.presses.opening import Openings


class DesignerFeature:
    """Figures, opinions, packs and comparisons on Discord. The rest of `cogs` imports nothing else of this package."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        openings: Openings,
        puzzles: DrawnPuzzles,
        *,
        backoff: Backoff | None = None,
    ) -> None:
        """Build the feature. openings: opens matches of comparisons. puzzles: those with which positions can begin."""
        add_sentences(SENTENCES)
        app = host.app
        figures = ServerFigures(app.positions, app.packs, app.thinking)
        opinions = Opinions(app.positions, app.preferences, app.deeds, app.clock)
        set_ups = SetUps(app.positions, app.packs, puzzles, app.clock, app.lobbies.draw_tag)
        self._reports = WeeklyReports(app.database, app.packs, figures, app.clock)
        self._announcements = app.announcements
        self.delivery = AnnouncementDelivery(client, app, WeeklyPosts(app, self._reports), backoff=backoff)
        app.preferences.when_chosen(REPORT_CHANNEL, self._channel_chosen)
        comparisons = Comparisons(app.database, app.packs, app.thinking, app.clock)
        opinions.listeners.append(comparisons.changed)
        self.answers = AnnouncementDelivery(client, app, ComparisonPosts(app, comparisons), backoff=backoff)
        positions = PositionPresses(host, set_ups)
        packs = PackPresses(host, Uploads(app.packs), comparisons)
        comparing = ComparisonPresses(host, openings, comparisons)
        self.presses = (
            OpinionPresses(host, opinions),
            positions,
            ReportPresses(host, figures),
            packs,
            comparing,
        )
        self.commands = (DesignCommands(host, figures, opinions, self._reports, positions, packs, comparing),)

    async def _channel_chosen(self, guild: int) -> None:
        await self._announcements.reachable(guild)
        self._reports.chosen()
