"""A group of commands for each game, with a subcommand for each kind of action."""

from collections.abc import Callable, Coroutine, Sequence
from functools import cache
from inspect import Parameter, Signature
from types import new_class
from typing import Any

from discord import app_commands

from cogs.commands.feature import AnyCommand, Feature
from cogs.commands.games import CHOICE_LIMIT, Choices, given
from cogs.commands.match_ids import NUMBER
from cogs.commands.play import Play
from cogs.delivery.answer import AnyInteraction
from cogs.text import shortened
from rules.core.game import Game
from rules.core.notation import Action, Field, fields_of

Callback = Callable[..., Coroutine[Any, Any, Any]]
"""A function that discord.py calls with the group, the interaction and the typed options."""


class ActionCommands(Feature):
    """The commands of every game in the catalog."""

    def offered(self) -> Sequence[AnyCommand]:
        """Return a group of commands for each game."""
        play = Play(self.host, self.presses.hands)
        return [commands_of(type(game))(play) for game in self.host.games.values()]


class GameCommands(app_commands.Group):
    """The commands of a game: a subclass for each game, with a command for each kind of action."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play


@cache
def commands_of(game: type[Game]) -> type[GameCommands]:
    """Return the command group of a game. Cached, since discord.py reads options slowly. Every bot copies it."""
    commands = {f"do_{kind.verb}": _command(game.key, kind) for kind in game.actions}
    attributes = {"name": game.key, "description": shortened(game.summary, CHOICE_LIMIT)}
    return new_class(f"Of{game.__name__}", (GameCommands,), attributes, lambda members: members.update(commands))


def _command(key: str, kind: type[Action]) -> app_commands.Command[GameCommands, ..., None]:
    """Return the command for one kind of action: a text option with autocomplete for each field."""
    fields = fields_of(kind)

    async def play(
        group: GameCommands, interaction: AnyInteraction, number: int | None = None, **typed: str | None
    ) -> None:
        await group.play.typed(
            interaction, kind, key, number, {name: text for name, text in typed.items() if given(text)}
        )

    async def numbers(
        group: GameCommands, interaction: AnyInteraction, typed: object
    ) -> list[app_commands.Choice[int]]:
        return await group.play.numbers(interaction, typed)

    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("group", "interaction")]
    parameters += [  # buttons ask for missing options, with a picture where the game has one
        Parameter(field.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None) for field in fields
    ]
    parameters.append(Parameter("number", Parameter.POSITIONAL_OR_KEYWORD, annotation=int | None, default=None))
    play.__signature__ = Signature(parameters)  # type: ignore[attr-defined] # discord.py reads the options off it
    meanings = {field.name: shortened(field.meaning, CHOICE_LIMIT) for field in fields}
    completions = {field.name: _of_group(_completion(key, kind, field)) for field in fields}
    described = app_commands.describe(**meanings, number=NUMBER)
    completed = app_commands.autocomplete(**completions, number=_of_group(numbers))
    callback: Callback = app_commands.rename(number="match")(completed(described(_of_group(play))))
    summary = (kind.__doc__ or kind.verb).strip().splitlines()[0]
    return app_commands.Command(name=kind.verb, description=shortened(summary, CHOICE_LIMIT), callback=callback)


def _completion(key: str, kind: type[Action], field: Field) -> Callback:
    async def complete(group: GameCommands, interaction: AnyInteraction, typed: str) -> Choices:
        return await group.play.complete(interaction, kind, key, field, typed)

    return complete


def _of_group(function: Callback) -> Callback:
    """Rename the function to look like a method of the group, so that discord.py passes the group to it first."""
    function.__qualname__ = f"{GameCommands.__name__}.{function.__name__}"
    return function
