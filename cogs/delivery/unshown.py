"""The reason why something cannot be shown in its channel, and how the players of a match are told."""

from typing import Final, NamedTuple

import discord

from bot.application.match.outbox import NoteRow
from bot.model.absence import Place
from bot.model.match import MatchId, UserId
from bot.model.notes import Note, Written
from bot.model.position import Position
from bot.model.refusals import Unavailable
from cogs.delivery.error_texts import LOCKED, LOCKED_AND_CLOSED, Reason, permission_names, reason_of, timeout_of
from cogs.delivery.guilds import granted_in, guild_of, place_in
from cogs.delivery.permissions import missing_of
from cogs.messages.lobby import heading
from cogs.messages.place import place_text


class Unshown(NamedTuple):
    """The reason why a board is not shown."""

    why: str
    """The reason as a text for players."""
    over: float | None = None
    """The moment at which it is over, in seconds since 1970-01-01 UTC, if that is known."""
    explained_to: frozenset[UserId] = frozenset()
    """The players whom a direct message has told the reason."""

    def is_told_by(self, note: Note) -> bool:
        """Return whether a note tells this reason."""
        return isinstance(note, Written) and note.text.endswith(self.why)


class Explanations:
    """Knows the boards that could not be shown at the latest attempt, and which players know why."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[MatchId, Place], Unshown] = {}

    def of(self, match_id: MatchId, place: Place) -> Unshown | None:
        """Return why the board of a match at a place is not shown; None if it is."""
        return self._reasons.get((match_id, place))

    def add(self, match_id: MatchId, place: Place, reason: Unshown) -> None:
        """Note that a board could not be shown."""
        before = self.of(match_id, place)
        told = before.explained_to if before is not None and before.why == reason.why else reason.explained_to
        self._reasons[match_id, place] = reason._replace(explained_to=told)

    def drop(self, match_id: MatchId, place: Place) -> None:
        """Note that a board is shown."""
        self._reasons.pop((match_id, place), None)

    def sent(self, row: NoteRow, position: Position) -> None:
        """Note that a note was sent. If it tells the reason, its player knows that."""
        place = position.match.place
        reason = self.of(row.match_id, place)
        is_player = row.seat is not None and row.seat < len(position.match.players)
        if reason is not None and row.seat is not None and is_player and reason.is_told_by(row.note):
            user = position.match.players[row.seat].user
            self._reasons[row.match_id, place] = reason._replace(explained_to=reason.explained_to | {user})


_NONE: Final = discord.Permissions.none()

_STOPPED: Final = (
    "The clocks are stopped until I can reach it again. You can end the match from anywhere with `/match resign` or "
    "`/match abandon` and its number, "
)


def unreachable(position: Position, why: str, now: float) -> list[NoteRow]:
    """Return notes that tell the players at a place, by direct message, that their match cannot be shown there.

    why: the text of `unshown`.
    """
    match = position.match
    text = f"{heading(position.game, match)}\n{why}"
    there = [seat for seat in range(len(match.players)) if match.place_of(seat) == match.place]
    seats = [seat for seat in there if not match.players[seat].computer]
    return [NoteRow(match_id=position.match.id, seat=seat, note=Written(text=text), written_at=now) for seat in seats]


async def unshown(client: discord.Client, position: Position, error: Exception) -> Unshown:
    """Return why a match cannot be shown in its channel, and what to do."""
    match = position.match
    if match.is_direct:
        return Unshown(
            "I can't write to you: allow direct messages from me. Until then, `/hand` and `/match status` show the "
            "match."
        )
    reason = await reason_in(client, match.guild, match.channel, error)
    if reason is None:
        why = "I can't reach that channel any more: it was deleted, or I was removed from it"
        then = f"{_STOPPED}{match.id}."
    else:
        why, then = reason.why, f"{reason.until}, I'll post the board there again."
    text = (
        f"I can't show the board of this match in {place_text(match)}. {why}. Nothing is lost: you can keep playing "
        f"with your hand in my direct messages and with `/hand`. {then}"
    )
    return Unshown(text, None if reason is None else reason.over)


async def reason_in(
    client: discord.Client,
    guild_id: int,
    channel_id: int,
    error: Exception | None,
    further: discord.Permissions = _NONE,
) -> Reason | None:
    """Return why the bot may not write in a channel, by what Discord shows there and, where that shows nothing, by the
    error; None if the channel does not exist.

    further: permissions that are needed there besides those of every channel.
    """
    assert client.user is not None
    try:
        guild = await guild_of(client, guild_id)
        channel = None if guild is None else await place_in(guild, channel_id)
        if guild is None or channel is None:
            return None
        me = await guild.fetch_member(client.user.id)
        granted = await granted_in(guild, channel, client.user.id)
    except discord.Forbidden:
        return _missing(discord.Permissions(view_channel=True))
    except (discord.HTTPException, OSError, Unavailable):
        return reason_of(error)
    timeout = timeout_of(me)
    if timeout is not None:
        return timeout
    lacking = missing_of(granted, in_thread=isinstance(channel, discord.Thread))
    if not (lacking.view_channel or lacking.send_messages):
        lacking |= further & ~granted
    if lacking.value:
        return _missing(lacking)
    if isinstance(channel, discord.Thread) and channel.locked and not granted.manage_threads:
        return LOCKED_AND_CLOSED if channel.archived else LOCKED
    return reason_of(error)


def _missing(permissions: discord.Permissions) -> Reason:
    return Reason(f"I lack a permission there: {permission_names(permissions)}")
