"""`/learn`: a first match of a game with a teacher, step by step, for one player alone."""

import asyncio

from discord import app_commands
from discord.ext import commands

from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.lessons.presses import LessonPresses
from cogs.messages.games import game_choices


class LearnCommand(commands.Cog):
    """The command. The presses show the lessons."""

    def __init__(self, host: Host, presses: LessonPresses) -> None:
        self._host = host
        self._presses = presses

    @app_commands.command(name="learn", description="Learn a game in a first match with a teacher (only you see it)")
    @app_commands.describe(game="the game (leave empty to choose from a list)")
    async def learn(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/learn`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            if given(game):
                await self._presses.learn(answer, name=named_game(self._host.games, game).key)
            else:
                await self._presses.ask(answer)

    @learn.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self._host.games)), typed)
