"""`/match undo`, and the ways to leave or end a match."""

import discord
from discord import app_commands

from bot.model.proposal import Kind
from cogs.commands.match_ids import NUMBER, my_numbers
from cogs.commands.match_part import MatchPart, live
from cogs.delivery.answer import AnyInteraction


class MatchEnding(MatchPart):
    """The commands that mostly need the other players' consent."""

    @app_commands.command(name="undo", description="Undo your last move, or ask the other players to allow it")
    @app_commands.describe(steps="how many moves, counting everyone's (leave empty for your last one)", number=NUMBER)
    @app_commands.rename(number="match")
    async def undo(self, interaction: AnyInteraction, steps: int | None = None, number: int | None = None) -> None:
        """Answer `/match undo`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            if steps is None:
                await self.presses.consents.undo(answer, match_id=position.match.id)
            else:
                await self.presses.consents.propose(answer, match_id=position.match.id, kind=Kind.UNDO, undoes=steps)

    @app_commands.command(name="draw", description="Offer the other players a draw")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def draw(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match draw`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.consents.draw(answer, position)

    @app_commands.command(
        name="pause", description="Ask the others for a break in which no clock runs, or end the present one"
    )
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def pause(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match pause`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.consents.pause(answer, position)

    @app_commands.command(
        name="hand-over", description="Offer your seat and hand to another player; you play until it's taken"
    )
    @app_commands.describe(user="who takes over (leave empty for anyone on this server, or a computer)", number=NUMBER)
    @app_commands.rename(number="match")
    async def hand_over(
        self, interaction: AnyInteraction, user: discord.User | None = None, number: int | None = None
    ) -> None:
        """Answer `/match hand-over`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.seats.ask(answer, position, user)

    @app_commands.command(name="resign", description="Resign from a match (asks for confirmation)")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def resign(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match resign`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await self.presses.endings.ask(answer, position)

    @app_commands.command(name="abandon", description="End a match without a result, if all players agree")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def abandon(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match abandon`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            await self.presses.endings.abandon(answer, match_id=position.match.id)

    @undo.autocomplete("number")
    @draw.autocomplete("number")
    @pause.autocomplete("number")
    @hand_over.autocomplete("number")
    @resign.autocomplete("number")
    @abandon.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)
