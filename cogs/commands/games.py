"""Name a game in a command, and suggest what to type."""

import asyncio
import re
from collections.abc import Awaitable
from typing import Any, Final, TypeGuard

import discord
import structlog
from discord import app_commands

from bot.log import origin
from bot.model.refusals import Refusal
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.messages.games import Games, game_choices
from cogs.messages.refusals import refusal_text
from cogs.text import plain, shortened
from cogs.widgets.choices import Choice, resolve, search
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game

CHOICES: Final = 25
"""The maximum number of choices that an autocomplete may offer (Discord: Application Commands, "Autocomplete")."""
CHOICE_LIMIT: Final = 100
"""The maximum number of characters of a choice's name and of its value."""

NOTHING: Final = "-"
"""The value of the line that explains why there are no suggestions. A user who picks it leaves the field empty."""

SOON: Final = 2.0
"""Seconds after which no suggestions are sent: Discord rejects an answer after 3."""

Choices = list[app_commands.Choice[str]]

log = structlog.stdlib.get_logger(__name__)


def offer(choices: list[Choice]) -> Choices:
    """Return at most 25 choices in the form of an autocomplete."""
    fitting = [choice for choice in choices if len(choice.word) <= CHOICE_LIMIT][:CHOICES]
    return [
        app_commands.Choice(
            name=shortened(f"{choice.text} ({choice.detail})" if choice.detail else choice.text, CHOICE_LIMIT),
            value=choice.word,
        )
        for choice in fitting
    ]


async def in_time(offered: Awaitable[list[Choice]], typed: str) -> Choices:
    """Return the choices that match the typed text, or nothing if they take too long. If there can be no choices at
    all, return one line that explains why.
    """
    try:
        return offer(search(await asyncio.wait_for(offered, SOON), typed))
    except Refusal as refusal:
        return [
            app_commands.Choice(name=plain(re.sub(r"[`*\\]", "", refusal_text(refusal)), CHOICE_LIMIT), value=NOTHING)
        ]
    except TimeoutError:
        return []
    except Exception as error:  # noqa: BLE001 # no one can be told
        log.error("nothing could be offered", cause=origin(error))  # noqa: TRY400 # without the error's text
        return []


def given(typed: str | None) -> TypeGuard[str]:
    """Return whether a field was filled in. Empty text and the line that explains missing suggestions do not count."""
    return bool(typed and typed.strip()) and typed != NOTHING


async def games_offered(host: Host, interaction: AnyInteraction) -> list[Choice]:
    """Return the games that can be played where a user is, as choices."""
    return game_choices(await host.games_here(interaction))


def game_before(games: Games, interaction: discord.Interaction[Any]) -> Game:
    """Return the game in the `game` option while the user types in another one.

    Raises:
        Refusal: it is empty.
    """
    typed = interaction.namespace.game
    if not given(typed):
        raise SpokenRefusal("Choose a game first to see suggestions here.")
    return named_game(games, typed)


def named_game(games: Games, typed: str) -> Game:
    """Return the game with this key or title.

    Raises:
        NoSuchChoice: there is no such game; the message lists all games.
    """
    return games[resolve(game_choices(games), typed, "game").word]
