"""Texts of errors, for the users who met them."""

from secrets import token_hex
from typing import Final

import discord
import structlog
from discord import app_commands

from bot.log import origin
from bot.model.reasons.database import NotRead
from bot.model.refusals import Refusal
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.messages.refusals import refusal_text
from rules.core.game import TableError
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError

log = structlog.stdlib.get_logger(__name__)

SLOW: Final = "Discord is slow right now. Nothing is lost: I'll keep trying."

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
        case _:
            report = token_hex(4)
            log.error("unexpected error", report=report, cause=origin(error))
            return (
                f"Something went wrong on my side (report {report}). Nothing is lost: try again, "
                "or use `/hand` or `/match status`."
            )


def _discord_words(error: discord.HTTPException) -> str:
    match meaning(error):
        case Meaning.FORBIDDEN:
            return (
                "Discord doesn't let me do that in this channel. Nothing is lost: `/hand` and my direct messages "
                "still work."
            )
        case Meaning.GONE | Meaning.TOO_OLD:
            return "A message of this match was deleted. Nothing is lost: `/match status` posts it again."
        case Meaning.WAIT:
            return SLOW
        case _:
            log.warning("discord refused", code=error.code, status=error.status)
            return "Discord rejected my reply. Nothing was lost. Try again, or use `/hand`."


def permission_names(permissions: discord.Permissions) -> str:
    """Return permissions by their names in Discord's settings."""
    return ", ".join(NAMES.get(name, name.replace("_", " ").title()) for name, granted in permissions if granted)
