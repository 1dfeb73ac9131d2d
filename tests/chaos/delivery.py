"""The proof of the delivery: makes every REST call of a match fail in every way, and kills the bot around each."""

import asyncio
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from sandbox.wire.faults import every_request
from sandbox.wire.journal import Request
from sandbox.wire.options import Options
from sandbox.wire.problems import NoAnswerError
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.ahead import Ahead
from tests.chaos.invariants import Watch
from tests.chaos.life import LIVES, Life, Live, Step
from tests.chaos.people import Party, StuckError
from tests.chaos.states import STATES, StateStrike, misunderstood
from tests.chaos.stored import Stored
from tests.chaos.strikes import KINDS, Strike, Strikes, strike
from tests.chaos.tables import game_bot
from tests.patience import PATIENT
from tests.tiny_game import Tiny

NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")

Plan = Callable[[int], tuple[str, int] | None]
"""Returns the strike at a step of a match, counted from 0: its kind, and the number of the call or `EVERY`."""

EVERY: Final = 0


@dataclass
class Counts:
    """The counts of a campaign."""

    matches: int = 0
    steps: int = 0
    plies: int = 0
    calls: int = 0
    kills: int = 0
    late: int = 0
    """The number of starts after a kill so long ago that Discord has forgotten all nonces."""
    asked: Sequence[str] = ()
    """The kinds of strikes that were asked for."""
    struck: Counter[str] = field(default_factory=Counter)
    routes: Counter[str] = field(default_factory=Counter)
    """Number of struck calls, by kind and route."""
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the counts as text."""
        return [
            f"matches {self.matches}, steps {self.steps}, plies {self.plies}",
            f"REST calls {self.calls}, struck {sum(self.struck.values())}, kills {self.kills}",
            f"starts after the time for which nonces are remembered: {self.late}",
            *(f"  {kind:16} {number:6} calls" for kind, number in sorted(self.struck.items())),
            *(f"  {kind:16} was asked for and never struck" for kind in self.asked if not self.struck[kind]),
            *(f"    {route}: {number}" for route, number in sorted(self.routes.items())),
            f"counterexamples: {len(self.faults)}",
            *(f"  {fault}" for fault in self.faults),
        ]


class Campaign:
    """Plays one match after another with one bot on one simulated Discord, and strikes the bot's calls."""

    def __init__(
        self,
        wire: Wire,
        bot: BotProcess,
        *,
        stored: Stored,
        ahead: Ahead,
        game: str,
        seed: int,
        players: int,
        in_threads: bool,
        late: float,
    ) -> None:
        self.counts = Counts()
        self._share_late = late
        self._in_threads = in_threads
        self._ahead = ahead
        self._wire = wire
        self._bot = bot
        self._stored = stored
        self._game = game
        self._late = Random(seed)  # noqa: S311 # as below
        self._random = Random(seed)  # noqa: S311 # the same trial for the same seed
        self._users = [wire.user(name) for name in NAMES[:players]]
        self._watch = Watch(wire, stored, wire.user("Zoe"))
        self._begun: defaultdict[str, set[tuple[object, ...]]] = defaultdict(set)
        """The struck calls of a start, by kind."""

    async def match(self, plan: Plan, *, plies: int | None = None) -> int:
        """Play one match, resign it after this many plies, and return the most calls of any step.

        The match ends early after a fault.
        """
        party = self._party()
        return await self._taken_all(plan, party, self._steps(party, plies))

    async def life(self, plan: Plan, lives: Sequence[Live] = LIVES) -> None:
        """Try each of these lives (undos, votes, late players …) in a match of its own."""
        guest = self._wire.user("Gus")
        for live in lives:
            party = self._party()
            await self._taken_all(plan, party, live(Life(party, guest, self._ahead)))

    def _party(self) -> Party:
        channel = self._wire.add_channel(f"table-{self.counts.matches}")
        if self._in_threads:
            channel = self._wire.world.add_thread(channel, "a match", self._wire.world.bot)
        self.counts.matches += 1
        return Party(self._wire, self._stored, channel, self._game, self._users, self._random)

    async def _taken_all(self, plan: Plan, party: Party, steps: Iterable[Step]) -> int:
        """Take the steps of a match until one shows a fault; return the largest number of calls in a step."""
        most = 0
        for number, step in enumerate(steps):
            wanted = plan(number)
            calls, clean = await self._step(party, number, step, wanted)
            most = max(most, calls)
            if not clean:
                await self._left(party)
                break
        self.counts.plies += len(self._stored.plies(party.number))
        return most

    async def _left(self, party: Party) -> None:
        """Remove a match with a fault, so that it does not disturb the following ones."""
        with suppress(StuckError, NoAnswerError, TimeoutError):
            await party.resign()
            await party.rest()

    def _steps(self, party: Party, plies: int | None) -> Iterable[Step]:
        """Yield the steps of a match from the lobby to the result."""
        yield party.open
        for user in party.users[::2]:  # the others are always present, and never pinged
            yield lambda user=user: party.be_called_at_once(user)  # type: ignore[misc] # mypy does not see the type of a default
        for guest in party.users[1:]:
            yield lambda guest=guest: party.join(guest)  # type: ignore[misc] # mypy does not see the type of a default
        yield lambda: party.choose_deck(party.users[0])
        yield party.start
        for number in count():
            if party.status != "live":
                return
            if plies is not None and len(self._stored.plies(party.number)) >= plies:
                yield party.resign
            else:
                yield party.look if number % 5 == 4 else party.play

    async def _step(self, party: Party, number: int, step: Step, wanted: tuple[str, int] | None) -> tuple[int, bool]:
        """Take a step with its strike and look for faults; return its number of calls, and whether all is well."""
        before, logged = len(self._wire.requests), len(self._bot.log)
        struck = self._armed(*wanted) if wanted is not None else None
        self.counts.steps += 1
        faults: list[str] = []
        calls = 0
        try:
            await self._taken(party, step, struck)
            calls = len(self._wire.requests) - before
            if struck is not None:
                self._wire.faults.clear()
                struck.undo()
                if struck.kind == "gone" and party.number:
                    await party.hang_up()
                await party.rest()
                party.is_unanswered = False
            killed = struck is not None and (struck.kills or struck.silences)
            restarted = struck is not None and struck.kills
            if isinstance(struck, StateStrike):
                faults += misunderstood(self._wire, self._stored)
            faults += await self._watch.faults(party, killed=killed, restarted=restarted)
            faults += [line for line in self._bot.log[logged:] if "[error" in line or "Traceback" in line]
        except (StuckError, NoAnswerError, TimeoutError) as error:
            state = f"the match is {party.status}, behind: {self._stored.behind()}"
            faults.append(f"{type(error).__name__}: {error}; {state}")
        finally:
            self._wire.faults.clear()
            if struck is not None:
                struck.undo()
        self.counts.calls += len(self._wire.requests) - before
        requests = struck.requests if struck is not None else []
        for request in requests:
            self._note(wanted[0] if wanted else "", request)
        where = f"match {party.number}, step {number}, {wanted} at {[request.name for request in requests]}"
        self.counts.faults += [f"{where}: {fault}" for fault in faults]
        return calls, not faults

    def _armed(self, kind: str, call: int) -> Strike | Strikes | StateStrike:
        """Arm a strike at one call of a step, or at every one; or a state that begins with it."""
        if kind in STATES:
            return self._wire.faults.always(every_request, StateStrike(self._wire, kind))
        if call == EVERY:
            return self._wire.faults.always(every_request, Strikes(self._wire, kind, self._begun[kind]))
        return self._wire.faults.once(every_request, strike(self._wire, kind), skip=call - 1)

    async def _taken(self, party: Party, step: Step, struck: Strike | Strikes | StateStrike | None) -> None:
        """Take the step and wait until the bot is idle, even if it is killed meanwhile."""
        if isinstance(struck, StateStrike):
            await self._taken_in_state(party, step, struck)
            return

        async def whole() -> None:
            try:
                await step()
            except StuckError:
                if struck is None or struck.kind != "revoked":
                    raise
                struck.undo()  # a match cannot be dealt without its channel: people ask an admin, and try again
                await step()
            await party.rest("forbidden" if struck is not None and struck.kind == "revoked" else "closed")

        if struck is None or not struck.kills:
            await whole()
            return
        while not await self._outlived(whole, struck):
            party.hurried = True
        party.hurried = False

    async def _taken_in_state(self, party: Party, step: Step, struck: StateStrike) -> None:
        """Take the step while Discord is in a state, and let its time pass. People who could not take it do so then."""
        party.is_unanswered, is_stuck = True, False
        try:
            await step()
        except StuckError:
            is_stuck = True
        if struck.seconds is not None:
            self._ahead.go_on(struck.seconds)
        elif is_stuck:
            struck.undo()
        else:
            await party.rest("forbidden", "wait")
        if is_stuck:
            party.is_unanswered = False
            await step()

    async def _outlived(self, whole: Step, struck: Strike | Strikes) -> bool:
        """Return whether the bot survives the step; kill it if the strike says so. Start a bot if none runs."""
        greeted = self._greetings()
        started = self._bot.running
        if not started:
            await self._bot.start()

        async def once_up() -> None:
            if not started:
                await self._bot.ready()
                await self._stored.until(lambda: self._greetings() > greeted, "the bot's being ready")
            await whole()

        running = asyncio.create_task(once_up())
        running.add_done_callback(lambda _: self._wire.world.changed.fire())
        await self._wire.until(lambda: struck.reached or running.done(), within=None)
        if not struck.reached:
            await running
            return True
        await self._bot.kill()
        struck.spent()
        running.cancel()
        await asyncio.wait([running])
        self.counts.kills += 1
        if self._late.random() < self._share_late:
            self._wire.world.nonces.clear()
            self.counts.late += 1
        return False

    def _greetings(self) -> int:
        """Return how often the bot has been ready, over all its starts."""
        return sum("ready" in line and "invite=" in line for line in self._bot.log)

    def _note(self, kind: str, request: Request) -> None:
        self.counts.struck[kind] += 1
        self.counts.routes[f"{kind}: {request.name} {request.code or ''}".rstrip()] += 1


