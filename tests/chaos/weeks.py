"""Simulated weeks on several servers: people play with and without clocks, set automatic replies, resign and stay away;
the bot restarts.

The same seed gives the same database; every match ends; every due event happens once, on time; and nobody loses time
while the bot is down.
"""

import asyncio
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import structlog

from bot.application.application import Application
from bot.application.table.pre_moves import QUICKEST, SLOWEST
from bot.application.time.timers import Duty
from bot.content.library import Library, load_library
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.refusals import Refusal
from bot.people.season_plan import CalendarSeasons
from bot.people.settings import LISTED, SEASON
from bot.ratings.season import Period
from bot.store.database import Database
from rules.core.game import Game
from tests.chaos.clockwork import Clockwork, decide, foreseeable, undecided
from tests.chaos.ledger import ledger_faults
from tests.chaos.second_thoughts import think_again
from tests.chaos.simulated import BEGIN, SimulatedLoop
from tests.chaos.tally import Tally
from tests.heist_game import PatientHeist
from tests.tiny_game import Tiny

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

SERVERS: Final = 4
CHANNELS: Final = 5
"""The number of channels of each server."""
MEMBERS: Final = 12
MODERATOR: Final = 999
"""A user who plays in no match."""

STAYS_AWAY: Final = 3
"""In one match in this many, all players stop playing."""
GIVES_UP: Final = 0.006
SAYS_AHEAD: Final = 0.1
TAKES_BACK: Final = 0.02
RECONSIDERS: Final = 0.06
DECIDES: Final = 0.5
RESTARTS: Final = 0.004
"""Chances of these events at each action."""
MISSES: Final = 0.25
"""Chance of a restart just before an automatic reply."""
DIFFERENTLY: Final = 0.1
"""The chance of a random legal action instead of the quick player's choice."""


@dataclass
class Channel:
    """A channel for matches."""

    guild: int
    number: int
    match: MatchId | None = None
    leaves_at: int | None = None
    """Number of plies after which all players stay away."""


