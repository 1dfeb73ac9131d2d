"""The meaning of each error of Discord for what we wanted to do: one table."""

import asyncio
from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

import aiohttp
import discord

from bot.model.reasons.database import MaybeSaved, NotRead, NotSaved
from bot.store.errors import StoreError


class Meaning(Enum):
    """The action that an error calls for."""

    GONE = auto()
    """The message is not there: a fresh one takes its place."""
    TOO_OLD = auto()
    """The message is there and cannot be changed now, since it was as often as an old one may be (Discord: 30046), or
    its thread is archived (50083): a fresh one, or wait.
    """
    CLOSED = auto()
    """The user takes no direct message from us: tried again when they press anything."""
    FORBIDDEN = auto()
    """We may not do that there, or the place is gone: those concerned are told, and it is tried again seldom."""
    WAIT = auto()
    """Discord is busy, or its answer was lost: tried again by itself; it may have been done already."""
    ACKNOWLEDGED = auto()
    """The interaction was answered: an answer of ours whose reply was lost has arrived."""
    LATE = auto()
    """The interaction can no longer be answered."""
    BROKEN = auto()
    """The fault is ours: logged, and tried again seldom."""


_CODES: Final[Mapping[int, Meaning]] = {
    10003: Meaning.FORBIDDEN,  # unknown channel
    10004: Meaning.FORBIDDEN,  # unknown server
    10013: Meaning.CLOSED,  # unknown user
    10015: Meaning.LATE,  # unknown webhook: what an interaction is followed up by
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
"""Meanings by Discord's code (Topics: Opcodes and Status Codes, "JSON"), where its status does not say as much."""

_STATUSES: Final[Mapping[int, Meaning]] = {403: Meaning.FORBIDDEN, 404: Meaning.GONE, 429: Meaning.WAIT}


def meaning(error: BaseException) -> Meaning:
    """Return the meaning of an error that was met on the way to Discord, or to the database."""
    match error:
        case discord.HTTPException():
            known = _CODES.get(error.code) or _STATUSES.get(error.status)
            return known or (Meaning.WAIT if error.status >= 500 else Meaning.BROKEN)
        case discord.RateLimited() | aiohttp.ClientError() | asyncio.TimeoutError() | OSError() | StoreError():
            return Meaning.WAIT
        case NotSaved() | MaybeSaved() | NotRead():  # the same failures of the database, as the application tells them
            return Meaning.WAIT
        case _:
            return Meaning.BROKEN
