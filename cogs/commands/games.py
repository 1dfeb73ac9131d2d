"""Naming a game in a command, and offering what can be typed."""

import asyncio
import re
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Final, TypeGuard

import discord
import structlog
from discord import app_commands

from bot.log import origin
from bot.model.refusals import Refusal
from cogs.messages.message import Message
from cogs.text import plain, shortened
from cogs.widgets.choices import Choice, resolve, search
from cogs.widgets.items import OPTIONS, menu, option
from render.picture import Picture, menu_picture
from rules.core.game import Game

CHOICES: Final = 25
"""Choices that an autocomplete may offer (Discord: Application Commands, "Autocomplete")."""
CHOICE_LIMIT: Final = 100
"""Characters of a choice's name, and of its value."""

NOTHING: Final = "-"
"""The value of the line that says why nothing is offered: to take it is to leave the field out."""

SOON: Final = 2.0
"""Seconds after which nothing is offered: an answer after 3 is not taken."""

Choices = list[app_commands.Choice[str]]
Games = Mapping[str, Game]

log = structlog.stdlib.get_logger(__name__)


def offer(found: list[Choice]) -> Choices:
    """At most 25 choices as autocomplete shows them."""
    fitting = [choice for choice in found if len(choice.word) <= CHOICE_LIMIT][:CHOICES]
    return [
        app_commands.Choice(
            name=shortened(f"{choice.text} ({choice.detail})" if choice.detail else choice.text, CHOICE_LIMIT),
            value=choice.word,
        )
        for choice in fitting
    ]


async def in_time(offered: Awaitable[list[Choice]], typed: str) -> Choices:
    """Those of the choices that fit what is typed; nothing rather than late. Where nothing can be offered, whatever is
    typed, one line says why.
    """
    try:
        return offer(search(await asyncio.wait_for(offered, SOON), typed))
    except Refusal as refusal:
        return [app_commands.Choice(name=plain(re.sub(r"[`*\\]", "", str(refusal)), CHOICE_LIMIT), value=NOTHING)]
    except TimeoutError:
        return []
    except Exception as error:  # noqa: BLE001 # there is nobody to tell
        log.error("nothing could be offered", cause=origin(error))  # noqa: TRY400 # never with the text of an error
        return []


def game_choices(games: Games) -> list[Choice]:
    """The games of this bot as choices of a command."""
    return [Choice(key, game.title, game.summary) for key, game in games.items()]


def given(typed: str | None) -> TypeGuard[str]:
    """Whether somebody has filled in a field: not if they took the line that says why nothing is offered."""
    return bool(typed and typed.strip()) and typed != NOTHING


async def shown_games(games: Games) -> Picture:
    """All games in one picture."""
    return await asyncio.to_thread(menu_picture, list(games.values()))


def asked_game(offered: Sequence[Choice], identity: str, question: str, picture: Picture | None = None) -> Message:
    """A menu of games, for who has named none; what is chosen comes by its key."""
    options = [option(choice.text, choice.word, choice.detail) for choice in offered]
    return Message(question, [menu("Choose a game …", identity, options[:OPTIONS])], picture, "games.png")


def game_before(games: Games, interaction: discord.Interaction[Any]) -> Game:
    """The game that is filled in while somebody types in another field.

    Raises:
        Refusal: there is none yet.
    """
    typed = interaction.namespace.game
    if not given(typed):
        raise Refusal("Choose a game first to see suggestions here.")
    return named_game(games, typed)


def named_game(games: Games, typed: str) -> Game:
    """The game that somebody named, by its key or title.

    Raises:
        NoSuchChoice: there is none; says which there are.
    """
    return games[resolve(game_choices(games), typed, "game").word]
