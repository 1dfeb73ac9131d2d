"""Naming a game in a command."""

from typing import Any

from discord import app_commands

from bot.client import HiddenHand
from cogs.choices import Choice, resolve, search
from cogs.errors import AnyInteraction
from cogs.text import shortened
from rules.core.game import Game

CHOICES = 25
"""Choices that an autocomplete may offer (Discord: Application Commands, "Autocomplete")."""
CHOICE_LIMIT = 100
"""Characters of a choice's name, and of its value."""


def offer(found: list[Choice]) -> list[app_commands.Choice[str]]:
    """At most 25 choices as autocomplete shows them."""
    fitting = [choice for choice in found if len(choice.word) <= CHOICE_LIMIT][:CHOICES]
    return [
        app_commands.Choice(
            name=shortened(f"{choice.text} ({choice.detail})" if choice.detail else choice.text, CHOICE_LIMIT),
            value=choice.word,
        )
        for choice in fitting
    ]


async def complete_game(interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
    """Offers the games."""
    return offer(search(_games(interaction.client), typed))


def named_game(interaction: AnyInteraction, typed: str) -> Game[Any, Any]:
    """The game that somebody named, by its key or title.

    Raises:
        NoSuchChoice: there is none; says which there are.
    """
    client: HiddenHand = interaction.client
    return client.games[resolve(_games(client), typed, "game").word]


def _games(client: HiddenHand) -> list[Choice]:
    return [Choice(key, game.title, game.summary) for key, game in client.games.items()]
