"""The weekly report for designers: posted in the chosen channel on Mondays, and shown on request."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.application.application import Application
from bot.application.match.leases import Work
from bot.store.announcements import Announcement
from bot.workshop.figures import ServerFigures
from bot.workshop.weeks import News, WeeklyReports
from cogs.delivery.announcements import Drawn, Subject
from cogs.delivery.answer import Answer
from cogs.designers.access import server_of_designer
from cogs.designers.figures import figures_message
from cogs.designers.purposes import FIGURES_OF
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.router import answers
from cogs.text import shortened
from cogs.widgets.items import button
from rules.core.words import counted

NOTHING_NEW: Final = (
    "No new figures this week. They change in steps, each of at least five new matches of at least five players."
)


class WeeklyPosts(Subject):
    """The posts of weekly reports. A post is sent once and stays as it is."""

    kind = Work.REPORTS
    name = "the weekly report"

    def __init__(self, application: Application, reports: WeeklyReports) -> None:
        self._announcements = application.announcements
        self._preferences = application.preferences
        self._reports = reports
        self.listeners = reports.listeners

    async def turn(self) -> float:
        """Queue the reports of last week, and return when the next ones are due."""
        await self._reports.owe()
        return self._reports.next_monday()

    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw a report. Drop it if it is too late for it, or if the server wants none any more."""
        preferences = await self._preferences.of_server(row.guild)
        channel, week = preferences.report_channel_id, row.subject
        news = await self._reports.of(row.guild, week) if channel is not None and preferences.figures else []
        if not news or self._reports.is_stale(week):
            await self._announcements.drop(row)
            return None
        message = await asyncio.to_thread(report_message, week, news)
        known_by = frozenset(FIGURES_OF(week, each.report.game.key) for each in news)
        return Drawn(row=row._replace(channel=channel), message=message, known_by=known_by, is_edited=False)


class ReportPresses:
    """Opens the figures of a game from a report."""

    def __init__(self, host: Host, figures: ServerFigures) -> None:
        self._host = host
        self._figures = figures

    @answers(FIGURES_OF)
    async def open(self, answer: Answer, *, week: str, name: str) -> None:
        """Show a designer all figures of a game, as they are today.

        Raises:
            Refusal: the user is no designer, or the game is gone.
        """
        guild = await server_of_designer(self._host, answer)
        report = await self._figures.of(guild, name)
        await answer.say(await asyncio.to_thread(figures_message, report.report(), report.game))


def report_message(week: str, news: Sequence[News]) -> Message:
    """Return the report of a week, with a button for all figures of each game."""
    lines, items = [f"**How people played here in the week of {week}**"], []
    for each in news:
        game, findings = each.report.game, each.report.report().findings
        first = f" {findings[0][0]}" if findings else ""
        lines.append(f"- **{game.title}**: {counted(each.matches, 'new match', 'new matches')} between people.{first}")
        items.append(button(f"{game.title}: all figures", FIGURES_OF(week, game.key)))
    lines.append("-# Figures are sums of at least five players, and name nobody. For designers.")
    return Message(shortened("\n".join(lines), LIMIT), items)
