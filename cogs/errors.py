"""One place that turns whatever goes wrong into a kind private answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.client import PERMISSIONS
from bot.log import origin
from bot.matches import Refusal
from bot.store.errors import StoreError
from cogs.text import shortened
from rules.core.game import TableError
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError

MESSAGE_LIMIT: Final = 2000
"""Characters of a message (Discord: Create Message, `content`)."""

NO_SUCH_INTERACTION: Final = 10062
ANSWERED_ALREADY: Final = 40060
TOKEN_EXPIRED: Final = 50027
_TOO_LATE: Final = frozenset({NO_SUCH_INTERACTION, ANSWERED_ALREADY, TOKEN_EXPIRED})

log = structlog.stdlib.get_logger(__name__)

AnyInteraction = discord.Interaction[Any]


@asynccontextmanager
async def answering(interaction: AnyInteraction) -> AsyncIterator[None]:
    """Whatever is raised inside is explained to the person who asked, and to nobody else."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the last line of defence: nothing may end as "interaction failed"
        await explain(interaction, error)


async def explain(interaction: AnyInteraction, error: Exception) -> None:
    """Answer privately to an error; what nobody foresaw is logged under an id that the answer names."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        cause = getattr(error, "original", None) or error.__cause__
        if not isinstance(cause, Exception):
            break
        error = cause
    if isinstance(error, discord.HTTPException) and error.code in _TOO_LATE:
        log.info("answer came too late", code=error.code)
        return
    try:
        await tell(interaction, kind_words(error))
    except discord.HTTPException as failed:
        log.info("could not answer", code=failed.code, status=failed.status)


def kind_words(error: Exception) -> str:
    """What to say to the person who met this error."""
    match error:
        case Refusal() | IllegalActionError() | TableError() | NotationError():
            return str(error)
        case discord.Forbidden():
            return (
                "Discord does not let me do that here. Please ask an admin of the server to give me these permissions "
                f"in this channel: {permission_names(PERMISSIONS)}. Nothing is lost: `/match status` goes on from here."
            )
        case discord.NotFound():
            return (
                "A message or channel of this match is gone. Nothing is lost: `/match status` hangs the table up again."
            )
        case discord.HTTPException():
            log.warning("discord refused", code=error.code, status=error.status)
            return "Discord did not take my answer. Nothing is lost: try again, or go on with `/hand`."
        case StoreError():
            return "That could not be read just now, and nothing was changed. Try again in a minute."
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "This command has just changed. Reload Discord (Ctrl+R), or try again in a minute."
        case app_commands.CheckFailure():
            return "You may not use this command here."
        case _:
            report = token_hex(4)
            log.error("unexpected error", report=report, cause=origin(error))
            return (
                f"Something went wrong on my side (report {report}). Nothing is lost: try again, "
                "or go on with `/hand` or `/match status`."
            )


def permission_names(permissions: discord.Permissions) -> str:
    """Permissions as Discord's settings call them, more or less."""
    return ", ".join(name.replace("_", " ").title() for name, granted in permissions if granted)


async def tell(interaction: AnyInteraction, text: str, **more: Any) -> None:
    """Say something to the person who asked that nobody else sees, however the interaction stands."""
    text = shortened(text, MESSAGE_LIMIT)
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, **more)
    else:
        await interaction.response.send_message(text, ephemeral=True, **more)
