"""Kills the bot at random moments while people play at several tables at once."""

import asyncio
import re
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from bot.content.library import load_library
from bot.model.pace import HOUR
from rules.catalog import GAMES
from sandbox.wire.faults import Fault, every_request
from sandbox.wire.journal import Request
from sandbox.wire.model import Guild
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.problems import NoAnswerError
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.ahead import Ahead
from tests.chaos.delivery import NAMES
from tests.chaos.invariants import Watch
from tests.chaos.ledger import ledger_faults
from tests.chaos.life import Life
from tests.chaos.people import Party, StuckError
from tests.chaos.program import library_of
from tests.chaos.stored import Stored
from tests.chaos.tables import database_in, game_bot
from tests.chaos.tally import Tally
from tests.patience import PATIENT
from tests.wire.whole_program import WHOLE_PROGRAM

TABLES: Final = 5
"""The number of matches at the same time."""

REQUESTS: Final = 60
"""The most requests between two kills, besides those already sent."""

BLINK: Final = 0.05
"""The most seconds between a request and a kill, so that kills also happen between requests."""

WAY: Final = 0.03
"""The most seconds that a request or an answer takes to arrive."""

PLIES: Final = 12
"""The number of plies after which the players of a match may resign, unless it must be played to its end."""

LIVES: Final = 50
"""The number of kills of one bot with one file; then another bot starts with a new file."""

SETTLED: Final = 60.0
"""Seconds within which an acknowledged press takes effect, even on a busy machine."""

LOOK: Final = 0.5
"""Seconds between two looks at a match."""

AGAIN: Final = 0.2
"""The chance that the next kill comes before the bot is idle."""

LOGIN: Final = 12
"""The number of requests that a start makes before it begins to deliver pending messages."""

HURRIED: Final = 0.5
"""The chance that people continue immediately after a restart."""

BLOCKED: Final = 0.04
"""The chance that Discord takes nothing from the bot's address for a minute, in which it is killed and started."""

MINUTE: Final = 60.0

LATE: Final = 0.5
"""The chance that a player is out of time when people go on, if the trial can move the time."""

SAID: Final = ("more for", "Skip", "End")
"""The labels of the buttons about a player who is late."""

_DECISION: Final = re.compile(r"(?:act|show|choose|sure)/(\d+)/(\d+)/")
"""The match and the decision in the id of a button or menu."""

IN_FLIGHT: Final = 100
"""Latest requests, some of which may still wait for an answer."""


EMPTY: Final[Mapping[str, str]] = {}


class Distance(Fault):
    """Latency of Discord: each request, and then its answer, takes a moment."""

    def __init__(self, random: Random) -> None:
        self._random = random

    async def before(self, request: Request) -> None:
        await asyncio.sleep(self._random.uniform(0, WAY))

    async def after(self, request: Request) -> None:
        await asyncio.sleep(self._random.uniform(0, WAY))


PLACES: Final = ("here", "in direct messages", "elsewhere")
"""The kinds of place from which guests join: the channel, their direct messages, or a channel of another server."""


