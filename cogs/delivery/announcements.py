"""Deliver announcements: messages in channels that show no match. Each is sent once and then kept up to date."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, Final

import discord
import structlog

from bot.application.application import Application
from bot.application.match.leases import Taken, Work
from bot.application.match.outbox import Trouble
from bot.log import origin
from bot.model.refusals import Refusal, Unavailable
from bot.store.announcements import Announcement
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import REPLACED, Meaning, meaning
from cogs.delivery.rounds import Rounds
from cogs.delivery.sender import NONCE_LIMIT, Sender
from cogs.messages.message import Message

BATCH: Final = 8
"""The maximum number of servers served at the same time."""
OTHERS: Final = 2.0
"""Seconds until the messages of a server that another process serves are checked again."""
HELD: Final = 60.0
"""Seconds until a message is checked again that had nothing to show yet, or had to wait for a match to end."""

_GONE: Final = -1
"""The edition of a message that was deleted: whatever is drawn next is sent anew."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A message as it is to be shown."""

    row: Announcement
    """The row of the message, with the channel to send it to."""
    message: Message
    known_by: frozenset[str]
    """Ids of buttons: a message of ours with one of them is this one, sent without being recorded."""
    edition: int = 0
    """The edition of the message. It replaces a message of an earlier edition, which is deleted."""
    is_renewed: bool = False
    """Whether it is sent anew if a user has deleted it, or if Discord no longer lets us edit it."""
    is_edited: bool = True
    """Whether it is edited when it changes."""
    then: Callable[[Announcement], Awaitable[None]] | None = None
    """The work to do once the message is there, before it counts as shown."""


