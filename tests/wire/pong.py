"""A bare discord.py bot with one command and as many shards as Discord recommends: `python -m tests.wire.pong`."""

import asyncio
import os
import signal

import discord
from discord import app_commands


class Pong(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="ping", description="Answers")(answer)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, because tests switch the limit off."""


async def answer(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("pong", ephemeral=True)


async def main() -> None:
    async with Pong() as client:
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None
        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(task.cancel))
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except asyncio.CancelledError:
        print("stopped")  # noqa: T201 # the test reads its output