class Table:
    """People who play one match after another, each in a separate channel."""

    def __init__(
        self,
        wire: Wire,
        stored: Stored,
        game: str,
        number: int,
        random: Random,
        *,
        ahead: Ahead | None,
        guild: Guild | None = None,
        away: Guild | None = None,
        opening: Mapping[str, str] = EMPTY,
    ) -> None:
        """ahead: moves the time, if players can be late here. guild: the server; away: the one of guests elsewhere;
        None: the first one. opening: options of each match.
        """
        self._wire, self._stored, self._random, self._ahead = wire, stored, random, ahead
        self._game, self._number, self._guild, self._opening = game, number, guild, opening
        self._users = [wire.user(f"{name} {number}", guild) for name in NAMES[:2]]
        self._away = wire.guild if away is None else away
        for name in NAMES[:2]:
            wire.user(f"{name} {number}", self._away)
        self.party = self._new()
        self.done: list[Party] = []
        """The parties whose match has ended but has not been checked yet."""

    def _new(self) -> Party:
        channel = self._wire.add_channel(f"table-{self._number}", self._guild)
        users = self._random.sample(self._users, len(self._users))
        party = Party(self._wire, self._stored, channel, self._game, users, self._random)
        party.among_others = party.hurried = True
        party.opening = self._opening
        if self._ahead is not None:
            party.opening = {"pace": "1h", "timeout": "the others vote"}
        return party

    async def step(self) -> None:
        """Take the next step at this table, by its present messages."""
        party = self.party
        if not party.number:
            await party.open()
        elif party.status == "lobby":
            seats = self._stored.seats(party.number)
            absent = [user for user in party.users if user.id not in seats]
            if absent:
                await self._join(party, absent[0])
            else:
                await party.choose_deck(party.users[0])
                await party.start()
        elif party.status == "live" and self._ahead is not None and (asked := self._stored.voted_on(party.number)):
            life = Life(party, party.users[0], self._ahead)
            await (party.play() if self._random.random() < 0.2 else life.say(asked[0], self._random.choice(SAID)))
        elif party.status == "live":
            await (party.resign() if self.is_late() else party.look() if self._random.random() < 0.2 else party.play())
        else:
            self.done.append(party)
            self.party = self._new()

    def choose_place(self) -> str:
        """Return the kind of place from which a guest joins: one of `PLACES`."""
        return self._random.choice(PLACES)

    def is_late(self) -> bool:
        """Return whether the players resign now, so that matches do not take too long."""
        return len(self._stored.plies(self.party.number)) >= PLIES and self._random.random() < 0.2

    async def _join(self, party: Party, guest: User) -> None:
        """Let a guest join in the channel, or by a code from their direct messages or from a channel of the server
        `_away`.
        """
        place = self.choose_place()
        if place == "here":
            await party.join(guest)
            return
        code = (await party.ask(party.users[0], "/match invite")).content.partition("code:")[2].partition("`")[0]
        at = self._wire.world.direct_messages(guest.account)
        if place == "elsewhere":
            at = self._wire.add_channel(f"away-{self._number}", self._away)
        if code:
            await party.ask_at(at, guest, "/match join", code=code)