@asynccontextmanager
async def campaign(
    game: str,
    seed: int,
    *,
    players: int = 2,
    kinds: Sequence[str] = (),
    fault: str | None = None,
    in_threads: bool = False,
    late: float = 0.5,
) -> AsyncIterator[Campaign]:
    """Run a campaign on a new bot. kinds: the kinds of strikes. fault: the name of a fault to plant in the bot.
    in_threads: whether each match is played in a thread. late: the share of starts after a kill at which Discord has
    forgotten all nonces.
    """
    options = Options(identify_every=0, identifies_a_day=10**6, first_answer=PATIENT)
    with tempfile.TemporaryDirectory() as folder:
        async with Wire(options) as wire, game_bot(wire, Path(folder), game, seed, fault=fault) as bot:
            stored = Stored(bot.database, wire.clock.now)
            try:
                running = Campaign(
                    wire,
                    bot,
                    stored=stored,
                    ahead=Ahead(wire, Path(folder)),
                    game=game,
                    seed=seed,
                    players=players,
                    in_threads=in_threads,
                    late=late,
                )
                running.counts.asked = kinds
                yield running
            finally:
                stored.close()


def every(kind: str, call: int) -> Plan:
    """Return a plan with the same strike at this call of every step."""
    return lambda _: (kind, call)


