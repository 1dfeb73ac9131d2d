"""`/match undo`, and the ways in which one leaves a match or ends it."""

import discord
from discord import app_commands

from bot.model.proposal import Kind
from cogs.commands.match_ids import NUMBER, my_numbers
from cogs.commands.match_part import MatchPart, live
from cogs.delivery.answer import AnyInteraction


class MatchEnding(MatchPart):
    """What mostly takes the others' consent."""

    @app_commands.command(name="undo", description="Take back what you did last, or ask the others whether you may")
    @app_commands.describe(steps="how many steps, everybody's; none: your latest one", number=NUMBER)
    @app_commands.rename(number="match")
    async def undo(self, interaction: AnyInteraction, steps: int | None = None, number: int | None = None) -> None:
        """`/match undo`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            if steps is None:
                await self.presses.consents.undo(answer, number=position.match.id)
            else:
                await self.presses.consents.propose(answer, number=position.match.id, kind=Kind.UNDO, undoes=steps)

    @app_commands.command(name="draw", description="Offer the others to end the match as a draw")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def draw(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match draw`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.consents.propose(answer, number=position.match.id, kind=Kind.DRAW)

    @app_commands.command(name="hand-over", description="Offer your seat, with its hand; you play until it is taken")
    @app_commands.describe(user="who plays on for you; none: anybody on this server, or a computer", number=NUMBER)
    @app_commands.rename(number="match")
    async def hand_over(
        self, interaction: AnyInteraction, user: discord.User | None = None, number: int | None = None
    ) -> None:
        """`/match hand-over`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.seats.ask(answer, position, user)

    @app_commands.command(name="resign", description="Give a match up; you are asked once more")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def resign(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match resign`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.endings.ask(answer, position)

    @app_commands.command(name="abandon", description="End a match that is not played any more, without a result")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def abandon(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """`/match abandon`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            await self.presses.endings.abandon(answer, number=position.match.id)

    @undo.autocomplete("number")
    @draw.autocomplete("number")
    @hand_over.autocomplete("number")
    @resign.autocomplete("number")
    @abandon.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)
