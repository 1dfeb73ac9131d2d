"""`python -m bench.evening [--plies N]`: the memory of the bot's process while people play, which should stay flat.

The bot runs as a process, unmodified, against the stand-in for Discord in `sandbox.wire`; people play a match of every
game in turn. It needs Linux.
"""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.guest import HERE
from bench.players import TYPICAL, Players
from bench.processes import memory
from rules.catalog import GAMES
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

PLIES: Final = 2_000
RESIDENT: Final = 200.0
"""The most memory that the process may use after a long evening, in MiB."""
LOOKS: Final = 10
"""The number of times that the memory is measured."""

OPTIONS: Final = Options(openapi=None, identify_every=0, first_answer=60)


async def evening(folder: Path, plies: int) -> list[tuple[int, float]]:
    """Let people play matches of all games. Return the plies so far and the memory in MiB, by measurement."""
    async with Wire(OPTIONS) as wire, BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run")) as bot:
        await asyncio.sleep(2.5)
        tables = []
        for game in GAMES:
            channel = wire.add_channel(game, wire.guild)
            users: list[User] = [wire.user(f"{name} of {game}") for name in ("Ada", "Bo")]
            tables.append(Players(wire, bot, channel, users, game=game, manner=TYPICAL, seed=1))
        sizes, played = [(0, memory(bot.pid))], 0
        for _ in range(LOOKS):
            for table in tables:
                played += await table.play(max(1, plies // LOOKS // len(tables)))
            sizes.append((played, memory(bot.pid)))
            for attachment in list(wire.world.attachments.values())[:-100]:
                attachment.data = b""  # no longer needed
        wire.assert_clean()
    return sizes


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.evening", description="Measure the memory while people play."
    )
    parser.add_argument("--plies", type=int, default=PLIES, help=f"number of plies ({PLIES:,})")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        sizes = asyncio.run(evening(Path(folder), options.plies))
    print(f"{'plies':>10}{'MiB':>10}   goal: under {RESIDENT:g}, and flat")
    for played, resident in sizes:
        print(f"{played:>10,}{resident:>10.0f}")


if __name__ == "__main__":
    main()
