"""The times that the bot takes to start and to answer with a full database, beside a small one: they should be equal.

The bot runs as a process, unmodified, against the stand-in for Discord in `sandbox.wire`. It is ready once it is
connected and its commands are registered; then a player asks for their hand in a match that is not loaded yet, and
plays on in it. For each match in play there are ten rated players and a hundred ended matches. It needs Linux.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench import leaderboard
from bench.entry import Entry, Reading, Rounds
from bench.guest import HERE
from bench.live_matches import Place, Played, fill
from bench.players import type_action, waiting
from bench.processes import idle, memory, processor
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire

MATCHES: Final = (10, 1_000, 10_000)
FEW: Final = (10, 100)
RATED, OVER = 10, 100
"""The numbers of rated players and of ended matches for each match in play."""
REPEATS: Final = 10
A_SERVER: Final = 400
"""The number of channels with a match on each server; Discord allows 500 channels in all."""

OPTIONS: Final = Options(openapi=None, identify_every=0, first_answer=60)


class Scale:
    """A server with this many live matches, the first one between two people who are online."""

    def __init__(self, folder: Path, matches: int) -> None:
        self._folder = folder
        self._matches = matches
        self._lives = count()
        self._wire = Wire(OPTIONS)

    async def open(self) -> None:
        """Start the wire, and fill a database."""
        await self._wire.__aenter__()
        self._users: list[User] = [self._wire.user(name) for name in ("Ada", "Bo")]
        guild, channel, users = self._wire.guild.id, self._wire.channel.id, [user.id for user in self._users]
        path = self._folder / f"{self._matches}.sqlite3"
        first, channels = Place(guild=guild, channel=channel, users=users), self._channels()

        def place(number: int, seats: int) -> Place:
            at = first.of(number, seats)
            return replace(at, guild=channels[number][0], channel=channels[number][1]) if number else at

        played = await fill(path, self._matches, place)
        self._first: Played = played[0]
        await leaderboard.fill(path, leaderboard.crowd(RATED * self._matches), guild)
        add_results(path, guild, OVER * self._matches)
        self._full = path

    def _channels(self) -> list[tuple[int, int]]:
        """Return the ids of a server and a channel for every match, on as many servers as that takes."""
        return [
            (guild.id, self._wire.add_channel(f"table-{number}", guild).id)
            for first in range(0, self._matches, A_SERVER)
            for guild in [self._wire.add_guild(f"Server {first}")]
            for number in range(first, min(first + A_SERVER, self._matches))
        ]

    async def close(self) -> None:
        """Stop the wire."""
        await self._wire.__aexit__(None, None, None)

    async def look(self) -> Mapping[tuple[str, str], float]:
        """Start the bot, let people use commands and play, and return the measured values by name and unit."""
        folder = self._folder / f"{self._matches} {next(self._lives)}"
        folder.mkdir()
        wire, (ada, _) = self._wire, self._users
        wire.world.commands.clear()
        bot = BotProcess(wire, folder, module="bench.guest", command=(str(HERE), "run"))
        shutil.copy(self._full, bot.database)
        began = perf_counter()
        async with bot:
            await wire.until(lambda: wire.world.commands, what="the commands")
            values = {("ready", "s"): perf_counter() - began}
            await asyncio.sleep(2.5)  # discord.py waits this long for its servers
            await idle(bot.pid, lambda: waiting(wire))
            values |= {("idle", "MiB"): memory(bot.pid), ("start, processor", "s"): processor(bot.pid)}

            async def asked(ask: Callable[[], Awaitable[object]]) -> float:
                begun = perf_counter()
                await ask()
                took = 1000 * (perf_counter() - begun)
                await idle(bot.pid, lambda: waiting(wire))
                return took

            values["first hand", "ms"] = await asked(lambda: ada.slash("/hand"))
            moves = [
                await asked(lambda: type_action(wire, self._users[seat], wire.channel, self._first.game.key, action))  # noqa: B023 it is called at once
                for seat, action in self._first.onward(REPEATS)
            ]
            boards = [await asked(lambda: ada.slash("/leaderboard", game=leaderboard.GAME)) for _ in range(REPEATS)]
            states = [await asked(lambda: ada.slash("/match status")) for _ in range(REPEATS)]
            values |= {("a move", "ms"): median(moves), ("/leaderboard", "ms"): median(boards)}
            values |= {("/match status", "ms"): median(states), ("in the end", "MiB"): memory(bot.pid)}
        shutil.rmtree(folder)
        wire.assert_clean()
        return values


def add_results(path: Path, guild: int, results: int) -> None:
    """Store this many ended matches of two, each in a deleted channel, as they are once their logs were deleted."""
    with closing(sqlite3.connect(path)) as connection, connection:
        [[last]] = connection.execute("SELECT max(id) FROM matches")
        match = (
            "INSERT INTO matches (id, tag, game, guild_id, channel_id, host_id, status, version, pace, created_at, "
            "started_at, ended_at, rules_version, content_hash, rulebook_hash, ending, cleared_at, is_folded) "
            "SELECT ?, tag, game, ?, 1, 1, 'over', 60, pace, 0, 0, 0, rules_version, content_hash, rulebook_hash, "
            "'victory', 1, 1 "
            "FROM matches WHERE game = 'allocator' AND started_at IS NOT NULL LIMIT 1"
        )
        connection.executemany(match, ((last + number, guild) for number in range(1, results + 1)))
        chair = (
            "INSERT INTO players (match_id, seat, user_id, deck_id, deck_name, deck_is_random, final_rank, "
            "points_before, points_after, ended_at) VALUES (?, ?, ?, '', '', 0, ?, 1000, 1010, 0)"
        )
        users = results // RATED
        rows = ((last + 1 + n // 2, n % 2, 1 + (n // 2 + n % 2) % users, 1 + n % 2) for n in range(2 * results))
        connection.executemany(chair, rows)


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of every size beside the smallest one, round by round."""
    with asyncio.Runner() as runner:
        scales = {matches: Scale(place, matches) for matches in (FEW if quick else MATCHES)}
        for scale in scales.values():
            runner.run(scale.open())
        try:
            while True:
                small, *others = ((matches, runner.run(scale.look())) for matches, scale in scales.items())
                yield [
                    Reading(f"{matches:,} in play: {what}", unit, value, {f"{small[0]} in play": small[1][what, unit]})
                    for matches, values in others
                    for (what, unit), value in values.items()
                ]
        finally:
            for scale in scales.values():
                runner.run(scale.close())


ENTRY: Final = Entry(
    name="scale",
    summary="10,000 matches in play, 100,000 rated players and 1,000,000 results, beside a thousandth of them",
    rounds=rounds,
)
