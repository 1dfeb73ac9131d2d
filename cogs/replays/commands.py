"""`/match replay`: watch a finished match again."""

from discord import app_commands

from cogs.commands.match_part import MatchPart
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.replays.presses import ReplayPresses


class ReplayCommand(MatchPart):
    """The command. The presses show the replay."""

    def __init__(self, host: Host, presses: Presses, replays: ReplayPresses) -> None:
        super().__init__(host, presses)
        self._replays = replays

    @app_commands.command(name="replay", description="Watch a finished match again, move by move")
    @app_commands.describe(
        number="number of a finished match (leave empty for your latest one)",
        ply="the move to begin with (leave empty for the deal)",
    )
    @app_commands.rename(number="match", ply="move")
    async def replay(
        self, interaction: AnyInteraction, number: int | None = None, ply: app_commands.Range[int, 0, 1_000_000] = 0
    ) -> None:
        """Answer `/match replay`."""
        async with self.host.answering(interaction) as answer:
            if number is None:
                number = await self.host.app.history.latest(answer.user)
            position = await self.here(interaction, number)
            await self._replays.show(answer, match_id=position.match.id, moment=ply)
