"""Texts of errors, for the users who met them."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Final, NamedTuple

import discord
import structlog
from discord import app_commands

from bot.log import origin
from bot.model.reasons.database import NotRead
from bot.model.refusals import Refusal
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.messages.refusals import refusal_text
from cogs.messages.time import moment
from rules.core.game import TableError
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError

log = structlog.stdlib.get_logger(__name__)

SLOW: Final = "Discord is slow right now. Nothing is lost: I'll keep trying."

TURNED_AWAY: Final = "Discord turns me away for the moment, which passes. Nothing is lost: I'll keep trying."

NO_FILE: Final = "Discord doesn't take the file: it may be too large, or files may be limited here. Nothing is lost."

_STILL: Final = "Nothing is lost: `/hand` and my direct messages still work."

_CHECK: Final = "Your press may have worked: check with `/match status` or `/hand`, and try again if it hasn't."


class Reason(NamedTuple):
    """The reason for which Discord refuses messages in a place."""

    why: str
    """A sentence without its full stop."""
    until: str = "Once an admin of the server changes that"
    """The beginning of a sentence about what happens then."""
    over: float | None = None
    """The moment at which it is over, in seconds since 1970-01-01 UTC, if that is known."""


LOCKED: Final = Reason("The thread is locked", "Once a moderator unlocks it")
LOCKED_AND_CLOSED: Final = Reason("The thread is closed and locked", "Once a moderator reopens it")
_NOT_ALLOWED: Final = Reason("Discord doesn't let me do that there")
_FULL: Final = Reason("The server has as many active threads as Discord allows", "Once somebody closes a thread")
_WRONG_TYPE: Final = Reason("Discord doesn't let me do that in channels of this type", "In a text channel")
_EXEMPT: Final = "Once an admin exempts me (Server Settings, AutoMod)"
_AUTOMOD: Final = Reason("AutoMod stops my messages", _EXEMPT)
_TITLE: Final = Reason("AutoMod stops the title of the thread", _EXEMPT)

_REASONS: Final[Mapping[int, Reason]] = {
    20009: Reason(
        "The server's filter of explicit content stops my messages",
        "Once an admin changes it (Server Settings, Safety)",
    ),
    20026: Reason("Discord has put me in quarantine", "Once the person who runs me has appealed"),
    20031: _TITLE,
    30033: Reason("Too many people are in the thread", "Once some have left it"),
    40058: _WRONG_TYPE,
    50008: _WRONG_TYPE,
    50024: _WRONG_TYPE,
    50083: LOCKED_AND_CLOSED,
    160005: LOCKED,
    160006: _FULL,
    160007: _FULL,
    200000: _AUTOMOD,
    200001: _TITLE,
    240000: Reason("Discord's filter of harmful links stops my messages", "Once no name in them looks like a link"),
    400001: Reason("Discord takes no files on this server for now", "After that"),
}
"""Reasons by Discord's error code."""


def timeout_of(me: discord.Member) -> Reason | None:
    """Return the reason if a moderator has timed the bot out on a server; else None."""
    if me.timed_out_until is None or not me.is_timed_out():
        return None
    over = me.timed_out_until.timestamp()
    return Reason(f"A moderator has timed me out, which ends {moment(over)}", "After that", over)


def reason_of(error: Exception | None) -> Reason:
    """Return the reason of a refusal, as far as its code tells it. error: None if the refusal is not known."""
    return _REASONS.get(getattr(error, "code", 0), _NOT_ALLOWED)


NAMES: Final = {
    "read_messages": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""The names in Discord's English client of the permissions that the bot needs, by discord.py's names."""


def kind_words(error: Exception) -> str:
    """Return the text that explains an error to a user. It names the id under which an unexpected error is logged."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        cause = getattr(error, "original", None) or error.__cause__
        if not isinstance(cause, Exception):
            break
        error = cause
    match error:
        case Refusal():
            return refusal_text(error)
        case IllegalActionError() | TableError() | NotationError():
            return str(error)
        case StoreError():
            return refusal_text(NotRead())
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "This command has just changed. Reload Discord (Ctrl+R), or try again in a minute."
        case app_commands.CheckFailure():
            return "You can't use this command here."
        case discord.HTTPException():
            return _discord_words(error)
        case _ if meaning(error) is Meaning.WAIT:
            return SLOW
        case _ if meaning(error) is Meaning.PASSING:
            return TURNED_AWAY
        case _:
            report = token_hex(4)
            log.error("unexpected error", report=report, cause=origin(error))
            return (
                f"Something went wrong on my side (report {report}). Nothing is lost: try again, "
                "or use `/hand` or `/match status`."
            )


def untaken_words(error: Exception) -> str:
    """Return the text for an answer that Discord has refused."""
    match meaning(error):
        case Meaning.FILE:
            return NO_FILE
        case Meaning.FORBIDDEN | Meaning.FILTERED | Meaning.ARCHIVED:
            return f"{reason_of(error).why}. {_CHECK}"
        case _:
            return f"Discord rejected my answer. {_CHECK}"


def _discord_words(error: discord.HTTPException) -> str:
    match meaning(error):
        case Meaning.FORBIDDEN | Meaning.FILTERED | Meaning.ARCHIVED:
            reason = reason_of(error)
            return f"{reason.why}. {reason.until}, it works again. {_STILL}"
        case Meaning.GONE | Meaning.TOO_OLD:
            return "A message of this match was deleted. Nothing is lost: `/match status` posts it again."
        case Meaning.WAIT:
            return SLOW
        case Meaning.PASSING:
            return TURNED_AWAY
        case Meaning.FILE:
            return NO_FILE
        case _:
            log.warning("discord refused", code=error.code, status=error.status)
            return "Discord rejected my reply. Nothing was lost. Try again, or use `/hand`."


def permission_names(permissions: discord.Permissions) -> str:
    """Return permissions by their names in Discord's settings."""
    return ", ".join(NAMES.get(name, name.replace("_", " ").title()) for name, granted in permissions if granted)
