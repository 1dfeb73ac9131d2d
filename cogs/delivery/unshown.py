"""The reason why a match cannot be shown in its channel, and how its players are told."""

import discord

from bot.application.match.outbox import NoteRow
from bot.model.match import Match
from bot.model.notes import Written
from bot.model.position import Position
from bot.model.refusals import Unavailable
from cogs.delivery.error_texts import LOCKED, LOCKED_AND_CLOSED, Reason, permission_names, reason_of
from cogs.delivery.guilds import granted_in, guild_of, place_in
from cogs.delivery.permissions import missing_of
from cogs.messages.lobby import heading
from cogs.messages.place import place_text
from cogs.messages.time import moment

_STOPPED = (
    "The clocks are stopped until I can reach it again. You can end the match from anywhere with `/match resign` or "
    "`/match abandon` and its number, "
)


def unreachable(position: Position, why: str, now: float) -> list[NoteRow]:
    """Return notes that tell players by direct message that their match cannot be shown in its channel.

    why: the text of `unshown`.
    """
    text = f"{heading(position.game, position.match)}\n{why}"
    seats = [seat for seat, player in enumerate(position.match.players) if not player.computer]
    return [NoteRow(match_id=position.match.id, seat=seat, note=Written(text=text), written_at=now) for seat in seats]


async def unshown(client: discord.Client, position: Position, error: Exception) -> str:
    """Return why a match cannot be shown in its channel, and what to do."""
    match = position.match
    if match.is_direct:
        return (
            "I can't write to you: allow direct messages from me. Until then, `/hand` and `/match status` show the "
            "match."
        )
    reason = await _reason(client, match, error)
    if reason is None:
        why = "I can't reach that channel any more: it was deleted, or I was removed from it"
        then = f"{_STOPPED}{match.id}."
    else:
        why, then = reason.why, f"{reason.until}, I'll post the board there again."
    return (
        f"I can't show the board of this match in {place_text(match)}. {why}. Nothing is lost: you can keep playing "
        f"with your hand in my direct messages and with `/hand`. {then}"
    )


async def _reason(client: discord.Client, match: Match, error: Exception) -> Reason | None:
    """Return why the bot may not write in the channel of a match, by what Discord shows there and, where that shows
    nothing, by the error; None if the channel does not exist.
    """
    assert client.user is not None
    try:
        guild = await guild_of(client, match.guild)
        channel = None if guild is None else await place_in(guild, match.channel)
        if guild is None or channel is None:
            return None
        me = await guild.fetch_member(client.user.id)
        granted = await granted_in(guild, channel, client.user.id)
    except discord.Forbidden:
        return _missing(discord.Permissions(view_channel=True))
    except (discord.HTTPException, OSError, Unavailable):
        return reason_of(error)
    if me.timed_out_until is not None and me.is_timed_out():
        return Reason(
            f"A moderator has timed me out, which ends {moment(me.timed_out_until.timestamp())}", "After that"
        )
    lacking = missing_of(granted, in_thread=isinstance(channel, discord.Thread))
    if lacking.value:
        return _missing(lacking)
    if isinstance(channel, discord.Thread) and channel.locked and not granted.manage_threads:
        return LOCKED_AND_CLOSED if channel.archived else LOCKED
    return reason_of(error)


def _missing(permissions: discord.Permissions) -> Reason:
    return Reason(f"I lack a permission there: {permission_names(permissions)}")
