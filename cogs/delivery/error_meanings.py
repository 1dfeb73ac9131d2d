"""One table that says how to react to each of Discord's errors."""

import asyncio
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
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
    """The message exists but cannot be edited now: Discord limits edits of old messages. We send a new one, or wait."""
    ARCHIVED = auto()
    """The thread is archived. A new message reopens it and takes the place of the one that cannot be edited. If that is
    refused in this way as well, a moderator has locked the thread.
    """
    CLOSED = auto()
    """The user accepts no direct messages from us. We try again when they press anything."""
    FORBIDDEN = auto()
    """We lack permission, or the channel is gone. We tell the players, and rarely try again."""
    FILTERED = auto()
    """A filter of the server, such as AutoMod, refuses the text. We tell the players, and rarely try again."""
    WAIT = auto()
    """Discord is busy, or its reply was lost. We try again automatically; the first attempt may have succeeded."""
    PASSING = auto()
    """Discord refuses now what it takes at other times, and nothing is wrong with us. We try again automatically, with
    growing pauses; nothing was done.
    """
    ACKNOWLEDGED = auto()
    """It was done before, such as an answer to an interaction: an earlier call arrived, though its reply was lost."""
    LATE = auto()
    """The interaction can no longer be answered."""
    UNHEARD = auto()
    """Nobody has pressed anything in a conversation for long. We try again when somebody does."""
    FILE = auto()
    """Discord does not take the file. We tell the user."""
    BROKEN = auto()
    """The fault is ours. We log it, and rarely try again."""


class UnheardError(Exception):
    """A conversation cannot be written to now, since no interaction of its people is young enough to do so."""


REPLACED: Final = frozenset({Meaning.GONE, Meaning.TOO_OLD, Meaning.ARCHIVED})
"""The meanings of a refused edit after which a new message takes the place of the old one."""

MEANINGS: Final[Mapping[int, Meaning]] = {
    10002: Meaning.BROKEN,  # unknown application: the token belongs to another one
    10003: Meaning.FORBIDDEN,  # unknown channel
    10004: Meaning.FORBIDDEN,  # unknown server
    10007: Meaning.GONE,  # unknown member
    10008: Meaning.GONE,  # unknown message
    10013: Meaning.CLOSED,  # unknown user
    10014: Meaning.BROKEN,  # unknown emoji: those of the bot are checked again (cogs/delivery/emojis.py)
    10015: Meaning.LATE,  # unknown webhook, by which an interaction is followed up
    10062: Meaning.LATE,  # unknown interaction
    20001: Meaning.BROKEN,  # not for bots
    20009: Meaning.FILTERED,  # explicit content for someone who gets none
    20012: Meaning.BROKEN,  # not allowed on this application: the token belongs to another one
    20016: Meaning.PASSING,  # slow mode
    20022: Meaning.TOO_OLD,  # an announcement was edited too often
    20026: Meaning.FORBIDDEN,  # we are in quarantine and open no direct messages (unlisted; discord-api-docs #2669)
    20028: Meaning.PASSING,  # the channel was written to too often
    20029: Meaning.PASSING,  # the server was written to too often
    20031: Meaning.FILTERED,  # forbidden words in the name of a thread
    30008: Meaning.BROKEN,  # too many emojis
    30015: Meaning.BROKEN,  # too many attachments in a message
    30032: Meaning.BROKEN,  # too many commands
    30033: Meaning.FORBIDDEN,  # too many people in a thread
    30034: Meaning.PASSING,  # too many commands created today; once sent to everybody by mistake (discord.py #9439)
    30046: Meaning.TOO_OLD,  # old messages were edited too often
    40001: Meaning.BROKEN,  # the token is missing or wrong
    40003: Meaning.PASSING,  # direct messages are opened too fast
    40004: Meaning.PASSING,  # sending is switched off for now
    40005: Meaning.FILE,  # the request is too large
    40006: Meaning.PASSING,  # Discord has switched the feature off
    40041: Meaning.BROKEN,  # the name of a command is taken
    40058: Meaning.FORBIDDEN,  # a forum takes no messages, only posts
    40060: Meaning.ACKNOWLEDGED,
    40062: Meaning.PASSING,  # the service is limited
    40094: Meaning.LATE,  # too many follow-ups to an interaction
    40333: Meaning.PASSING,  # Cloudflare blocks our address (discord-api-docs #6473)
    50001: Meaning.FORBIDDEN,  # the place is hidden from us
    50003: Meaning.BROKEN,  # not in direct messages
    50005: Meaning.BROKEN,  # a message of another author
    50006: Meaning.BROKEN,  # an empty message
    50007: Meaning.CLOSED,  # the user takes no messages from us
    50008: Meaning.FORBIDDEN,  # the channel takes no messages
    50009: Meaning.FORBIDDEN,  # the verification level of the channel is too high
    50010: Meaning.BROKEN,  # the application has no bot
    50013: Meaning.FORBIDDEN,  # a permission is missing, or a moderator has timed us out (discord-api-docs #6847)
    50014: Meaning.BROKEN,  # the token is invalid
    50021: Meaning.BROKEN,  # a message of the system
    50024: Meaning.FORBIDDEN,  # not in a channel of this type
    50027: Meaning.LATE,  # the token of the interaction has expired
    50033: Meaning.CLOSED,  # the recipient cannot be written to
    50035: Meaning.BROKEN,  # the form is wrong
    50041: Meaning.BROKEN,  # unknown version of the interface
    50045: Meaning.FILE,  # the file is too large
    50046: Meaning.FILE,  # the file is invalid
    50055: Meaning.FORBIDDEN,  # the wrong server
    50068: Meaning.BROKEN,  # the wrong type of message
    50083: Meaning.ARCHIVED,
    50095: Meaning.FORBIDDEN,  # the server is not available in this country
    50109: Meaning.BROKEN,  # the body is no JSON
    50110: Meaning.FILE,  # the file is unreadable
    50123: Meaning.FILE,  # the wrong type of file
    50138: Meaning.FILE,  # the picture cannot be made small enough
    50146: Meaning.FILE,  # the file was not uploaded
    50151: Meaning.BROKEN,  # the emoji is invalid
    50278: Meaning.CLOSED,  # no server in common
    60003: Meaning.FORBIDDEN,  # the owner of the application needs a second factor
    110001: Meaning.PASSING,  # the application is not ready
    130000: Meaning.PASSING,  # Discord is overloaded
    160004: Meaning.ACKNOWLEDGED,  # the message has a thread: an earlier attempt has made it
    160005: Meaning.FORBIDDEN,  # the thread is locked
    160006: Meaning.FORBIDDEN,  # too many active threads
    160007: Meaning.FORBIDDEN,  # too many active announcement threads
    200000: Meaning.FILTERED,  # AutoMod stopped a message
    200001: Meaning.FILTERED,  # AutoMod stopped a title
    240000: Meaning.FILTERED,  # the filter of harmful links stopped a message
    400001: Meaning.FORBIDDEN,  # the server gets no uploads for now
}
"""Meanings by Discord's error code (Topics: Opcodes and Status Codes, "JSON"). Other errors are judged by their HTTP
status.
"""

