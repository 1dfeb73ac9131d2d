"""The time that the bot takes to start, and its memory, on many servers and on one. Nobody plays a match.

A server has as many channels and roles as an ordinary one, and a shard as many servers as Discord advises. The bot runs
as a process, unmodified, against the stand-in for Discord in `sandbox.wire`, and may log all its shards in at the same
time. It is ready once all its shards are. It needs Linux.
"""

import asyncio
import math
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bench.guest import HERE
from bench.players import waiting
from bench.processes import idle, memory, processor
from sandbox.wire.model import Role
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.permissions import EVERYBODY
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

SERVERS: Final = (1, 1_000, 5_000)
FEW: Final = (1, 20)
A_SHARD: Final = 1_000
"""The number of servers for each shard, as the simulated Discord advises."""
CHANNELS, ROLES = 20, 10
"""The numbers of text channels and of roles, besides @everyone, of each server."""
PATIENCE: Final = 300.0
"""The longest time that a start may take, in seconds."""
BACK: Final = "a shard is back"


class Servers:
    """A bot on this many servers."""

    def __init__(self, folder: Path, servers: int) -> None:
        self._folder, self._lives = folder, count()
        shards = math.ceil(servers / A_SHARD)
        self._shards = shards
        self._wire = Wire(
            Options(openapi=None, shards=shards, max_concurrency=shards, identify_every=0, first_answer=60)
        )
        self._servers = servers

    async def open(self) -> None:
        """Start the wire, and create the servers."""
        await self._wire.__aenter__()
        world = self._wire.world
        for number in range(1, self._servers):
            guild = self._wire.add_guild(f"Server {number}", number << 22)
            for place in range(CHANNELS):
                self._wire.add_channel(f"channel-{place}", guild)
            for place in range(ROLES):
                role = Role(world.ids.make(), f"Role {place}", EVERYBODY)
                guild.roles[role.id] = role
        self._ada: User = self._wire.user("Ada")

    async def close(self) -> None:
        """Stop the wire."""
        await self._wire.__aexit__(None, None, None)

    async def look(self) -> Mapping[tuple[str, str], float]:
        """Start the bot, let a user use `/play`, and return the measured values by name and unit."""
        folder = self._folder / f"{self._servers} {next(self._lives)}"
        folder.mkdir()
        wire = self._wire
        wire.world.commands.clear()
        bot = BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run"))
        began = perf_counter()
        async with bot:
            await wire.until(
                lambda: wire.world.commands and sum(BACK in line for line in bot.log) >= self._shards,
                PATIENCE,
                what="all shards and the commands",
            )
            values = {("ready", "s"): perf_counter() - began}
            await asyncio.sleep(2.5)  # discord.py waits this long for its servers
            await idle(bot.pid, lambda: waiting(wire))
            values |= {("idle", "MiB"): memory(bot.pid), ("start, processor", "s"): processor(bot.pid)}
            begun = perf_counter()
            await self._ada.slash("/play")
            values["/play", "ms"] = 1000 * (perf_counter() - begun)
        wire.assert_clean()
        return values


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of every number beside a single server, round by round."""
    with asyncio.Runner() as runner:
        sizes = {servers: Servers(place, servers) for servers in (FEW if quick else SERVERS)}
        for size in sizes.values():
            runner.run(size.open())
        try:
            while True:
                small, *others = ((servers, runner.run(size.look())) for servers, size in sizes.items())
                yield [
                    Reading(f"{servers:,} servers: {what}", unit, value, {f"{small[0]} server": small[1][what, unit]})
                    for servers, values in others
                    for (what, unit), value in values.items()
                ]
        finally:
            for size in sizes.values():
                runner.run(size.close())


ENTRY: Final = Entry(
    name="servers",
    summary="the bot's start and memory on 1,000 and 5,000 servers where nobody plays, beside one",
    rounds=rounds,
)