class Subject(ABC):
    """The announcements of one kind: when there are some, and what they say."""

    kind: ClassVar[Work]
    name: ClassVar[str]
    """Their name in the log."""

    listeners: list[Callable[[], None]]
    """Functions to call when a message of this kind may be due."""

    @abstractmethod
    async def turn(self) -> float | None:
        """Queue the messages that have become due, and return when to look again, or None."""

    @abstractmethod
    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw a message that is due. Return None if there is nothing to show now, or if it was dropped."""

    async def forbidden(self, row: Announcement, error: Exception, *, begins: bool) -> float | None:
        """React to a refusal that holds back the messages in a channel: most kinds tell nobody. begins: whether it is
        the first one. Return the moment at which it is over, if that is known.
        """
        return None

    def may_work(self) -> bool:
        """Return whether messages may be sent at present."""
        return True


class AnnouncementDelivery:
    """Sends and edits the messages of one kind. Each is a row in the database, so that it is sent exactly once, even
    after a failure. Nothing is sent unless `rounds` is open.
    """

    def __init__(
        self, client: discord.Client, application: Application, subject: Subject, *, backoff: Backoff | None = None
    ) -> None:
        self._subject = subject
        self._rows = application.announcements
        self._leases = application.leases
        self._sender = Sender(client)
        self._backoff = backoff or Backoff()
        self.rounds: Final = Rounds(
            self._round,
            begin=lambda: self._rows.open(subject.kind),
            now=self._rows.now,
            pause=lambda: self._backoff.pause(Trouble.WAIT, 6),
            name=subject.name,
            failure=f"{subject.name} could not be announced",
            may_work=subject.may_work,
        )
        self._unrecorded: set[int] = set()
        """Messages that may have been sent without being recorded."""
        for listeners in (subject.listeners, self._rows.listeners):
            listeners.append(self.rounds.wake)
        application.announcer.on_look(self.rounds.wake)

    async def _round(self) -> float | None:
        """Show what is due, and return when to look again."""
        moments = [await self._subject.turn()]
        tried: set[int] = set()
        while self.rounds.is_open:
            due = await self._rows.guilds_due(self._subject.kind, BATCH + len(tried))
            guilds = [guild for guild in due if guild not in tried][:BATCH]
            if not guilds:
                break
            tried.update(guilds)
            moments += await asyncio.gather(*map(self._serve, guilds))
        moments.append(await self._rows.next_due(self._subject.kind))
        return min(filter(None, moments), default=None)

    async def _serve(self, guild: int) -> float | None:
        """Show what is due on a server, one message after another. Return when to try again what could not be shown for
        another reason than an error.
        """
        async with self._leases.held(self._subject.kind, guild) as taken:
            if taken is Taken.OTHERS:
                return self._rows.now() + OTHERS
            again: float | None = None
            for number in await self._rows.due_on(self._subject.kind, guild):
                row = await self._rows.due(number)  # as it is after the messages before it
                if row is not None and self.rounds.is_open:
                    is_unsure = taken is Taken.INHERITED or number in self._unrecorded
                    row = row._replace(failures=row.failures or 1) if is_unsure else row
                    again = again if await self._show(row) else self._rows.now() + HELD
            return again

    async def _show(self, row: Announcement) -> bool:
        """Send or update a message. If that fails, record why, and when to try again. Return False if there was nothing
        to show.
        """
        drawn: Drawn | None = None
        try:
            drawn = await self._subject.draw(row)
            if drawn is None:
                return False
            row = await self._placed(drawn)
            self._unrecorded.add(row.id)
            if drawn.then is not None:
                await self._rows.save(row)
                await drawn.then(row)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 # whatever it is: one failing message holds up no other
            await self._failed(row, drawn, error)
            return True
        await self._rows.save(row._replace(shown=row.owed, failures=0, trouble="", due=0.0))
        self._unrecorded.discard(row.id)
        return True

    async def _placed(self, drawn: Drawn) -> Announcement:
        """Send or edit a message, and return its row with the place where it is."""
        row = drawn.row
        assert row.channel is not None
        if row.message is not None and row.edition == drawn.edition:
            if not drawn.is_edited:
                return row
            try:
                await self._sender.edit(row.channel, row.message, drawn.message)
            except discord.HTTPException as error:
                if not drawn.is_renewed or meaning(error) not in REPLACED:
                    raise
            else:
                return row
        number = await self._found_again(drawn, row.channel) if row.failures else None
        if number is None:
            name = f"{row.kind}/{row.guild}/{row.subject}/{drawn.edition}/{row.message or 0}"
            nonce = sha256(name.encode()).hexdigest()[:NONCE_LIMIT]
            number = await self._sender.send(row.channel, drawn.message, nonce)
        if row.message not in (None, number):
            with suppress(discord.HTTPException):  # the old message is gone, or stays as it is
                await self._sender.delete(row.channel, row.message)
        return row._replace(message=number, edition=drawn.edition)

    async def _found_again(self, drawn: Drawn, channel: int) -> int | None:
        """Return the message that was sent without being recorded, if there is one."""
        ours = await self._sender.ours(channel, drawn.row.message)
        return next((message.id for message in ours if drawn.known_by.intersection(message.custom_ids)), None)

    async def _failed(self, row: Announcement, drawn: Drawn | None, error: Exception) -> None:
        kind = meaning(error)
        if kind is Meaning.GONE and row.message is not None and drawn is not None:  # a user deleted it
            if not drawn.is_renewed:
                await self._rows.drop(row)
                return
            row = row._replace(edition=_GONE)
        trouble = TROUBLES[kind] if TROUBLES[kind] is not Trouble.CLOSED else Trouble.FORBIDDEN
        failures = row.failures + 1
        pause = self._backoff.pause_after(error, trouble, failures)
        if isinstance(error, Refusal):  # the server has too many matches, or another match is in the thread
            trouble, pause = Trouble.WAIT, HELD
        log.info("not announced", kind=row.kind, subject=row.subject, trouble=trouble, cause=origin(error))
        due = self._rows.now() + max(1.0, pause)
        if trouble is Trouble.FORBIDDEN:
            begins = not await self._rows.is_forbidden(row.kind, row.guild, row.channel)
            over = await self._subject.forbidden(row, error, begins=begins)
            due = due if over is None else min(due, over + 1.0)
        await self._rows.save(row._replace(failures=failures, trouble=trouble, due=due))