IMPOSSIBLE: Final[Mapping[str, AbstractSet[int]]] = {
    "general errors, which have a status alone": {0},
    "accounts, friends, gifts and groups of people": {
        10001, 10010, 10012, 10020, 10038, 20002, 20018, 20024, 30001, 30002, 30004, 30011, 40002, 50002, 50015, 50054,
        50070, 50178, 80004, 340015,
    },
    "integrations, invites, OAuth2 and provisional accounts": {
        10005, 10006, 10124, 10129, 30016, 40012, 50011, 50012, 50020, 50025, 50026, 50036, 50067, 50163, 530000,
        530001, 530002, 530003, 530004, 530006, 530007,
    },
    "shops, subscriptions and boosts": {
        10027, 10028, 10029, 10030, 10032, 10033, 10036, 10050, 20015, 20035, 40018, 40019, 40074, 50057, 50097, 50101,
    },
    "games and activities of Discord's own": {10031, 10049, 50039},
    "settings of servers, channels and roles": {
        10009, 10011, 10057, 10059, 10068, 10069, 30005, 30013, 30019, 30030, 30031, 30042, 30052, 30060, 30061, 40009,
        50004, 50028, 50074, 50086, 50131, 50132, 350000, 350001,
    },
    "moderation of members and messages": {
        10026, 30003, 30035, 30037, 30040, 40007, 50016, 50017, 50019, 50034, 500000,
    },
    "webhooks made by people": {10016, 30007, 30058, 50073, 220001, 220002, 220003, 220004},
    "commands changed one by one, or offered to some people alone": {10063, 10066, 40043},
    "posts, tags and settings of threads": {10087, 30047, 30048, 40061, 40066, 40067, 50084, 50085},
    "published announcements, replies and forwarded messages": {40033, 160002, 160014},
    "reactions, stickers, and emojis of servers": {
        10060, 10061, 30010, 30018, 30039, 30056, 50080, 50081, 50144, 50145, 50600, 90001, 90002, 170001, 170002,
        170003, 170004, 170005, 170006, 170007,
    },
    "voice, stages, sounds and voice messages": {
        10065, 10067, 10097, 30045, 40032, 50124, 50159, 50160, 50161, 50162, 50167, 50173, 50192, 150006, 180002,
    },
    "events of servers": {10070, 10071, 30038, 50091, 180000},
    "assets, search and polls": {10021, 110000, 520000, 520001, 520002, 520003, 520004, 520006},
}  # fmt: skip
"""Codes that no call of ours can be answered with, by the things that they are about. If one comes nevertheless, its
HTTP status decides.
"""

_STATUSES: Final[Mapping[int, Meaning]] = {403: Meaning.FORBIDDEN, 404: Meaning.GONE, 429: Meaning.PASSING}


def is_final(error: BaseException) -> bool:
    """Return whether Discord will refuse the same call at any time, because our token, application or request is wrong.
    An answer that we do not know may pass.
    """
    is_known = not isinstance(error, discord.HTTPException) or error.code in MEANINGS
    return meaning(error) is Meaning.BROKEN and is_known


def meaning(error: BaseException) -> Meaning:
    """Return the meaning of an error from a call to Discord or to the database."""
    match error:
        case discord.HTTPException():
            known = MEANINGS.get(error.code) or _STATUSES.get(error.status)
            return known or (Meaning.WAIT if error.status >= 500 else Meaning.BROKEN)
        case UnheardError():
            return Meaning.UNHEARD
        case discord.RateLimited():
            return Meaning.PASSING
        case aiohttp.ClientError() | asyncio.TimeoutError() | OSError() | StoreError():
            return Meaning.WAIT
        case NotSaved() | MaybeSaved() | NotRead():  # the application's refusals for failures of the database
            return Meaning.WAIT
        case _:
            return Meaning.BROKEN
