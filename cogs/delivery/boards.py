"""The board of a match in its channel: edited in place, and moved down only when it is out of sight."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache

from bot.application.application import Application
from bot.application.lobby.lobby_settings import still_asked
from bot.application.match.outbox import BoardRow, PingRow, Retired, RetiredRow
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.shown import BoardShown, LobbyShown, ResultShown, TableShown
from bot.replay.recent import view_before
from cogs.delivery.carriers import Carriers
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import REPLACED, Meaning, meaning
from cogs.delivery.members import Absences
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender, Sent
from cogs.messages.board import Beside, board_message, board_shown, final_message, retired_message
from cogs.messages.emojis import signed
from cogs.messages.hand import handed_over
from cogs.messages.message import Message
from cogs.messages.ping import is_lost_ping, shows_lost
from cogs.messages.place import as_seen_here
from rules.core.play import View

STALE_AFTER: Final = timedelta(minutes=50)
"""The age at which a board is no longer edited. Discord limits edits of messages older than an hour (error 30046)."""
MESSAGES_IN_SIGHT: Final = 3
"""The maximum number of messages below a board that is still in sight."""
SIGHT_CHECK_INTERVAL: Final = timedelta(minutes=1)
"""The minimum time between two checks whether a board is still in sight, while players keep acting."""
_KNOWN: Final = 4096
"""Cache size: the number of boards whose latest check is remembered."""


class Boards:
    """Posts and edits the boards of matches. Methods may raise the errors that `error_meanings.meaning` knows."""

    def __init__(
        self, sender: Sender, carriers: Carriers, absences: Absences, application: Application, emojis: EmojiBook
    ) -> None:
        self._sender = sender
        self._emojis = emojis
        self._absences = absences
        self._carriers = carriers
        self._app = application
        self._ratings = application.ratings
        self._outbox = application.outbox
        self._preferences = application.preferences
        self._moved = LRUCache[tuple[MatchId, int], int](_KNOWN)
        """The latest ply that was shown in motion, by match and channel."""
        self._looked: dict[int, datetime] = {}
        """The time of the latest check whether a board is in sight, by the id of its message."""

    async def exists(self, row: BoardRow) -> bool:
        """Return whether the recorded board still exists; True if that cannot be found out."""
        if row.message_id is None or row.channel_id is None:
            return True
        try:
            return await self._sender.exists(row.channel_id, row.message_id)
        except Exception as error:
            if meaning(error) is Meaning.BROKEN:
                raise
            return True

    async def is_out_of_sight(self, row: BoardRow) -> bool:
        """Return whether a board is too old, or has more than `MESSAGES_IN_SIGHT` messages below it; False if that
        cannot be found out.
        """
        assert row.channel_id is not None
        assert row.message_id is not None
        if _is_old(row.message_id):
            return True
        while len(self._looked) >= _KNOWN:
            del self._looked[next(iter(self._looked))]
        self._looked[row.message_id] = discord.utils.utcnow()
        try:
            return await self._sender.below(row.channel_id, row.message_id, MESSAGES_IN_SIGHT + 1) > MESSAGES_IN_SIGHT
        except Exception as error:
            if meaning(error) is Meaning.BROKEN:
                raise
            return False

    async def is_quiet(self, match: Match) -> bool:
        """Return whether nobody is pinged: the server wants that, or it is a conversation, where we only answer."""
        return match.in_conversation or not (await self._preferences.of_server(match.guild)).pings

    async def board(self, row: BoardRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a match in its channel."""
        if row.failures:
            before, row = row.message_id, await self._found_again(row, position, record)
            if row.message_id != before:
                return  # edit it only once this is stored, since an edit removes the record of who was pinged
        if row.message_id is None and position.match.status in (Status.CLOSED, Status.ABANDONED):
            record.delivered(replace(row, shown_version=position.match.version))  # it never had a board to update
        elif (
            row.message_id is None
            or not await self._stays(row, position)
            or not await self._edited(row, position, names, record)
        ):
            await self.moved(row, position, names, record)

    async def retired(self, row: RetiredRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Delete a message that is no longer current, or edit it for the last time. Three kinds are edited: the lobby
        of a match that has started, the last table of a finished match, and the hand of a player who gave their seat
        away.
        """
        if row.message_id is None or row.channel_id is None:  # a hand that was never sent
            record.done(row)
            return
        try:
            if row.was is Retired.HAND:
                await self._change(row, handed_over(position))
            elif row.was is Retired.FINAL and not _is_old(row.message_id):
                await self._change(row, await self._final(position, names))
            elif row.was is Retired.LOBBY and position.match.status is not Status.LOBBY:
                board = record.latest(await self._outbox.board(row.match_id, row.channel_id))
                await self._change(row, retired_message(position, names, board.message_id))
            else:
                await self._sender.delete(row.channel_id, row.message_id)
        except Exception as error:
            if row.was is Retired.FINAL and meaning(error) in REPLACED - {Meaning.GONE}:
                await self._sender.delete(row.channel_id, row.message_id)
            elif meaning(error) not in (Meaning.GONE, Meaning.UNHEARD):
                raise
        record.done(row)

    async def moved(
        self,
        row: BoardRow,
        position: Position,
        names: Sequence[str],
        record: Record,
        *,
        pinging: PingRow | None = None,
    ) -> None:
        """Send a new board at the bottom of the channel. It also makes the pings that are still due.

        pinging: a ping that certainly has not been sent, even if an earlier attempt failed.
        """
        match = position.match
        unsent = [record.latest(ping) for ping in await self._outbox.unsent_pings(match.id)]
        here = [ping for ping in unsent if match.place_of(ping.seat) == match.place]
        unsent = [ping for ping in here if ping.is_pending and position.asks(ping.seat, ping.asked_ply)]
        known = None if pinging is None else pinging.id
        pings = [ping for ping in unsent if ping.id == known or not ping.failures]  # failed ones may have been sent
        if record.has_lost:
            pings = []  # these players had acted, before a restored backup lost their actions
        if row.message_id is not None and _is_old(row.message_id):  # nobody has acted for a long time
            absent = [ping for ping in pings if await self._absences.is_absent(match, ping.seat)]
        else:
            absent = []
        is_quiet = await self.is_quiet(match)
        pinged = [match.players[ping.seat].user for ping in pings if ping not in absent and not is_quiet]
        if match.status is Status.QUARANTINED and row.shown != position.shown:
            pinged = match.people_here
        if isinstance(position.shown, ResultShown) and not isinstance(row.shown, ResultShown):
            pinged = [user for user in await self._app.finished.notified(match) if user in match.people_here]
        invited = await self._invited(position)
        pinged += [user for user in invited if user not in row.invited]
        message = await self._drawn(position, names, pinged=pinged)
        nonce = f"{match.tag}/b{_letter(position.shown)}/{row.attempt}"
        number = await self._sender.send(match.channel, message, nonce)
        sent = replace(
            row,
            shown_version=None if row.failures else match.version,  # Discord may have returned an earlier message
            shown=position.shown,
            invited=frozenset(invited),
            channel_id=match.channel,
            message_id=number,
            attempt=row.attempt + 1,
        )
        record.delivered(sent, following=_older(row, row.message_id, row.shown, is_over=match.status is Status.OVER))
        for ping in pings:
            record.delivered(replace(ping, is_posted=True))

    async def _edited(self, row: BoardRow, position: Position, names: Sequence[str], record: Record) -> bool:
        """Edit the board in place. Return False if it is gone or too old for that."""
        try:
            await self._change(row, await self._drawn(position, names))
        except Exception as error:
            if meaning(error) not in REPLACED | {Meaning.UNHEARD}:
                raise
            return False
        record.delivered(replace(row, shown_version=position.match.version, shown=position.shown))
        return True

    async def _invited(self, position: Position) -> list[UserId]:
        """Return the users invited to a lobby who want to be told at the place from which it is looked at."""
        match = position.match
        elsewhere = dict(match.asked_at)
        is_home = match.home is None
        asked = still_asked(match) if match.status is Status.LOBBY else ()
        invited = [user for user in asked if elsewhere.get(user, match.place if is_home else None) == match.place]
        quiet = await self._app.invitations.quiet(match) if invited else frozenset()
        return [user for user in invited if user not in quiet]

    async def _stays(self, row: BoardRow, position: Position) -> bool:
        """Return whether to edit the board where it is, and not to send a new one below."""
        assert row.message_id is not None
        if position.match.in_conversation:
            return True  # it moves only if it cannot be edited any more
        status = position.match.status
        if not row.invited.issuperset(await self._invited(position)):
            return False
        if status in (Status.CLOSED, Status.ABANDONED):
            return True
        is_same = row.shown == position.shown
        if not is_same and (isinstance(row.shown, LobbyShown) or status in (Status.QUARANTINED, Status.OVER)):
            return False
        if _is_old(row.message_id):
            return False
        if is_same or self._carriers.is_pressed(row.message_id):
            return True
        looked = self._looked.get(row.message_id, discord.utils.snowflake_time(row.message_id))
        return discord.utils.utcnow() - looked < SIGHT_CHECK_INTERVAL or not await self.is_out_of_sight(row)

    async def _found_again(self, row: BoardRow, position: Position, record: Record) -> BoardRow:
        """Find a board that was sent without being recorded. Return the row with it, or unchanged if there is none.

        Any other outdated message found on the way is retired.
        """
        match = position.match
        older: list[RetiredRow] = []
        adopted: Sent | None = None
        shown: BoardShown | None = None
        for sent in await self._sender.ours(match.channel, row.message_id):
            record.has_lost |= shows_lost(sent.custom_ids, position)
            if is_lost_ping(sent.custom_ids, position):
                older += _older(replace(row, channel_id=match.channel), sent.id, None)
            shows = board_shown(sent.custom_ids, match)
            if shows is None or sent.id == row.message_id:
                continue
            if adopted is None and type(shows) is type(position.shown):
                adopted, shown = sent, shows
            else:
                older += _older(replace(row, channel_id=match.channel), sent.id, shows)
        if adopted is None and not older:
            return row
        if adopted is not None:
            older += _older(row, row.message_id, row.shown, is_over=match.status is Status.OVER)
            row = replace(
                row,
                channel_id=match.channel,
                message_id=adopted.id,
                shown=position.shown,
                attempt=row.attempt + 1,
            )
            if isinstance(shown, LobbyShown):
                row = replace(row, invited=adopted.pinged)
            if isinstance(shown, TableShown):
                await self._pinged_by(adopted, shown, match, record)
        record.delivered(row, following=older)
        return replace(row, failures=0)

    async def _pinged_by(self, board: Sent, shown: TableShown, match: Match, record: Record) -> None:
        """Record the pings made by a board that was sent without being recorded."""
        for ping in await self._outbox.unsent_pings(match.id):
            if match.players[ping.seat].user in board.pinged and ping.asked_ply <= shown.asked_ply:
                record.delivered(replace(ping, is_posted=True))

    async def _drawn(self, position: Position, names: Sequence[str], *, pinged: Sequence[UserId] = ()) -> Message:
        match, server = position.match, await self._preferences.of_server(position.match.guild)
        beside = Beside(pinged=pinged, theme=server.theme)
        if match.status is Status.LIVE and server.motion:
            beside = replace(beside, before=await self._before_a_landmark(position))
        if match.status is Status.LOBBY:
            deckless = await self._app.decks.missing(match.game, match.players)
            beside = replace(beside, deckless=deckless, others=await self._app.matchmaking.titles(match))
        if match.status is Status.OVER:
            chances = await self._app.chances.of(position)
            asks = bool(await self._app.finished.asked(match))
            beside = replace(beside, changes=await self._ratings.changes(match.id), chances=chances, asks=asks)
        if match.status is Status.ABANDONED:
            beside = replace(beside, end=(await self._app.finished.ending(position)).act)
        message = await asyncio.to_thread(board_message, position, names, beside)
        message = as_seen_here(message, match, names)
        return signed(message, self._emojis.of(match.game), names).in_theme(server.theme)

    async def _before_a_landmark(self, position: Position) -> View | None:
        """Return the public view before the latest ply if that ply is to be shown in motion: it is a landmark of the
        game, and has not been shown so before.
        """
        match, key = position.match, (position.match.id, position.match.channel)
        [events] = position.seen.ply_events(None, match.ply - 1)
        if not position.game.landmark(events) or self._moved.get(key) == match.ply:
            return None
        self._moved[key] = match.ply
        return await view_before(self._app.positions, position)

    async def _final(self, position: Position, names: Sequence[str]) -> Message:
        """Draw the final table, which stays in the channel above the result."""
        message = await asyncio.to_thread(final_message, position, names)
        message = as_seen_here(message, position.match, names)
        message = signed(message, self._emojis.of(position.match.game), names)
        return message.in_theme((await self._preferences.of_server(position.match.guild)).theme)

    async def _change(self, row: BoardRow | RetiredRow, message: Message) -> None:
        assert row.channel_id is not None
        assert row.message_id is not None
        if not await self._carriers.answer_with(row.message_id, message):
            await self._sender.edit(row.channel_id, row.message_id, message)


def _is_old(message: int) -> bool:
    return discord.utils.utcnow() - discord.utils.snowflake_time(message) >= STALE_AFTER


def _letter(shown: BoardShown) -> str:
    """Return the part of a nonce that changes when a board asks other seats, since it then pings other players."""
    return str(shown.asked_ply) if isinstance(shown, TableShown) else type(shown).__name__[0]


def _older(row: BoardRow, message: int | None, shown: BoardShown | None, *, is_over: bool = False) -> list[RetiredRow]:
    """Return a row that retires a message which was the board; [] without a message.

    shown: the content of the message. is_over: the match is over, and this was its last board.
    """
    if message is None:
        return []
    was = Retired.LOBBY if isinstance(shown, LobbyShown) else Retired.BOARD
    if is_over and isinstance(shown, TableShown):
        was = Retired.FINAL
    return [RetiredRow(match_id=row.match_id, was=was, channel_id=row.channel_id, message_id=message)]