class Weeks:
    """Simulates a number of matches, one after the other in each channel."""

    def __init__(self, loop: SimulatedLoop, path: Path, library: Library, matches: int, seed: int) -> None:
        self.tally = Tally()
        self._loop, self._path, self._library, self._left = loop, path, library, matches
        self._random = Random(seed)  # noqa: S311 # the same weeks for the same seed
        self._interactions = count(1)
        self._order = count()
        self._tags = count()
        self._clocks = Clockwork(path, self.tally, self._random)
        self._channels = [
            Channel(guild, 100 * guild + number) for guild in range(1, SERVERS + 1) for number in range(CHANNELS)
        ]
        self._next = [(self._now + self._random.uniform(0, DAY), next(self._order), c) for c in self._channels]
        heapify(self._next)
        self._database: Database
        self._app: Application

    @property
    def _now(self) -> float:
        return self._loop.now().timestamp()

    async def run(self) -> Tally:
        """Run from the first lobby to the last result."""
        await self._open()
        for guild in range(1, SERVERS):  # the last server has no seasons
            await self._app.preferences.choose_for_server(guild, SEASON, CalendarSeasons(1))
            await self._app.ratings.season(guild)
            await self._app.preferences.choose(1000 * guild, LISTED, value=False)
            await self._app.membership.left(guild, 1000 * guild + 1)
        while self._next and not self.tally.faults:
            due = sorted([moment for duty in self._duties for moment in await duty.due()])
            if due and self._random.random() < (MISSES if await self._app.pre_moves.due() else RESTARTS):
                await self._restart()
                continue
            if due and due[0][0] <= self._next[0][0]:
                await self._fire(due[0][0])
                continue
            moment, _, channel = heappop(self._next)
            await self._loop.come(moment)
            await self._app.timers.settled()  # events in the same grain share a generator
            again = await self._visit(channel)
            await self._settled()
            if again is not None:
                heappush(self._next, (self._now + again, next(self._order), channel))
            if self._random.random() < RESTARTS:
                await self._restart()
        await self._check_leaderboards()
        await self._close()
        self.tally.done["days"] = int((self._now - BEGIN.timestamp()) / DAY)
        return self.tally

    async def _check_leaderboards(self) -> None:
        """Expect every user who plays on the leaderboards, but for those who opted out or left."""
        for guild in range(1, SERVERS + 1):
            for game in (*self._library.games, None):
                for period in Period:
                    board = await self._app.ratings.leaderboard(
                        guild, game, first=0, count=MEMBERS, user=None, period=period
                    )
                    users = {standing.user for standing in board.standings}
                    unlisted = users & {1000 * guild, 1000 * guild + 1} if guild < SERVERS else set[int]()
                    self.tally.expect(not unlisted, f"server {guild} lists {unlisted} at {game} {period}")
                    self.tally.expect(len(users) == board.players, f"server {guild} counts {board.players} players")
                    self.tally.done[f"players listed: {period}"] += board.players
            season = await self._app.ratings.season(guild)
            self.tally.expect((season is not None) == (guild < SERVERS), f"server {guild} has the season {season}")
            if season is not None:
                self.tally.expect(season.ends_at > self._now, f"season {season} of server {guild} should be over")
                self.tally.done["seasons that ended"] += season.number - 1

    @property
    def _duties(self) -> Sequence[Duty]:
        matches = self._app
        return matches.pre_moves, matches.closings, matches.deadlines, matches.reminders, matches.consents

    async def _open(self) -> None:
        self._database = await Database.open(self._path, clock=self._loop.now)
        self._app = Application(
            self._database,
            self._library,
            clock=self._loop.now,
            seeds=lambda: self._random.getrandbits(63),
            tags=lambda: f"{next(self._tags):06d}",
            wait=lambda: self._random.uniform(QUICKEST, SLOWEST),
        )
        await self._app.timers.open()

    async def _close(self) -> None:
        await self._app.timers.close()
        await self._database.close()

    async def _restart(self) -> None:
        """Restart the bot after seconds or hours; expect everything that became due meanwhile to happen once after the
        start.
        """
        answers = await self._app.pre_moves.due()
        await self._close()
        since, clocks = self._now, self._clocks.now()
        await self._loop.come(since + self._random.choice([1.0, MINUTE, HOUR, 12 * HOUR]))
        self._clocks.was_away(since, self._now)
        before, due = self._given(), Counter(number for moment, number in answers if moment <= self._now)
        await self._open()
        await self._settled()
        await self._compare(before, due)
        self._clocks.compare(clocks)
        self.tally.done["restarts"] += 1
        self.tally.done["answers that were due while the bot was away"] += due.total()

    async def _fire(self, moment: float) -> None:
        """Move the time to a moment at which something is due."""
        before, clocks = self._given(), self._clocks.now()
        due = Counter(number for at, number in await self._app.pre_moves.due() if at <= moment)
        await self._loop.come(moment)
        await self._settled()
        await self._compare(before, due)
        self._clocks.compare(clocks)
        self.tally.done["moments at which something was due"] += 1

    async def _settled(self) -> None:
        await self._loop.turn()
        await self._app.timers.settled()

    async def _compare(self, before: Mapping[MatchId, int], due: Mapping[MatchId, int]) -> None:
        """Expect as many new automatic replies in each match as were due, or fewer if one made another moot."""
        for number in (after := self._given()):
            more = after[number] - before.get(number, 0)
            right = min(1, due.get(number, 0)) <= more <= due.get(number, 0)
            self.tally.expect(right, f"in match {number} {due.get(number, 0)} answers were due, {more} were given")
        late = [number for moment, number in await self._app.pre_moves.due() if moment <= self._now]
        self.tally.expect(not late, f"in matches {late} answers are due that nobody gives")
        late = [number for moment, number in await self._app.closings.due() if moment <= self._now]
        self.tally.expect(not late, f"lobbies {late} are to close, and do not")
        self._clocks.check(await self._app.deadlines.due(), self._now)

    def _given(self) -> Mapping[MatchId, int]:
        with closing(sqlite3.connect(self._path)) as db:
            sql = "SELECT match_id, sum(source = 'pre-move') FROM plies GROUP BY match_id"
            return {MatchId(number): given for number, given in db.execute(sql)}

    async def _visit(self, channel: Channel) -> float | None:
        """Let a person act in a channel; return the seconds until the next action, None if there will be none."""
        position = await self._app.matches.in_channel(channel.number)
        try:
            if position is None:
                return await self._begin(channel)
            self.tally.done["things that people do"] += 1
            if position.match.status is Status.LOBBY:
                return await self._arrange(channel, position)
            return await self._play(channel, position)
        except Refusal as refusal:
            self.tally.done[f"refused: {type(refusal).__name__}"] += 1
            return MINUTE

    async def _begin(self, channel: Channel) -> float | None:
        if not self._left:
            return None
        self._left -= 1
        key, game = self._random.choice(list(self._library.games.items()))
        host = self._member(channel)
        interaction = next(self._interactions)
        new = NewMatch(
            guild=channel.guild,
            channel=channel.number,
            host=host,
            game=key,
            options=self._options(game),
            deck=self._deck(game),
            pace=self._clocks.pace(),
        )
        made = await self._app.lobbies.create(new, interaction=interaction)
        channel.match = made.match.id
        channel.leaves_at = self._random.randint(0, 8) if self._left % STAYS_AWAY == 0 else None
        self.tally.done["matches"] += 1
        return self._pause()

    async def _arrange(self, channel: Channel, position: Position) -> float:
        match, game, interaction = position.match, position.game, next(self._interactions)
        if self._random.random() < 0.02:
            await self._app.lobbies.leave(match.id, match.host, interaction=interaction)
        elif len(match.players) in game.playable(match.options) and self._random.random() < 0.6:
            await self._app.lobbies.start(match.id, match.host, interaction=interaction)
        else:
            user = self._member(channel)
            await self._app.lobbies.join(match.id, user, deck=self._deck(game), interaction=interaction)
        return self._pause()

    async def _play(self, channel: Channel, position: Position) -> float:
        match, interaction = position.match, next(self._interactions)
        if channel.leaves_at is not None and match.ply >= channel.leaves_at:
            return await self._abandon(position, interaction)
        if (late := undecided(position)) is not None and self._random.random() < DECIDES:
            await decide(self._app, position, late, self._random, interaction)
            self.tally.done["answers about somebody late"] += 1
            return self._pause()
        seats = [seat for seat in range(len(match.players)) if seat not in position.seen.left]
        if self._random.random() < GIVES_UP:
            user = match.players[self._random.choice(seats)].user
            await self._app.matches.resign(match.id, user, interaction=interaction)
            self.tally.done["resignations"] += 1
            return self._pause()
        seat = self._random.choice(position.seen.state.phase.waiting)
        if self._random.random() < SAYS_AHEAD:
            seat = self._random.choice(seats)
            if offers := position.view_for(match.players[seat].user).offers:
                await self._say(position, seat, str(self._random.choice(offers)), interaction)
                return self._pause()
        if (stand := position.view_for(match.players[seat].user).pre_moves) and self._random.random() < TAKES_BACK:
            user = match.players[seat].user
            await self._app.pre_moves.take_back(match.id, user, str(stand[0]), interaction=interaction)
            self.tally.done["answers taken back"] += 1
            return self._pause()
        if match.ply and self._random.random() < RECONSIDERS:
            member = self._member(channel)
            await think_again(self._app, position, seat, member, self._random, self._interactions, self.tally)
            return self._pause()
        await self._act(position, self._actor(position, seat), interaction)
        return self._pause()

    def _actor(self, position: Position, seat: int) -> int:
        """Return the seat to act: now and then one that can react out of turn."""
        users = [player.user for player in position.match.players]
        able = [other for other, user in enumerate(users) if position.view_for(user).view.options]
        return self._random.choice(able) if seat not in able or self._random.random() < 0.05 else seat

    async def _act(self, position: Position, seat: int, interaction: int) -> None:
        user, game = position.match.players[seat].user, position.game
        table_view = position.view_for(user)
        is_asked = seat in position.seen.state.phase.waiting
        action = self._random.choice(table_view.view.options)
        if is_asked and self._random.random() > DIFFERENTLY:
            action = game.greedy(table_view.view, self._random.getrandbits(63))
        await self._app.matches.act(
            position.match.id, user, str(action), decision=table_view.decision, interaction=interaction
        )
        self.tally.done["plies"] += 1

    async def _say(self, position: Position, seat: int, answer: str, interaction: int) -> None:
        user = position.match.players[seat].user
        await self._app.pre_moves.say(position.match.id, user, answer, interaction=interaction)
        self.tally.done["answers said ahead"] += 1

    async def _abandon(self, position: Position, interaction: int) -> float:
        """Let a moderator end the match, since its players do not come back."""
        await self._app.administration.end(position.match.id, MODERATOR, interaction=interaction)
        self.tally.done["matches that were abandoned"] += 1
        return self._pause()

    def _member(self, channel: Channel) -> int:
        return 1000 * channel.guild + self._random.randrange(MEMBERS)

    def _deck(self, game: Game) -> str | None:
        return self._random.choice(list(game.decks)) if game.decks else None

    def _options(self, game: Game) -> dict[str, str]:
        return {
            option.name: self._random.choice(option.values) for option in game.options if self._random.random() < 0.2
        }

    def _pause(self) -> float:
        """Return a random pause in seconds: mostly short, seldom up to a day."""
        least, most = self._random.choices([(2, 60), (MINUTE, HOUR), (HOUR, DAY)], [90, 8, 2])[0]
        return self._random.uniform(least, most)