def in_turn(kinds: Sequence[str], shift: int, *, most: int = 4) -> Plan:
    """Return a plan with another kind at every step, at one of its first calls; the shift varies both."""
    return lambda step: (kinds[(step + shift) % len(kinds)], 1 + (step // len(kinds) + shift) % most)


def all_at_once(kinds: Sequence[str], shift: int) -> Plan:
    """Return a plan with another kind at every step, at all of its calls; all shifts together cover each kind."""
    return lambda step: (kinds[(step + shift) % len(kinds)], EVERY)


async def spread(
    game: str, *, kinds: Sequence[str], matches: int | None, seed: int, plies: int | None, players: int = 2
) -> AsyncIterator[tuple[str, Counts]]:
    """Play a match for each kind of strike. At each step, every call fails once, or the bot is killed at it, in a
    different way from the step before.
    """
    async with campaign(game, seed, players=players, kinds=kinds) as running:
        for shift in range(len(kinds) if matches is None else matches):
            await running.match(all_at_once(kinds, shift), plies=plies)
            yield f"{players} players, every call of each step, from {kinds[shift % len(kinds)]} on", running.counts


async def lives(*, kinds: Sequence[str], count: int | None, seed: int) -> AsyncIterator[tuple[str, Counts]]:
    """Try all lives of matches of the smallest game, once for each kind: every call of a step fails once, in another
    way at each step; or the bot is killed around one of its first calls.
    """
    faults = [kind for kind in kinds if not KINDS[kind].kills]
    kills = [kind for kind in kinds if KINDS[kind].kills]
    async with campaign(Tiny.key, seed, kinds=kinds) as running:
        for shift in range(len(faults) if count is None else count) if faults else ():
            await running.life(all_at_once(faults, shift))
            yield f"lives, every call of each step, from {faults[shift % len(faults)]} on", running.counts
        for shift in range(8 if count is None else count) if kills else ():
            await running.life(in_turn(kills, shift))
            yield f"lives, {kills[shift % len(kills)]} at one of the first calls", running.counts


async def whole(
    game: str,
    *,
    kinds: Sequence[str] = tuple(KINDS),
    matches: int | None,
    seed: int,
    plies: int | None,
    players: int = 2,
) -> AsyncIterator[tuple[str, Counts]]:
    """Strike the first call of every step, in a match for each kind; then the second call, and so on, until no step has
    that many calls. Yield the counts after each match.
    """
    async with campaign(game, seed, players=players, kinds=kinds) as running:
        struck_last = list(kinds)
        for call in count(1):
            for kind in list(struck_last):
                if matches is not None and running.counts.matches >= matches:
                    return
                struck = running.counts.struck[kind]
                await running.match(every(kind, call), plies=plies)
                yield f"{kind}, call {call} of each step", running.counts
                if running.counts.struck[kind] == struck:
                    struck_last.remove(kind)
            if not struck_last:
                return


async def states(
    game: str, *, kinds: Sequence[str], matches: int | None, seed: int, plies: int | None, players: int = 2
) -> AsyncIterator[tuple[str, Counts]]:
    """Play matches in threads. At each step another state of Discord begins, and ends after its time, or once the step
    has been taken; all matches together begin each state at a different step.
    """
    async with campaign(game, seed, players=players, kinds=kinds, in_threads=True) as running:
        for shift in range(len(kinds) if matches is None else matches):
            await running.match(all_at_once(kinds, 7 * shift), plies=plies)
            yield f"states, from {kinds[7 * shift % len(kinds)]} on", running.counts


async def look_for(fault: str | None, *, matches: int, seed: int, plies: int = 3) -> Counts:
    """Look for a fault planted in the bot (None for no fault): first in a match without strikes, then in matches in
    which the bot is killed after every call, until one shows a fault. At each start Discord has forgotten all nonces;
    otherwise it would refuse a second message by itself.
    """
    async with campaign(Tiny.key, seed, fault=fault, late=1.0) as running:
        await running.match(lambda _: None, plies=plies)
        for _ in range(matches):
            if not running.counts.faults:
                await running.match(every("killed after", EVERY), plies=plies)
    return running.counts
