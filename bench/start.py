"""`python -m bench.start [MATCHES ...]`: how a start goes with so many matches in play, and what they hold in memory.

The bot runs as a process, unmodified, against the stand-in for Discord in `sandbox.wire`. It is ready as soon as it was
greeted and its commands are known; then a player asks for their hand in one of the matches, which nobody has looked
at before. With `--plies` people then play so many plies of every game, and memory is looked at on the way. It needs
Linux.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench.guest import HERE
from bench.live_matches import PLIES, Place, fill
from bench.players import TYPICAL, Players, waiting
from bench.processes import idle, memory, processor
from rules.catalog import GAMES
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

MATCHES: Final = (10, 1_000, 10_000)
ROUNDS: Final = 3
READY: Final = 10.0
"""Seconds until a bot is ready, whatever it hosts."""
RESIDENT: Final = 200.0
"""MiB of the process after a long evening."""
LOOKS: Final = 10
"""So often the memory is looked at while people play."""

OPTIONS: Final = Options(openapi=None, identify_every=0, first_answer=60)


async def start(folder: Path, matches: int) -> dict[str, float]:
    """Start with so many live matches, and look at one of them."""
    async with Wire(OPTIONS) as wire:
        users = [wire.user(name) for name in ("Ada", "Bo")]
        bot = BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run"))
        bot.database.unlink(missing_ok=True)
        numbers = [user.id for user in users]
        await fill(bot.database, matches, Place(guild=wire.guild.id, channel=wire.channel.id, users=numbers))
        began = perf_counter()
        async with bot:
            await wire.until(lambda: wire.world.commands, what="the commands")
            found = {"ready s": perf_counter() - began, "ready MiB": memory(bot.pid), "ready ms": _used(bot)}
            await asyncio.sleep(2.5)  # discord.py waits so long for its servers
            await _quiet(wire, bot)
            found |= {"idle MiB": memory(bot.pid), "idle ms": _used(bot), "sent": len(_sent(wire))}
            asked = perf_counter()
            reply = await users[0].slash("/hand")
            found["first hand s"] = perf_counter() - asked
            assert "Match #1 " in reply.content, reply.content
            await _quiet(wire, bot)
            found["looked at MiB"] = memory(bot.pid)
            wire.assert_clean()
    return found


async def evening(folder: Path, plies: int) -> list[tuple[int, float]]:
    """The memory of the process while people play matches of all games, by plies."""
    async with Wire(OPTIONS) as wire, BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run")) as bot:
        await asyncio.sleep(2.5)
        tables = []
        for game in GAMES:
            channel = wire.add_channel(game, wire.guild)
            users: list[User] = [wire.user(f"{name} of {game}") for name in ("Ada", "Bo")]
            tables.append(Players(wire, bot, channel, users, game=game, manner=TYPICAL, seed=1))
        found, played = [(0, memory(bot.pid))], 0
        for _ in range(LOOKS):
            for table in tables:
                played += await table.play(max(1, plies // LOOKS // len(tables)))
            found.append((played, memory(bot.pid)))
            for attachment in list(wire.world.attachments.values())[:-100]:
                attachment.data = b""  # nobody will look at it any more
        wire.assert_clean()
    return found


def _used(bot: BotProcess) -> float:
    return processor(bot.pid) * 1000


def _sent(wire: Wire) -> Sequence[object]:
    return wire.requests.where(lambda each: each.route.startswith("/channels/"))


async def _quiet(wire: Wire, bot: BotProcess) -> None:
    await idle(bot.pid, lambda: waiting(wire))


def lines(found: Mapping[int, Sequence[Mapping[str, float]]], plies: Sequence[tuple[int, float]]) -> Iterator[str]:
    """The figures for people: medians over the rounds, and the least and the greatest."""
    yield f"{f'live matches, {PLIES} plies each':<30}" + "".join(f"{matches:>24,}" for matches in found)
    for figure in next(iter(found.values()))[0]:
        values = [[each[figure] for each in rounds] for rounds in found.values()]
        shown = "".join(f"{median(each):>10.2f} {min(each):>6.2f}-{max(each):<6.2f}" for each in values)
        goal = f" goal: under {READY:g}" if figure == "ready s" else ""
        yield f"  {figure:<28}{shown}{goal}".rstrip()
    if plies:
        yield f"{'plies':>10}{'MiB':>10}   goal: under {RESIDENT:g}, and flat"
        for played, resident in plies:
            yield f"{played:>10,}{resident:>10.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description="Starting with many matches in play.")
    parser.add_argument(
        "matches", nargs="*", type=int, default=MATCHES, metavar="MATCHES", help="in play (10 1000 10000)"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"({ROUNDS})")
    parser.add_argument("--plies", type=int, default=0, help="play so many afterwards, with a bot of their own (0)")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    found: dict[int, list[Mapping[str, float]]] = {matches: [] for matches in options.matches}
    plies: list[tuple[int, float]] = []
    with TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for matches, rounds in found.items():
                rounds.append(asyncio.run(start(Path(folder), matches)))
        if options.plies:
            Path(folder, "evening").mkdir()
            plies = asyncio.run(evening(Path(folder, "evening"), options.plies))
    if options.json:
        print(json.dumps({"starts": found, "plies": plies}))
        return
    print("\n".join(lines(found, plies)))


if __name__ == "__main__":
    main()