def small_games() -> Library:
    """Return two of the tests' own games, so that a seed gives the same weeks whatever the catalog holds."""
    return Library.of({Tiny.key: Tiny(), PatientHeist.key: PatientHeist()})


def all_games() -> Library:
    """Return the games of the catalog, and two of the tests' own."""
    small, large = small_games(), load_library()
    contents = {key: library.content(key) for library in (large, small) for key in library.games}
    return Library({**large.games, **small.games}, contents)


def weeks(matches: int, seed: int, library: Library) -> Tally:
    """Play this many matches of these games; the tally holds the digest of the database."""
    with TemporaryDirectory() as folder, structlog.testing.capture_logs() as lines:
        path, loop = Path(folder) / "weeks.sqlite3", SimulatedLoop()
        chance = Random(seed)  # noqa: S311 # the same weeks for the same seed
        with foreseeable(chance), asyncio.Runner(loop_factory=lambda: loop) as runner:
            tally = runner.run(Weeks(loop, path, library, matches, seed).run())
            tally.faults += runner.run(ledger_faults(path, library))
        tally.faults += [f"logged: {line}" for line in lines if line["log_level"] in {"error", "critical"}]
        with closing(sqlite3.connect(path)) as db:
            for status, number in db.execute("SELECT status, count(*) FROM matches GROUP BY status"):
                tally.done[f"matches: {status}"] = number
            goes_on = "SELECT id FROM matches WHERE status NOT IN ('over', 'closed', 'abandoned')"
            tally.expect(not (unfinished := db.execute(goes_on).fetchall()), f"matches {unfinished} never end")
            tally.bytes = hashlib.sha256("\n".join(db.iterdump()).encode()).hexdigest()
    return tally
