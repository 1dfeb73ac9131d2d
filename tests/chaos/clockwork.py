"""Checks of the clocks in simulated weeks: each must run out once, and only after all of its player's time."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from bot.application.application import Application
from bot.model.match import MatchId
from bot.model.pace import NO_CLOCK, Pace, Timeout
from bot.model.position import Position
from bot.model.proposal import Kind, Proposal, Verdict
from tests.chaos.tally import Tally
from tests.raw_database import connect_raw

PACES: Final = (NO_CLOCK, NO_CLOCK, Pace.read("1+5"), Pace.read("1h"), Pace.read("24h"))
ALWAYS: Final = 1e12
"""Seconds between checks that the process is responsive: never, because other trials cover a stalled process."""


class Running(NamedTuple):
    """A stored clock."""

    left: float
    since: float
    deadline: float | None


Place = tuple[MatchId, int]
"""A match and a seat."""


class Snapshot(NamedTuple):
    """The stored clocks and plies at one moment."""

    clocks: Mapping[Place, Running]
    plies: Mapping[MatchId, int]
    """Number of plies by match."""


class Clockwork:
    """Compares stored clocks before and after each moment."""

    def __init__(self, path: Path, tally: Tally, random: Random) -> None:
        self._path, self._tally, self._random = path, tally, random
        self._away: list[tuple[float, float]] = []
        self._over: set[tuple[Place, Running]] = set()

    def pace(self) -> Pace:
        """Return a random pace for a new match."""
        return self._random.choice(PACES).ending_in(self._random.choice([Timeout.VOTE, *Timeout]))

    def was_away(self, since: float, until: float) -> None:
        """Record that the bot was down between two moments."""
        self._away.append((since, until))

    def now(self) -> Snapshot:
        """Return all clocks and numbers of plies."""
        with closing(connect_raw(self._path)) as db:
            rows = db.execute("SELECT match_id, seat, remaining_seconds, asked_at, deadline_at FROM clocks")
            clocks = {(MatchId(number), seat): Running(*clock) for number, seat, *clock in rows}
            plies = db.execute("SELECT match_id, max(ply) FROM plies GROUP BY match_id")
            return Snapshot(clocks, {MatchId(number): ply for number, ply in plies})

    def compare(self, before: Snapshot) -> None:
        """Expect that each player who has timed out since then had used up all of their time, and timed out once."""
        timed_out = dict[Place, float]()
        with closing(connect_raw(self._path)) as db:
            sql = "SELECT match_id, ply, seat, played_at FROM plies WHERE source = 'timer' ORDER BY match_id, ply"
            for number, ply, seat, at in db.execute(sql):
                if ply > before.plies.get(number, 0):
                    timed_out.setdefault((MatchId(number), seat), at)
        for place, at in timed_out.items():
            clock = before.clocks[place]
            self._tally.expect((place, clock) not in self._over, f"the time of {place} was over twice: {clock}")
            early = clock.deadline is None or clock.deadline > at + 2
            self._tally.expect(not early, f"the time of {place} was over early: {clock} at {at}")
            had = self._lived(clock.since, at)
            self._tally.expect(had >= clock.left - 2, f"{place} had {had} seconds, not {clock.left}")
            self._over.add((place, clock))
            self._tally.done["ends of clocks"] += 1

    def check(self, due: list[tuple[float, MatchId]], now: float) -> None:
        """Expect that something is due for every player whose time is over."""
        late = [number for moment, number in due if moment <= now]
        self._tally.expect(not late, f"in app {late} somebody has no time left, and nothing is done")

    def _lived(self, since: float, until: float) -> float:
        """Return the seconds between two moments in which the bot was up."""
        away = (min(until, end) - max(since, begin) for begin, end in self._away)
        return until - since - sum(seconds for seconds in away if seconds > 0)


def undecided(position: Position) -> Proposal | None:
    """Return an open vote about a player who is out of time, if there is one."""
    late = (each for each in position.proposals if each.kind is Kind.LATE and each.asks(position.seen))
    return next(late, None)


async def decide(app: Application, position: Position, late: Proposal, random: Random, interaction: int) -> None:
    """Let one of the other players vote about a player who is out of time."""
    user = position.match.players[random.choice(late.asks(position.seen))].user
    verdict = random.choice(list(Verdict))
    await app.votes.choose(position.match.id, user, late.made, verdict, interaction=interaction)


@contextmanager
def foreseeable(random: Random) -> Iterator[None]:
    """Make the random delays of clocks follow from a seed, and let time pass only when the trial moves it."""
    with (
        patch.multiple("bot.application.time.deadlines", choice=random.choice, randbits=random.getrandbits),
        patch.multiple("bot.application.time.uptime", LOOK=ALWAYS, STOOD_STILL=ALWAYS),
    ):
        yield
