"""*Challenge* in the menu of a user: choose a game, and they are invited to a match in this channel."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.model.match import UserId
from cogs.commands.feature import AnyCommand, Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.games import Games
from cogs.messages.message import Message
from cogs.presses.opening import Wanted
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.items import OPTIONS, menu, option
from cogs.widgets.refusals import SpokenRefusal

CHALLENGE: Final = "Challenge"
"""The name of the command in the context menu of a user."""


class ChallengeCommand(Feature):
    """Invites a user to a match from their context menu."""

    def offered(self) -> Sequence[AnyCommand]:
        """Return the command in the context menu of another user."""
        return [app_commands.ContextMenu(name=CHALLENGE, callback=self.challenge)]

    async def challenge(self, interaction: AnyInteraction, user: discord.User | discord.Member) -> None:
        """Ask for the game to which the user challenges another one."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            if user.id == interaction.user.id:
                raise SpokenRefusal("You can't challenge yourself. `/play` finds you a computer to play against.")
            await answer.say(challenge_message(self.host.games, user.id))

    @answers(purposes.CHALLENGE)
    async def play(self, answer: Answer, *, to: UserId, values: Sequence[str]) -> None:
        """Open a match of the chosen game for the two users."""
        if values[0] not in self.host.games:
            raise SpokenRefusal("That game is no longer offered. Choose the player again to see all games.")
        await self.presses.openings.open(answer, Wanted(game=values[0], options={}, deck=None, asked=[to]))


def challenge_message(games: Games, user: UserId) -> Message:
    """Return the question to which game the user is challenged."""
    offered = [option(game.title, key, game.summary) for key, game in games.items()][:OPTIONS]
    chooser = menu("Choose a game …", purposes.CHALLENGE(user), offered)
    return Message(f"To which game do you challenge <@{user}>? They're invited in this channel.", [chooser])
