"""`python -m bench.pings [GAME ...]`: the public messages and pings of whole matches, by how long people think.

People play by slash commands in a simulated Discord whose clock this program moves forward by a fixed number of seconds
before each decision. Every figure comes from one match of two players, with a fixed seed and the quick player's
choices.
"""

import argparse
import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog

from bot.content.seeds import load_games
from bot.model.match import Status
from rules.catalog import GAMES
from tests.cogs.test_whole_match import by_command
from tests.cogs.town import Server, Town, Wall, build
from tests.patience import PATIENT

SECONDS: Final = (20, 40, 60, 120)
"""The seconds before each decision."""
PLIES: Final = 400
"""The number of plies after which a measured match is cut off."""


async def count(folder: Path, game: str, seconds: int) -> tuple[int, int, int]:
    """Return the plies, public messages and pings of a match in which each decision takes this many seconds."""
    wall, games = Wall(), load_games()
    house: list[Any] = list(await build(folder / f"{game}-{seconds}.sqlite3", games, wall))
    wall.env = env = Server(house[1], settle_timeout=PATIENT)
    await env.start()
    try:
        town = Town(env, folder / f"{game}-{seconds}.sqlite3", games, house, wall)
        match = await town.open(game, *town.people[:2])
        while match.status is Status.LIVE and match.ply < PLIES:
            person = await town.asked(match.id, match.ply)
            await town.wait(seconds)
            words = await town.choice(match.id, person.id, match.ply)
            await by_command(town, person, words, complete=False)
            match = await town.match()
        counted = match.ply, len(town.pings()), sum(map(len, town.pings()))
    finally:
        await env.shutdown()
        await house[0].close()
    return counted


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.pings", description="Count public messages and pings.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to play (all)")
    options = parser.parse_args(arguments)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    print(f"{'':<14}{'plies':>6}" + "".join(f"{f'{seconds} s':>12}" for seconds in SECONDS) + "   messages / pings")
    for game in options.games or GAMES:
        with TemporaryDirectory() as folder:
            rows = [asyncio.run(count(Path(folder), game, seconds)) for seconds in SECONDS]
        cells = "".join(f"{f'{messages} / {pings}':>12}" for _, messages, pings in rows)
        print(f"{game:<14}{rows[0][0]:>6}{cells}", flush=True)


if __name__ == "__main__":
    main()
