"""Deliver the outbox to Discord. No other module does.

A match is *wanted* (its rows may be pending), *running* (one task serves it), or neither. A task makes passes until
nobody wants the match any more: `wake` during a pass only marks it, and the next pass shows all changes at once. Each
pass (`_pass`)

1. takes the pending rows of the match, unless another process delivers them (`TakenError`);
2. reads the position, at least as new as the newest row;
3. tries every row: public ones one after another, since an old board goes only when the new one stands; private ones
   beside them, since each has a message of its own;
4. writes what became of all rows in one transaction (`Record`): shown, or to be tried again at a moment.

What must hold:

- *Shown* means recorded. Between sending and step 4 the match is in `_unrecorded`. If it fails, the next pass counts
  its rows as failed once, in the database too, so that whoever serves them first looks for our messages on Discord. A
  process that dies in between leaves the same: its heir counts the rows as perhaps sent (`bot/store/leases.py`).
- A row that fails keeps no other back: `_try` catches everything, and `Failures` turns the error into a trouble, which
  says when to try again, and who may hasten that: the clock, a press of the user, or a change on the server.
- A wait is never a task. `_again` keeps one timer, for the earliest moment known; when it fires, `_scan` reads from the
  database what is due. So a restart loses nothing that waits, and a wait costs no memory.

Why not a queue of messages? Rows say what should be seen, not what should be sent: what changes twice while Discord is
slow is drawn once, and a lost answer is no special case.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, assert_never

import discord
import structlog

from bot.application.application import Application
from bot.application.match.outbox import (
    BoardRow,
    HandRow,
    NoteRow,
    PingRow,
    Retired,
    RetiredRow,
    Row,
    TakenError,
    Trouble,
)
from bot.log import origin
from bot.model.absence import Place
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.refusals import NotALobby, NotAtThisTable
from bot.store.errors import StoreError, is_outage
from cogs.delivery.answer import Answer
from cogs.delivery.backoff import Backoff
from cogs.delivery.carriers import Carriers
from cogs.delivery.conversations import Conversations
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.failures import Failures, is_dealing
from cogs.delivery.hands import Hands
from cogs.delivery.members import Absences
from cogs.delivery.observers import Observers
from cogs.delivery.open_hands import OpenHands
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.delivery.showing import Showing
from cogs.delivery.unshown import Unshown
from cogs.shards.refused import RefusedCalls

AT_ONCE: Final = 12
"""The maximum number of matches delivered at the same time. Most of that time is spent waiting for Discord."""

BATCH: Final = 64
"""The maximum number of pending matches started in one go."""

_EARLY: Final = 0.001
"""Seconds by which a timer of uvloop, which counts whole milliseconds, may be early; a row would not be due yet."""

_TAKEN: Final = 1.0
"""Seconds until a match that another process is delivering is checked again."""

log = structlog.stdlib.get_logger(__name__)


class Deliverer:
    """Delivers the messages of matches, with at most one task for each match. Nothing is sent before `open` or after
    `close`.
    """

    def __init__(  # noqa: PLR0913 # chosen by tests and the program
        self,
        client: discord.Client,
        application: Application,
        emojis: EmojiBook,
        *,
        backoff: Backoff | None = None,
        observers: Observers | None = None,
        sender: Sender | None = None,
        refused: RefusedCalls | None = None,
    ) -> None:
        """observers: are told of boards and errors. sender: makes the calls to Discord; None: one for this client.
        refused: counts the calls that Discord refuses; None: no call is counted.
        """
        self._client = client
        self._positions = application.positions
        self._outbox = application.outbox
        self._names = application.names
        self._untold_seats = application.untold
        self._lobbies = application.lobbies
        self._emojis = emojis
        self._backoff = backoff or Backoff()
        self.carriers = Carriers()
        self._observers = observers or Observers()
        self._refused = refused or RefusedCalls(lambda: 0)
        self._refused.on_taken.append(self._taken_again)
        sender = sender or Sender(client)
        self.open_hands = OpenHands(application, emojis)
        showing = partial(
            Showing,
            client,
            hands=Hands(sender, self.carriers, application, emojis),
            application=application,
            emojis=emojis,
            carriers=self.carriers,
            absences=Absences(client, application.substitutes),
            refused=self._refused,
        )
        self._conversations = Conversations(client)
        self._in_channels = showing(sender)
        self._in_conversations = showing(self._conversations)
        self._failures = Failures(client, application.outbox, emojis, self._backoff, self._observers)
        self._is_open = False
        self._wanted: set[MatchId] = set()
        self._running: dict[MatchId, asyncio.Task[None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._scanning: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._planned = 0.0
        """The moment of the timer, by the loop's clock. uvloop's timers cannot always say it."""
        self._hastening: asyncio.Task[None] | None = None
        self._unrecorded: set[MatchId] = set()
        """Matches for which something may have been sent without being recorded in their rows."""
        self._recovered: set[MatchId] = set()
        """Matches that were recovered already. Once is enough: no backup is restored while the bot runs."""
        application.announcer.on_pending(self.wake)
        application.announcer.on_look(self._scan_soon)

    async def open(self) -> None:
        """Start to deliver everything pending, in the background.

        Raises:
            StoreError: the database cannot be read or written. Delivery has not started.
        """
        if not self._is_open:
            await self._outbox.open()
            self._is_open = True
            self._scan_soon()

    async def close(self) -> None:
        """Finish running deliveries and start no more. Pending rows stay pending until the next start."""
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
        running = [*self._running.values(), *filter(None, [self._scanning, self._hastening])]
        if running:
            await asyncio.wait(running)

    def wake(self, match_id: MatchId) -> None:
        """Deliver the pending rows of a match soon."""
        if self._is_open:
            self._start(match_id)

    async def settled(self, match_id: MatchId) -> None:
        """Wait until everything pending of a match has been tried."""
        running = self._running.get(match_id)
        if running is not None:
            await asyncio.shield(running)

    async def unshown(self, match_id: MatchId, user: UserId) -> Unshown | None:
        """Wait as `settled` does. If the board at the place of a user could not be shown, return why."""
        await self.settled(match_id)
        match = (await self._positions.get(match_id)).match
        return self._failures.explanations.of(match_id, match.place_for(user))

    async def refresh(self, match_id: MatchId, pressed: int | None = None) -> None:
        """Deliver the pending rows of a match now instead of at their next attempt. Send a deleted board anew.

        pressed: the id of a message that is known to exist.
        """
        rows = await self._outbox.of_match(match_id)
        boards = [row for row in rows if isinstance(row, BoardRow) and (row.message_id != pressed or pressed is None)]
        shown_by = self._showing((await self._positions.get(match_id)).match).boards
        gone = [row for row in boards if not await shown_by.exists(row)]
        is_missed = bool(gone) and await self._outbox.gone(gone)  # False if a new board was sent meanwhile
        if is_missed or any(row.is_pending for row in rows):
            await self._outbox.hasten(match_id)
            self.wake(match_id)

    async def heard(self, answer: Answer) -> None:
        """Note an interaction of a conversation, and show by it what could not be shown there before."""
        self._conversations.heard(answer)
        try:
            matches = await self._outbox.reopen_in(answer.interaction.channel_id or 0)
        except StoreError as error:  # the next press tries again
            if not is_outage(error):
                log.warning("what waits in a conversation could not be read", cause=str(error))
            return
        for number in matches:
            self.wake(number)

    async def pressed(self, answer: Answer, match_id: MatchId) -> None:
        """If a message of a conversation was pressed that is not the board of its match any more, make it the board:
        it is the one that people look at, and by the press it can be changed.
        """
        pressed, interaction = answer.pressed, answer.interaction
        if not answer.in_conversation or pressed is None or answer.is_ephemeral:
            return
        match = (await self._positions.get(match_id)).match
        if not match.in_conversation or match.channel != interaction.channel_id:
            return
        await self.settled(match_id)
        board = await self._outbox.board(match_id)
        if board.message_id not in (None, pressed):
            older = RetiredRow(
                match_id=match_id, was=Retired.BOARD, channel_id=match.channel, message_id=board.message_id
            )
            now = replace(board, message_id=pressed, shown_version=None, trouble=Trouble.NONE, due_at=0.0)
            await self._outbox.record([now], added=[older])
            self.wake(match_id)

    def _showing(self, match: Match) -> Showing:
        return self._in_conversations if match.in_conversation else self._in_channels

    async def retry(self, user: UserId) -> None:
        """Retry the direct messages that did not reach a user, because the user is active now."""
        try:
            matches = await self._outbox.reopen(user)
        except StoreError as error:  # the user's next press tries again
            if not is_outage(error):
                log.warning("a user's undelivered direct messages could not be read", cause=str(error))
            return
        for number in matches:
            self.wake(number)

    async def resend_hand(self, match_id: MatchId, user: UserId) -> None:
        """Draw a user's hand in their direct messages again, even if the recorded one counts as current."""
        await self.settled(match_id)
        seat = (await self._positions.get(match_id)).match.seat_of(user)
        if seat is not None:
            await self._outbox.redraw_hand(match_id, seat)
            self.wake(match_id)

    async def recover(self, match_id: MatchId) -> None:
        """Show a match again because one of its messages shows a later state than the stored one. That happens when a
        backup has been restored.
        """
        if match_id in self._recovered:
            return
        log.warning("a match is shown again: its messages show what a restored backup does not have", match=match_id)
        try:
            await self._outbox.recover(match_id)
        except StoreError as error:  # the next press tries again
            log.warning("a match could not be recovered", match=match_id, cause=str(error))
            return
        self._recovered.add(match_id)
        self.wake(match_id)

    async def reachable(self, guild: int, channel: int | None = None) -> None:
        """Show again the messages that failed on a server or in a channel, now that something has changed there."""
        if self._is_open:
            for number in await self._outbox.reachable(guild, channel):
                self.wake(number)

    def was_closed(self, match_id: MatchId, user: UserId) -> bool:
        """Return whether to tell a user that direct messages do not reach them: True once, then False."""
        return self._failures.was_closed(match_id, user)

    def _start(self, match_id: MatchId) -> asyncio.Task[None]:
        self._wanted.add(match_id)
        running = self._running.get(match_id)
        if running is None:
            running = self._running[match_id] = asyncio.create_task(self._serve(match_id), name=f"deliver-{match_id}")
        return running

    async def _serve(self, match_id: MatchId) -> None:
        try:
            while match_id in self._wanted:
                self._wanted.discard(match_id)
                async with self._room:
                    await self._pass(match_id)
                if match_id not in self._wanted:
                    await self._outbox.release(match_id)
        except Exception as error:  # noqa: BLE001 # nothing is lost: the rows are there, and are tried again
            if not is_outage(error):
                log.error("a match could not be delivered", match=match_id, cause=origin(error))  # noqa: TRY400 # without its text
            self._again(self._outbox.now() + self._backoff.pause(Trouble.WAIT, 1))
        finally:
            self._wanted.discard(match_id)
            del self._running[match_id]

    async def _pass(self, match_id: MatchId) -> None:
        try:
            rows = await self._outbox.take(match_id)
        except TakenError:  # another process delivers this match, with rows added meanwhile; we look again if it dies
            self._again(self._outbox.now() + _TAKEN)
            return
        if not rows:
            return
        following = await self._outbox.next_of(match_id)
        if following is not None:
            self._again(following)
        if match_id in self._unrecorded:
            rows = [replace(row, failures=row.failures or 1) for row in rows]
            await self._outbox.record(rows)  # whoever reads them meanwhile knows that they may have been sent
        if self._refused.is_spent:
            rows = await self._put_off(rows)
        wanted = max([row.version for row in rows if isinstance(row, BoardRow | HandRow)], default=0)
        position = await self._positions.get(match_id, version=wanted)
        names = await self._names.of(position.match)
        record = Record()
        if committing := [row for row in rows if is_dealing(row)]:
            rows = await self._before_start(rows, committing, position.match, record)
        done = await self._try_all(rows, position, names, record)
        self._unrecorded.add(match_id)
        await self._stop_clocks(position, record)
        await record.write(self._outbox)
        self._unrecorded.discard(match_id)
        for user in record.boards_refused:
            with suppress(NotALobby, NotAtThisTable):  # the lobby was started, closed or left meanwhile
                await self._lobbies.lose(match_id, user)
        if record.has_lost:
            await self.recover(match_id)
        if position.match.status is Status.LIVE:
            await self.open_hands.ask(position, names)
        else:
            await self.open_hands.close(position, names)
        if (failure := next(filter(None, done), None)) is not None:
            raise failure
        if record.is_unsure or record.has_added:
            self._wanted.add(match_id)

    async def _before_start(
        self, rows: Sequence[Row], committing: Sequence[Row], match: Match, record: Record
    ) -> list[Row]:
        """Return the rows to deliver in a lobby that is to start: its commitment, which starts the match for the next
        pass to show. If a guest has no board in their direct messages yet, it waits for that, since a guest whom it
        cannot reach leaves the lobby (`Lobbies.lose`).
        """
        known = [row for row in await self._outbox.of_match(match.id) if isinstance(row, BoardRow)]
        unseen = [row for row in known[1:] if row.message_id is None and match.place_in(row.channel_id).is_direct]
        due = max((row.due_at for row in unseen), default=0.0)
        if due > self._outbox.now():
            record.postponed(committing, due)
        else:
            self._wanted.add(match.id)
        return [row for row in rows if row not in committing] if unseen else [*committing]

    async def _try_all(
        self, rows: Sequence[Row], position: Position, names: Sequence[str], record: Record
    ) -> Sequence[BaseException | None]:
        """Deliver rows: those in the channel of a place one after another, all others at once. Return what failed."""
        seen = [(row, position.at(_place_of(row, position.match))) for row in rows]
        at_places: dict[Place, list[Row]] = {}
        for row, there in seen:
            if row.is_public:
                at_places.setdefault(there.match.place, []).append(row)
        return await asyncio.gather(
            *(self._in_channel(each, position.at(place), names, record) for place, each in at_places.items()),
            *(self._try(row, there, names, record) for row, there in seen if not row.is_public),
            return_exceptions=True,  # wait for all: a task left behind could send again what the next pass sends
        )

    async def _put_off(self, rows: Sequence[Row]) -> list[Row]:
        """Put off what was refused before, since Discord has refused so much lately. Return the other rows."""
        refused = [row for row in rows if row.trouble is Trouble.FORBIDDEN]
        due = self._outbox.now() + self._backoff.pause(Trouble.FORBIDDEN, 1)
        await self._outbox.record([replace(row, due_at=due) for row in refused])
        if refused:
            self._again(due)
        return [row for row in rows if row not in refused]

    async def _stop_clocks(self, position: Position, record: Record) -> None:
        """Stop the clocks of the seats that could not be told, and let those of the others go on."""
        have_gone_on = await self._untold_seats.go_on(position.match.id, record.told)
        if await self._untold_seats.stop(position, record.untold) or have_gone_on:
            record.redraw()

    async def _in_channel(self, rows: Sequence[Row], position: Position, names: Sequence[str], record: Record) -> None:
        """Deliver rows one after another. An older board is only retired once the new one has been sent."""
        for row in rows:
            await self._try(row, position, names, record)
            if record.is_unsure:
                return  # a player may have acted since these rows were read; the next pass reads them again
            for older in record.take_following():
                await self._try(older, position.at(_place_of(older, position.match)), names, record)

    async def _try(self, row: Row, position: Position, names: Sequence[str], record: Record) -> None:
        """Deliver a row. If that fails, record the reason and the time of the next attempt."""
        try:
            await self._showing(position.match).show(row, position, names, record)
            await self._shown(row, position)
        except Exception as error:  # noqa: BLE001 # whatever it is: one message that fails keeps no other back
            due = await self._failures.note(row, position, error, record)
            if due is not None:
                self._again(due)

    async def _shown(self, row: Row, position: Position) -> None:
        """Note what a row that was shown means for others."""
        if isinstance(row, BoardRow):
            self._failures.explanations.drop(row.match_id, position.match.place)
            if row.trouble is Trouble.FORBIDDEN:  # so may be whatever else was refused there
                await self._outbox.hasten(row.match_id)
                self._wanted.add(row.match_id)
            self._observers.board_shown(position.match)
        elif isinstance(row, NoteRow):
            self._failures.explanations.sent(row, position)

    def _taken_again(self) -> None:
        """Deliver everything that waits, now that Discord takes calls again after it has refused all."""
        if self._is_open and (self._hastening is None or self._hastening.done()):
            self._hastening = asyncio.create_task(self._hasten_waiting(), name="deliver what Discord takes again")

    async def _hasten_waiting(self) -> None:
        try:
            await self._outbox.hasten_waiting()
        except StoreError as error:  # everything is tried again at its moment
            if not is_outage(error):
                log.warning("what waits could not be hastened", cause=str(error))
        self._scan_soon()

    def _again(self, due: float) -> None:
        """Check for due rows again at this moment, or earlier if a check is planned already."""
        if not self._is_open:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + max(0.0, due - self._outbox.now()) + _EARLY
        if self._timer is None or when < self._planned:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._planned = loop.call_at(when, self._on_time), when

    def _on_time(self) -> None:
        self._timer = None
        self._scan_soon()

    def _scan_soon(self) -> None:
        if self._is_open and self._scanning is None:
            self._scanning = asyncio.create_task(self._scan(), name="deliver what is pending")

    async def _scan(self) -> None:
        """Deliver everything that is due, in batches, and plan the next check for the moment at which the next row is
        due.
        """
        tried: set[MatchId] = set()
        try:
            while self._is_open:
                due = [number for number in await self._outbox.due(BATCH + len(tried)) if number not in tried]
                if not due:
                    break
                tried.update(due)
                await asyncio.gather(*(asyncio.shield(self._start(number)) for number in due[:BATCH]))
            following = await self._outbox.next_due()
        except StoreError as error:
            if not is_outage(error):
                log.warning("what is pending could not be read", cause=str(error))
            following = self._outbox.now() + self._backoff.pause(Trouble.WAIT, 3)
        finally:
            self._scanning = None
        if tried:
            log.info("delivered what was pending", matches=len(tried))
        if following is not None:
            self._again(max(following, self._outbox.now() + 1.0))


def _place_of(row: Row, match: Match) -> Place:
    """Return the place of a match at which a row's message is, or of which it speaks."""
    match row:
        case BoardRow() | RetiredRow():
            return match.place_in(row.channel_id)
        case PingRow() | HandRow():
            return match.place_of(row.seat)
        case NoteRow():
            is_seated = row.seat is not None and row.seat < len(match.players)
            return match.place_of(row.seat) if is_seated and row.seat is not None else match.home or match.place
        case _:
            assert_never(row)