class Kills:
    """Kills a bot while people play at its tables."""

    def __init__(
        self, wire: Wire, bot: BotProcess, stored: Stored, games: Sequence[str], random: Random, *, ahead: Ahead | None
    ) -> None:
        """ahead: moves the time, if the bot's clock allows it."""
        self.tally = Tally()
        self._ahead = ahead
        self._wire, self._bot, self._stored, self._crowds = wire, bot, stored, random
        self._random = Random(random.getrandbits(64))  # noqa: S311 # kills come in one order, whatever people do meanwhile
        self._watch = Watch(wire, stored, wire.user("Zoe"))
        some = list(islice(cycle(games), TABLES))
        self._tables = [
            Table(wire, stored, game, number, random, ahead=ahead if number == 0 else None)
            for number, game in enumerate(some)
        ]
        self._logged = self._read = 0
        self._shown: Counter[int] = Counter()

    async def run(self, kills: int) -> Tally:
        """Kill the bot this many times. After each restart that lasts, check everything that people see."""
        while self.tally.done["kills"] < kills and not self.tally.faults:
            await self._play_until_killed()
            while self.tally.done["kills"] < kills and self._random.random() < AGAIN:
                await self._kill_at_the_start()
            await self._up()
            if self._random.random() < HURRIED:
                await self._play_in_a_hurry()
            await self._look()
            if self.tally.done["kills"] < kills and self._random.random() < BLOCKED:
                await self._play_while_blocked()
            if self._ahead is not None and self._random.random() < LATE:
                self._ahead.go_on(HOUR + 1)  # the others must vote while people go on, and the next kill comes
                self.tally.done["hours"] += 1
        return self.tally

    async def _play_until_killed(self) -> None:
        playing = self._crowd(asyncio.Event())
        await self._some_requests(playing)
        await asyncio.sleep(self._random.uniform(0, BLINK))  # nothing waits for it: any moment will do
        self._judge(playing)
        await self._kill()
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)

    async def _kill_at_the_start(self) -> None:
        enough, greeted = len(self._wire.requests) + self._random.randint(0, LOGIN), self._greetings()
        await self._bot.start()
        await self._stored.until(
            lambda: len(self._wire.requests) >= enough or self._greetings() > greeted, "the beginning of a start"
        )
        await self._kill()
        self.tally.done["kills at the start"] += 1

    async def _play_in_a_hurry(self) -> None:
        """Let people press the present buttons before the bot has updated them."""
        over = asyncio.Event()
        playing = self._crowd(over)
        await self._some_requests(playing)
        over.set()
        await asyncio.wait(playing)
        self._judge(playing)

    async def _play_while_blocked(self) -> None:
        """Let people play in vain while Discord takes nothing; kill the bot and start it meanwhile. Once the minute is
        over, nothing stays stale.
        """
        self._wire.conditions.begin("address blocked", seconds=MINUTE)
        self._be_unanswered(True)
        playing = self._crowd(asyncio.Event())
        await self._some_requests(playing)
        await self._kill()
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        self._be_unanswered(False)
        tried = len(self._wire.requests)
        await self._bot.start()
        await self._wire.until(lambda: len(self._wire.requests) > tried, what="a call in the blocked minute")
        greeted = self._greetings()
        self._wire.clock.advance(MINUTE)
        began = time.monotonic()
        await self._bot.ready()
        await self._stored.until(lambda: self._greetings() > greeted, "the bot's being ready")
        was_ready = time.monotonic()
        await self._stored.until(lambda: all(row.trouble == "closed" for row in self._stored.behind()), "rest")
        self.tally.done["blocked minutes"] += 1
        self.tally.done["seconds after them until the bot was ready"] += round(was_ready - began)
        self.tally.done["seconds from then until nothing was stale"] += round(time.monotonic() - was_ready)
        await self._look()

    def _be_unanswered(self, expected: bool) -> None:
        for table in self._tables:
            table.party.is_unanswered = expected

    def _crowd(self, over: asyncio.Event) -> list[asyncio.Task[None]]:
        """Start everyone's play, with latency."""
        self._wire.faults.clear()
        self._wire.faults.always(every_request, Distance(self._crowds))

        async def keep_playing(table: Table) -> None:
            while not over.is_set():
                await self._step(table)

        playing = [asyncio.create_task(keep_playing(table)) for table in self._tables]
        for task in playing:
            task.add_done_callback(lambda _: self._wire.world.changed.fire())
        return playing

    async def _step(self, table: Table) -> None:
        """Let the people at a table do what comes next."""
        await table.step()

    async def _some_requests(self, playing: Sequence[asyncio.Task[None]]) -> None:
        enough = len(self._wire.requests) + self._random.randint(1, REQUESTS)
        await self._wire.until(
            lambda: len(self._wire.requests) >= enough or any(task.done() for task in playing), within=None
        )

    def _judge(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Expect that no player was stuck."""
        for task, table in zip(playing, self._tables, strict=True):
            error = task.exception() if task.done() else None
            if error is not None:
                self._fault(table.party, f"{type(error).__name__}: {error}")

    async def _kill(self) -> None:
        asking = sum(each.status is None and not each.gone for each in self._wire.requests.since(-IN_FLIGHT))
        await self._bot.kill()
        self.tally.done["kills"] += 1
        self.tally.done["kills while the bot asked Discord"] += asking > 0

    async def _up(self) -> None:
        greeted = self._greetings()
        await self._bot.start()
        await self._bot.ready()
        await self._stored.until(lambda: self._greetings() > greeted, "the bot's being ready")

    def _greetings(self) -> int:
        return sum("ready" in line and "invite=" in line for line in self._bot.log)

    async def _look(self) -> None:
        """Expect all pending deliveries, and no faults in any match; check ended matches a last time."""
        self._wire.faults.clear()  # no latency here
        for table in self._tables:
            for party in (*table.done, table.party):
                if party.number:
                    await self._look_at(party)
            for party in table.done:
                self.tally.done["matches"] += 1
                self.tally.done["plies"] += len(self._stored.plies(party.number))
            table.done.clear()
        self._look_at_what_was_shown()
        self._look_at_logs()

    def _look_at_logs(self) -> None:
        log, self._logged = self._bot.log[self._logged :], len(self._bot.log)
        self.tally.faults += [line for line in log if "[error" in line or "Traceback" in line]

    async def _look_at(self, party: Party) -> None:
        """Check a match. An acknowledged press may still take effect when everything seems quiet, so a match with
        faults is checked again and again for a while.
        """
        end = time.monotonic() + SETTLED
        while faults := await self._faults_of(party):
            if time.monotonic() > end:
                break
            self.tally.done["looks at a match again"] += 1
            await asyncio.sleep(LOOK)
        for fault in faults:
            self._fault(party, fault)

    async def _faults_of(self, party: Party) -> Sequence[str]:
        self.tally.done["looks at a match"] += 1
        try:
            await party.rest()
            return await self._watch.faults(party, killed=True)
        except (StuckError, TimeoutError, NoAnswerError) as error:
            return [f"{type(error).__name__}: {error}; behind: {self._stored.behind()}"]

    def _look_at_what_was_shown(self) -> None:
        """Expect that every ply shown to anyone, before or after a kill, is committed."""
        for request in self._wire.requests.since(self._read):
            for number, decision in _DECISION.findall(str(request.body)):
                self._shown[int(number)] = max(self._shown[int(number)], int(decision))
        self._read = len(self._wire.requests)
        for number, decision in self._shown.items():
            stored = len(self._stored.plies(number))
            self.tally.expect(
                stored >= decision, f"ply {decision} of match {number} was shown, and {stored} are stored"
            )

    def _fault(self, party: Party, fault: str) -> None:
        kills = self.tally.done["kills"]
        self.tally.faults.append(f"after {kills} kills, match {party.number} of {party.game}: {fault}")


async def kills(count: int, seed: int, game: str | None = None) -> AsyncIterator[Tally]:
    """Kill a bot this many times: one with one game and short pauses, or the unmodified one with all games.

    Yield the tally after the last kill of each bot.
    """
    whole, random = Tally(), Random(seed)  # noqa: S311 # the same trial for the same seed, as far as processes are
    while whole.done["kills"] < count and not whole.faults:
        tally = await _lives(min(LIVES, count - whole.done["kills"]), random, game)
        whole.add(tally)
        yield whole


async def _lives(count: int, random: Random, game: str | None) -> Tally:
    options = Options(identify_every=0, identifies_a_day=10**6, first_answer=PATIENT)
    with tempfile.TemporaryDirectory() as folder:
        async with Wire(options) as wire:
            async with _bot(wire, Path(folder), game) as bot:
                stored = Stored(bot.database, wire.clock.now)
                ahead = Ahead(wire, Path(folder)) if game else None
                tally = await Kills(wire, bot, stored, [game] if game else list(GAMES), random, ahead=ahead).run(count)
                tally.done["verdicts on who is late"] += stored.verdicts()
                stored.close()
            tally.faults += await ledger_faults(bot.database, library_of(game) if game else load_library())
            tally.faults += map(str, wire.violations)
            tally.done["REST calls"] += len(wire.requests)
    return tally


def _bot(wire: Wire, folder: Path, game: str | None) -> BotProcess:
    if game is None:
        return BotProcess(wire, folder, environment=database_in(folder), imported=WHOLE_PROGRAM)
    return game_bot(wire, folder, game, 1)
