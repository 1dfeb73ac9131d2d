"""Messages to the admin about problems that need a person, at most one an hour for each problem."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.application.application import Application
from bot.log import origin
from bot.model.match import Match, Status
from bot.model.position import Position
from bot.model.refusals import Unavailable
from bot.people.reports import Report
from bot.process.findings import State
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import Meaning
from cogs.delivery.sender import Sender
from cogs.health.checks import Checks, Health
from cogs.messages.message import LIMIT, Message
from render.lengths import beginning, length
from rules.core.words import counted

AGAIN: Final = 3600.0
"""Seconds after which the same problem is reported again."""
LOOK: Final = 60.0
"""Seconds between two checks of the bot's health."""
_KNOWN: Final = 4096
"""The maximum number of problems whose latest report is remembered."""

log = structlog.stdlib.get_logger(__name__)


class Alerts:
    """Collects problems, as an `Observer` and a subscriber of the announcer. Problems that occur at the same moment are
    reported in one message.
    """

    def __init__(  # noqa: PLR0913 # chosen by tests and the program
        self,
        client: discord.Client,
        application: Application,
        checks: Checks,
        target: int,
        *,
        clock: Callable[[], float] = monotonic,
        pause: float = LOOK,
    ) -> None:
        """target: the id of a channel or a user to report to. clock: returns the seconds of a monotonic clock. pause:
        the seconds between two checks of the bot's health.
        """
        self._sender = Sender(client)
        self._app = application
        self._checks = checks
        self._target = target
        self._channel: int | None = None
        self._clock = clock
        self._pause = pause
        self._reported = LRUCache[str, float](_KNOWN)
        self._waiting: dict[str, str] = {}
        self._has_news = asyncio.Event()
        application.announcer.on_changed(self._changed)
        application.reports.listeners.append(self._note_report)

    async def keep(self) -> None:
        """Watch and report. Never return."""
        await self._report_quarantined()
        await self._report_open_reports()
        while True:
            self._has_news.clear()
            await self.look()
            try:
                async with asyncio.timeout(self._pause):
                    await self._has_news.wait()
            except TimeoutError:
                pass

    async def look(self) -> None:
        """Check the health of the bot, and report new problems."""
        self._note_health(await self._checks.health())
        await self._send()

    def note(self, trouble: str, text: str) -> None:
        """Report a problem soon, unless it was reported within the hour. trouble: identifies the problem."""
        last = self._reported.get(trouble)
        if trouble not in self._waiting and (last is None or self._clock() - last >= AGAIN):
            self._waiting[trouble] = text
            self._has_news.set()

    def answered(self, seconds: float) -> None:
        """Do nothing. Neither this nor the next three are problems to report."""

    def pictured(self, seconds: float) -> None: ...

    def failed(self, meaning: Meaning) -> None: ...

    def board_shown(self, match: Match) -> None: ...

    def forbidden(self, match: Match) -> None:
        """Note that the bot may not show a match in its channel."""
        self.note(
            f"channel {match.channel}",
            f"I may not post in <#{match.channel}> on server {match.guild}, or it is gone. Match #{match.id} cannot be "
            "shown there. Give me the permissions to see it, send messages, attach files and read its history.",
        )

    def _changed(self, position: Position) -> None:
        if position.match.status is Status.QUARANTINED and not position.match.held:
            self._note_quarantined(position.match)

    def _note_quarantined(self, match: Match) -> None:
        self.note(
            f"match {match.id}",
            f"Match #{match.id} ({match.game}) on server {match.guild} is paused, because its log does not replay as "
            "it was played. `hidden-hand quarantined` says why.",
        )

    async def _report_quarantined(self) -> None:
        """Report matches that were quarantined before the start. With several processes, only the leader does so."""
        if not self._app.leader.is_leading:
            return
        try:
            for match in await self._app.matches.quarantined():
                if not match.held:
                    self._note_quarantined(match)
        except (StoreError, Unavailable) as error:
            log.warning("quarantined matches could not be read", cause=str(error))

    def _note_report(self, report: Report) -> None:
        match = "" if report.match_id is None else f" in match #{report.match_id}"
        self.note(
            f"report {report.id}",
            f"A player was reported{match} ({report.reason}). `hidden-hand reports show {report.id}` says more.",
        )

    async def _report_open_reports(self) -> None:
        """Report the reports that are open at the start, as one problem: some may have come just before a crash. With
        several processes, only the leader does so.
        """
        if not self._app.leader.is_leading:
            return
        try:
            waiting = len(await self._app.reports.open())
        except (StoreError, Unavailable) as error:
            log.warning("reports about players could not be read", cause=str(error))
            return
        if waiting:
            self.note("reports", f"{counted(waiting, 'report')} about players wait: `hidden-hand reports list`.")

    def _note_health(self, health: Health) -> None:
        database, disk = health.checks["database"], health.checks["disk"]
        if database.state is State.FAULT:
            self.note("database", f"The database cannot be written. {database.figures['error']}")
        if disk.state is not State.OK:
            free = disk.figures.get("free_bytes", 0) // 2**20
            self.note("disk", f"The disk of the database is nearly full: {free} MB are free. Make room soon.")

    async def _send(self) -> None:
        """Report all waiting problems, in as many messages as needed. If that fails, they keep waiting."""
        while self._waiting:
            sent, text = list[str](), "**Hidden Hand needs you**"
            for trouble, line in self._waiting.items():
                if sent and length(text) + length(line) + 3 > LIMIT:
                    break
                sent.append(trouble)
                text += f"\n- {line}"
            try:
                channel = await self._found_channel()
                nonce = f"alert/{discord.utils.time_snowflake(discord.utils.utcnow())}"
                await self._sender.send(channel, Message(beginning(text, LIMIT)), nonce)
            except Exception as error:  # noqa: BLE001 # whatever it is: it is tried again with the next look
                log.warning("an alert could not be sent", cause=origin(error), troubles=len(self._waiting))
                return
            for trouble in sent:
                del self._waiting[trouble]
                self._reported[trouble] = self._clock()

    async def _found_channel(self) -> int:
        """Return the channel to report to, found by `alert_channel` the first time."""
        if self._channel is None:
            self._channel = await alert_channel(self._sender, self._target)
        return self._channel


async def alert_channel(sender: Sender, target: int) -> int:
    """Return the target if it is a channel, else the channel of direct messages with the user of this id.

    Raises:
        discord.HTTPException: the target is neither a channel nor a user.
    """
    if await sender.is_channel(target):
        return target
    return await sender.direct(target)
