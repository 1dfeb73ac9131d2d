"""One table that says how to react to each of Discord's errors."""

import asyncio
from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

import aiohttp
import discord

from bot.model.reasons.database import MaybeSaved, NotRead, NotSaved
from bot.store.errors import StoreError


class Meaning(Enum):
    """The kind of an error, by the reaction that it calls for."""

    GONE = auto()
    """The message is gone. We send a new one in its place."""
    TOO_OLD = auto()
    """The message exists but cannot be edited now. Discord limits edits of old messages (30046), and those in archived
    threads are closed (50083). We send a new one, or wait.
    """
    CLOSED = auto()
    """The user accepts no direct messages from us. We try again when they press anything."""
    FORBIDDEN = auto()
    """We lack permission, or the channel is gone. We tell the players, and rarely try again."""
    WAIT = auto()
    """Discord is busy, or its reply was lost. We try again automatically; the first attempt may have succeeded."""
    ACKNOWLEDGED = auto()
    """The interaction has been answered already: an earlier answer arrived, though Discord's reply to us was lost."""
    LATE = auto()
    """The interaction can no longer be answered."""
    BROKEN = auto()
    """The fault is ours. We log it, and rarely try again."""


_CODES: Final[Mapping[int, Meaning]] = {
    10003: Meaning.FORBIDDEN,  # unknown channel
    10004: Meaning.FORBIDDEN,  # unknown server
    10013: Meaning.CLOSED,  # unknown user
    10015: Meaning.LATE,  # unknown webhook, by which an interaction is followed up
    10062: Meaning.LATE,  # unknown interaction
    30046: Meaning.TOO_OLD,
    40003: Meaning.WAIT,  # direct messages are opened too fast
    40060: Meaning.ACKNOWLEDGED,
    50007: Meaning.CLOSED,  # cannot send messages to this user
    50027: Meaning.LATE,  # the token of the interaction has expired
    50083: Meaning.TOO_OLD,  # the thread is archived: posting wakes it, editing does not
    50278: Meaning.CLOSED,  # no server in common
    160005: Meaning.FORBIDDEN,  # the thread is locked
}
"""Meanings by Discord's error code (Topics: Opcodes and Status Codes, "JSON"). Other errors are judged by their HTTP
status.
"""

_STATUSES: Final[Mapping[int, Meaning]] = {403: Meaning.FORBIDDEN, 404: Meaning.GONE, 429: Meaning.WAIT}


def meaning(error: BaseException) -> Meaning:
    """Return the meaning of an error from a call to Discord or to the database."""
    match error:
        case discord.HTTPException():
            known = _CODES.get(error.code) or _STATUSES.get(error.status)
            return known or (Meaning.WAIT if error.status >= 500 else Meaning.BROKEN)
        case discord.RateLimited() | aiohttp.ClientError() | asyncio.TimeoutError() | OSError() | StoreError():
            return Meaning.WAIT
        case NotSaved() | MaybeSaved() | NotRead():  # the application's refusals for failures of the database
            return Meaning.WAIT
        case _:
            return Meaning.BROKEN
