"""Loses single shards of the bot, and kills it, while people play at tables on servers of every shard."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.content.library import load_library
from bot.model.shards import Shard
from rules.catalog import GAMES
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.invariants import Watch
from tests.chaos.kills import LIVES, Kills, Table
from tests.chaos.ledger import ledger_faults
from tests.chaos.program import library_of
from tests.chaos.stored import Stored
from tests.chaos.tables import game_bot
from tests.chaos.tally import Tally
from tests.patience import PATIENT
from tests.wire.whole_program import WHOLE_PROGRAM

SHARDS: Final = 4

LOST: Final = 0.5
"""The most seconds for which a shard stays lost once the bot has noticed the loss."""

KILLED: Final = 0.5
"""The chance that a kill happens while a shard is lost."""

EXACT: Final = 0.001
"""Seconds by which a deadline may differ for rounding."""

_PACE: Final = {"pace": "1h"}

_BACK: Final = "a shard is back"


class _Running(NamedTuple):
    """One decision for which a clock runs."""

    match_id: int
    seat: int
    asked_at: float


class Counted(NamedTuple):
    """A clock that runs."""

    deadline: float
    until: float
    """The moment up to which the deadline allows for outages."""

    def owed(self, since: float, until: float) -> float:
        """Return the time that an outage between these moments still has to add to the deadline."""
        return until - max(since, self.until)


class ShardLosses(Kills):
    """Loses shards of a bot, and kills it, while people play at its tables: one on a server of each shard, and more."""

    def __init__(self, wire: Wire, bot: BotProcess, stored: Stored, games: Sequence[str], random: Random) -> None:
        super().__init__(wire, bot, stored, games, random, ahead=None)
        guilds = [wire.add_guild(f"of shard {shard_id}", (1_000 + shard_id) << 22) for shard_id in range(SHARDS)]
        for guild in guilds:
            wire.user("Zoe", guild)
        self._watch = Watch(wire, stored, wire.user("Zoe"))
        some = islice(cycle(games), max(len(self._tables), SHARDS))
        self._tables = [
            Table(
                wire,
                stored,
                game,
                number,
                random,
                ahead=None,
                guild=guilds[number % SHARDS],
                away=guilds[(number + 1) % SHARDS],
                opening=_PACE,
            )
            for number, game in enumerate(some)
        ]
        self._thinking = False
        """Whether nobody acts during the next loss, so that clocks run through it. This is so every second time: while
        people act, few clocks do, on a fast machine perhaps none.
        """

    async def lose_and_kill(self, losses: int, kills: int) -> Tally:
        """Lose a shard and kill the bot this many times. After each, check everything that people see."""
        done = self.tally.done
        while (done["losses of a shard"] < losses or done["kills"] < kills) and not self.tally.faults:
            is_killed = done["kills"] < kills and (done["losses of a shard"] >= losses or self._random.random() < 0.5)
            if is_killed and self._random.random() >= KILLED:
                await self._play_until_killed()
                await self._up()
            else:
                await self._lose(is_killed=is_killed)
            await self._look()
        return self.tally

    async def _lose(self, *, is_killed: bool) -> None:
        over = asyncio.Event()
        playing = self._crowd(over)
        await self._some_requests(playing)
        if self._thinking:
            over.set()
            await asyncio.wait(playing)
            self._judge(playing)
        self._thinking = not self._thinking
        shard = Shard(self._random.randrange(SHARDS), SHARDS)
        before = self._clocks()
        self._wire.gateway.lose(shard.id)
        await self._stored.until(lambda: shard in self._lost(), f"noticing that {shard} is lost")
        since, before = self._lost()[shard], self._clocks() | before
        await asyncio.sleep(self._random.uniform(0, LOST))
        if is_killed:
            died = time.time()
            await self._kill()
            for task in playing:
                task.cancel()
            await asyncio.wait(playing)
            self._wire.gateway.restore(shard.id)
            started = time.time()
            await self._up()
            self.tally.done["kills while a shard was lost"] += 1
            self._credited(before, everywhere=started - died, since=since, until=started, shard=shard)
            return
        restored = time.time()
        self._wire.gateway.restore(shard.id)
        await self._stored.until(lambda: shard not in self._lost(), f"the return of {shard}")
        self._credited(before, everywhere=0.0, since=since, until=restored, shard=shard)
        self.tally.done["losses of a shard"] += 1
        self.tally.done["losses of shard 0"] += shard.has_direct_messages
        over.set()
        await asyncio.wait(playing)
        self._judge(playing)

    def _credited(
        self, before: Mapping[_Running, Counted], *, everywhere: float, since: float, until: float, shard: Shard
    ) -> None:
        """Expect that the deadline of every clock that still runs for the same decision was moved by the outage that
        affected it, and that no other deadline was moved.

        everywhere: the seconds of an outage of the whole bot. since, until: when the shard was lost.
        """
        after, seen = self._clocks(), 0
        guilds, hands = self._stored.guilds(), self._stored.hands_by_direct_message()
        for running in before.keys() & after.keys():
            moved = after[running].deadline - before[running].deadline
            by_hand = shard.has_direct_messages and (running.match_id, running.seat) in hands
            is_affected = by_hand or any(map(shard.has, guilds[running.match_id]))
            owed = before[running].owed(since, until) if is_affected else everywhere
            self.tally.expect(moved >= owed - EXACT, f"{running} was given {moved:.3f} s of {owed:.3f} s by {shard}")
            if not is_affected and not everywhere:
                self.tally.expect(moved < EXACT, f"{running} stopped for {moved:.3f} s, though only {shard} was lost")
            self.tally.done["clocks that had to stop" if is_affected else "clocks that had to go on"] += 1
            seen += 1
        self.tally.done["looks at clocks"] += seen > 0

    def _clocks(self) -> dict[_Running, Counted]:
        return {_Running(*row[:3]): Counted(*row[3:]) for row in self._stored.running_clocks()}

    def _lost(self) -> dict[Shard, float]:
        return {Shard(*row[:2]): row[2] for row in self._stored.lost_shards()}

    async def _up(self) -> None:
        served = self._served() + SHARDS
        await super()._up()
        await self._stored.until(lambda: self._served() >= served and not self._lost(), "the return of all shards")

    def _served(self) -> int:
        return sum(_BACK in line for line in self._bot.log)


async def shard_losses(count: int, seed: int, game: str | None = None) -> AsyncIterator[Tally]:
    """Lose a shard and kill a bot this many times. The bot has one game and short pauses, or is unmodified with all
    games. Yield the tally after each bot.
    """
    whole, random = Tally(), Random(seed)  # noqa: S311 # the same trial for the same seed, as far as processes are
    left = count
    while left and not whole.faults:
        some = min(LIVES, left)
        whole.add(await _lives(some, random, game))
        left -= some
        yield whole


async def _lives(count: int, random: Random, game: str | None) -> Tally:
    options = Options(
        shards=SHARDS, max_concurrency=SHARDS, identify_every=0, identifies_a_day=10**6, first_answer=PATIENT
    )
    with tempfile.TemporaryDirectory() as folder:
        async with Wire(options) as wire:
            bot = (
                game_bot(wire, Path(folder), game, 1)
                if game
                else BotProcess(wire, Path(folder), imported=WHOLE_PROGRAM)
            )
            async with bot:
                stored = Stored(bot.database, wire.clock.now)
                trial = ShardLosses(wire, bot, stored, [game] if game else list(GAMES), random)
                tally = await trial.lose_and_kill(count, count)
                stored.close()
            tally.faults += await ledger_faults(bot.database, library_of(game) if game else load_library())
            tally.done["REST calls"] += len(wire.requests)
    return tally
