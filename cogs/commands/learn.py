"""`/learn`: a first match of a game with a teacher, step by step, for one player alone."""

import asyncio

from discord import app_commands

from cogs.commands.feature import Feature
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import AnyInteraction
from cogs.messages.games import game_choices


class LearnCommand(Feature):
    """The command. The presses show the lessons."""

    @app_commands.command(name="learn", description="Learn a game in a first match with a teacher (only you see it)")
    @app_commands.describe(game="the game (leave empty to choose from a list)")
    async def learn(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/learn`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            if given(game):
                await self.presses.lessons.learn(answer, name=named_game(self.host.games, game).key)
            else:
                await self.presses.lessons.ask(answer)

    @learn.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self.host.games)), typed)
