"""Kills any of three processes of one bot, restarts their database, and replaces processes, while people play.

The processes share 16 shards and a PostgreSQL server that the trial starts. Boards are on servers of every process;
hands are direct messages, which all go to the first process.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from bot.content.library import load_library
from bot.store.address import ServerAddress
from rules.catalog import GAMES
from rules.core.rng import split
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.invariants import Watch
from tests.chaos.kills import Kills, Table
from tests.chaos.ledger import ledger_faults
from tests.chaos.people import Party, StuckError
from tests.chaos.stored_on_server import MINUTE, StoredOnServer
from tests.chaos.tally import Tally
from tests.postgres.server import Server
from tests.wire.whole_program import WHOLE_PROGRAM

ANSWERED: Final = 60.0
"""Seconds after which people give up a press: the process that got it may have been killed."""
SHARDS: Final = 16
RANGES: Final = ("0-5/16", "6-10/16", "11-15/16")
SERVERS: Final = (1, 4, 7, 10, 13)
"""The shards of the servers on which people play: some of each process."""

LIFE: Final = 15
"""The number of kills with one database and one simulated Discord, before new ones are started. In each such life the
server of the database is restarted once, and one process is replaced by another one while it runs.
"""

MOST_AT_ONCE: Final = 4
"""The most strikes before everything is checked."""

WRITTEN: Final = 1.0
"""Seconds that a process may take to write where its tasks wait."""

GIVEN_UP: Final = 2.0
"""Seconds after which people press again while something is down."""

_IMPORTED: Final = (*WHOLE_PROGRAM, "psycopg", "bot.store.postgres.engine")

Strike = Callable[[], Awaitable[None]]


class Processes(Kills):
    """Strikes three processes and their database while people play at tables on servers of each."""

    def __init__(
        self, wire: Wire, server: Server, stored: StoredOnServer, games: Sequence[str], random: Random
    ) -> None:
        self._stack = ExitStack()
        self._server = server
        self._all_bots: list[BotProcess] = []
        """The present processes and those that they have replaced."""
        self._bots = [self._new(wire, server, shards) for shards in RANGES]
        super().__init__(wire, self._bots[0], stored, games, random, ahead=None)
        guilds = [wire.add_guild(f"of shard {shard}", (1_000 * SHARDS + shard) << 22) for shard in SERVERS]
        for guild in guilds:
            wire.user("Zoe", guild)
        self._watch = Watch(wire, stored, wire.user("Zoe"))
        self._tables = [
            Table(wire, stored, game, number, random, ahead=None, guild=guild, away=away)
            for number, (game, guild, away) in enumerate(zip(cycle(games), guilds, [*guilds[1:], guilds[0]]))
        ]
        self._read_lines: Counter[BotProcess] = Counter()
        self._earlier_lines: Counter[BotProcess] = Counter()
        """The number of lines in each log from before the process was last started."""
        self._strikes = 0
        """The number of strikes so far."""
        self._quiet = asyncio.Event()
        """Set while everything is running."""
        self._quiet.set()
        self.longest = 0.0
        """The most seconds that it took until everything was up to date."""

    async def start(self) -> None:
        """Start all processes, and wait until they serve."""
        await asyncio.gather(*map(self._serve, self._bots))

    async def end(self) -> None:
        """Stop all processes as an admin would, and expect them to end properly."""
        codes = await asyncio.gather(*(bot.terminate() for bot in self._bots))
        self.tally.expect(set(codes) == {0}, f"the processes ended with {codes}")

    async def kill_all(self) -> None:
        """Kill all processes, whatever happened."""
        for bot in self._all_bots:
            await bot.kill()

    async def keep_logs(self, folder: Path) -> None:
        """Write the log of each process into a folder, after it has told where each of its tasks waits."""
        for bot in self._all_bots:
            bot.show_tasks()
        await asyncio.sleep(WRITTEN)  # nothing tells that a process has written everything
        folder.mkdir(parents=True, exist_ok=True)
        for number, bot in enumerate(self._all_bots):
            (folder / f"process-{number}.log").write_text("\n".join(bot.log), "utf-8")

    async def strike(self, kills: int, *, restarts: int, replacements: int) -> Tally:
        """Kill processes, restart the database and replace processes this many times, in random order. Check everything
        that people see after every few strikes.
        """
        strikes: list[Strike] = [self._kill_one] * kills
        strikes += [self._restart_server] * restarts + [self._replace_one] * replacements
        self._random.shuffle(strikes)
        while strikes and not self.tally.faults:
            some = self._random.randint(1, MOST_AT_ONCE)
            await self._play_while_struck(strikes[:some])
            strikes = strikes[some:]
            begun = time.monotonic()
            await self._rest()
            self.longest = max(self.longest, time.monotonic() - begun)
            await self._look()
        return self.tally

    async def _play_while_struck(self, strikes: Sequence[Strike]) -> None:
        over = asyncio.Event()
        playing = self._crowd(over)
        giving_up = asyncio.create_task(self._give_up())
        for strike in strikes:
            await self._some_requests(playing)
            await asyncio.sleep(self._random.uniform(0, 0.05))  # nothing waits for it: any moment will do
            self._strikes += 1
            self._quiet.clear()
            await strike()
            self._quiet.set()
        await self._some_requests(playing)
        over.set()
        await asyncio.wait(playing)
        giving_up.cancel()
        self._judge(playing)

    async def _step(self, table: Table) -> None:
        """Let the people at a table take the next step. While something is down they may fail, and wait."""
        troubles, was_quiet = self._troubles(), self._quiet.is_set() and not self._cut_off()
        try:
            await table.step()
        except (
            StuckError,
            TimeoutError,
            LookupError,
        ):  # the last: no answer came
            if was_quiet and troubles == self._troubles():
                raise
            self.tally.done["times that people had to wait"] += 1
            await self._quiet.wait()
            await self._stored.until(lambda: not self._cut_off(), "processes that reach their database")

    def _troubles(self) -> int:
        """Return the number of strikes, and of times that a process told of a lost database."""
        return self._strikes + sum(_OUTAGE in line for bot in self._all_bots for line in bot.log)

    def _cut_off(self) -> bool:
        """Return whether a process tells that it cannot reach the database. Until it can, it refuses what people ask.
        What a killed process told last is no longer true.
        """
        logs = [bot.log[self._earlier_lines[bot] :] for bot in self._bots if bot.running]
        told = [[line for line in log if _OUTAGE in line] for log in logs]
        return any(lines and _UNREACHABLE in lines[-1] for lines in told)

    async def _give_up(self) -> None:
        """While something is down, let people press again wherever no answer comes. Run until cancelled."""
        while True:
            await asyncio.sleep(GIVEN_UP / 4)
            oldest = self._wire.clock.now() - GIVEN_UP
            latest = list(self._wire.world.interactions.values())[-50:]
            for interaction in latest if not self._quiet.is_set() else ():
                if not interaction.acknowledged and interaction.created < oldest:
                    self._wire.give_up(interaction)

    async def _kill_one(self) -> None:
        bot = self._random.choice(self._bots)
        self.tally.done["kills while the bot asked Discord"] += any(
            each.status is None and not each.gone for each in self._wire.requests.since(-100)
        )
        await bot.kill()
        self.tally.done["kills"] += 1
        self.tally.done[f"kills of {RANGES[self._bots.index(bot)]}"] += 1
        await self._serve(bot)

    async def _restart_server(self) -> None:
        await asyncio.to_thread(self._server.crash)  # in one go: a query waits for its end, and the event loop with it
        self.tally.done["crashes of the database"] += 1

    async def _replace_one(self) -> None:
        """Replace a process as UPGRADING.md says: stop the old one once the new one is ready."""
        place = self._random.randrange(len(RANGES))
        old, new = self._bots[place], self._new(self._wire, self._server, RANGES[place])
        self._quiet.set()  # nothing is down: people lose nothing, and have to wait for nothing
        await self._serve(new)
        await self._some_requests(())
        self._bots[place] = new
        try:
            code = await old.terminate()
        except TimeoutError:
            self.tally.faults.append(f"the old process of {RANGES[place]} did not end")
            return
        self._read_log(old)
        self.tally.expect(code == 0, f"the old process of {RANGES[place]} ended with {code}")
        self.tally.done["replacements"] += 1

    def _new(self, wire: Wire, server: Server, shards: str) -> BotProcess:
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        environment = {"DATABASE": server.url(_DATABASE), "BACKUP_HOURS": "0", "DISCORD_API": wire.api}
        bot = BotProcess(wire, folder, command=("run", "--shards", shards), environment=environment, imported=_IMPORTED)
        self._all_bots.append(bot)
        return bot

    async def _serve(self, bot: BotProcess) -> None:
        greeted = _greetings(bot)
        self._earlier_lines[bot] = len(bot.log)
        await bot.start()
        await self._stored.until(lambda: _greetings(bot) > greeted or not bot.running, "a process that is ready")
        if not bot.running:
            self.tally.faults.append(f"a process did not start: {bot.log[-5:]}")

    async def _rest(self) -> None:
        """Expect everything to be up to date within a minute."""
        parties = [party for table in self._tables for party in (*table.done, table.party) if party.number]
        for party in parties:
            try:
                await party.rest()
            except TimeoutError:
                behind = self._stored.behind(party.number)
                self._fault(party, f"it is not current after {MINUTE} s: {behind}")

    def _look_at_logs(self) -> None:
        for bot in self._bots:
            self._read_log(bot)

    def _read_log(self, bot: BotProcess) -> None:
        log, self._read_lines[bot] = bot.log[self._read_lines[bot] :], len(bot.log)
        found = [line for line in log if "[error" in line or "Traceback" in line]
        self.tally.faults += [line for line in found if _OUTAGE not in line]

    def _fault(self, party: Party, fault: str) -> None:
        super()._fault(party, f"{fault} (strike {self._strikes})")

    def close(self) -> None:
        """Delete the folders of all processes."""
        self._stack.close()


_DATABASE: Final = "hands"
_OUTAGE: Final = "[bot.store.outage_log]"
"""The source of lines about the database that is restarted."""
_UNREACHABLE: Final = "the database cannot be reached"
_LONGEST: Final = "most seconds until all was current"


def _greetings(bot: BotProcess) -> int:
    return sum("all shards are ready" in line for line in bot.log)


async def processes(
    count: int, seed: int, *, game: str | None = None, resume: Path | None = None
) -> AsyncIterator[Tally]:
    """Kill processes this many times. In each life, the database crashes once and one process is replaced. Yield the
    tally after each life.

    game: the only game; None: all. resume: a folder with what earlier runs have done, which are gone on with. The logs
    of a life with faults are kept there.
    """
    whole, record = Tally(), None if resume is None else resume / "processes.json"
    if record is not None and record.is_file():
        stored = json.loads(record.read_text("utf-8"))
        whole = Tally(done=Counter(stored["done"]), faults=stored["faults"])
    while whole.done["kills"] < count and not whole.faults:
        life = whole.done["lives"]
        random = Random(split(seed, life))  # noqa: S311 # the same trial for the same seed, as far as processes are
        kills = min(LIFE, count - whole.done["kills"])
        logs = None if resume is None else resume / f"logs of life {life}"
        tally = await _life(kills, random, [game] if game else list(GAMES), logs)
        longest = max(whole.done[_LONGEST], tally.done[_LONGEST])
        whole.add(tally)
        whole.done[_LONGEST] = longest
        whole.done["lives"] += 1
        if record is not None:
            record.parent.mkdir(parents=True, exist_ok=True)
            record.write_text(json.dumps({"done": whole.done, "faults": whole.faults}), "utf-8")
        yield whole


async def _life(kills: int, random: Random, games: Sequence[str], logs: Path | None) -> Tally:
    """logs: a folder for the logs of the processes, which are kept if there are faults; None: they are not kept."""
    options = Options(
        shards=SHARDS, max_concurrency=SHARDS, identify_every=0, identifies_a_day=10**6, first_answer=ANSWERED
    )
    server = Server()
    try:
        server.start()
        server.make(_DATABASE)
        address = ServerAddress(server.url(_DATABASE))
        async with Wire(options) as wire:
            stored = StoredOnServer(address, wire.clock.now)
            trial = Processes(wire, server, stored, games, random)
            try:
                await trial.start()
                tally = await trial.strike(kills, restarts=1, replacements=1)
                if not tally.faults:
                    await trial.end()
            finally:
                if logs is not None and (trial.tally.faults or sys.exception()):
                    await trial.keep_logs(logs)
                await trial.kill_all()
                trial.close()
                stored.close()
            tally.done[_LONGEST] = round(trial.longest)
            tally.done["REST calls"] += len(wire.requests)
        tally.faults += await ledger_faults(address, load_library())
    finally:
        server.stop("immediate")
        server.remove()
    return tally
