"""`/learn`: a first match of a game with a teacher, step by step, for one person alone."""

from typing import Any

from discord import app_commands

from cogs.commands.games import Choices, game_choices, given, in_time, named_game
from cogs.delivery.answer import Answering, AnyInteraction
from cogs.host import Host
from cogs.presses.lesson import LessonPresses
from cogs.widgets.choices import Choice


def learn_command(host: Host, answering: Answering, presses: LessonPresses) -> app_commands.Command[Any, ..., None]:
    """`/learn`."""

    @app_commands.command(name="learn", description="Learn a game: a first match with a teacher, to you alone")
    @app_commands.describe(game="what you want to learn; asked for if left out")
    async def learn(interaction: AnyInteraction, game: str | None = None) -> None:
        async with answering(interaction) as answer:
            await host.meet(interaction)
            if given(game):
                await presses.learn(answer, name=named_game(host.games, game).key)
            else:
                await presses.ask(answer)

    @learn.autocomplete("game")
    async def complete(_: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return game_choices(host.games)

        return await in_time(offered(), typed)

    return learn
