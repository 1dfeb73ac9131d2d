"""A simulated week of 200 servers with few players each: how many searches find an opponent, and how soon.

Each player looks for an opponent once a day, at an hour that depends on where they live, and waits for two hours at
most. The service is the real one, with its rounds, strengths and answers; Discord and the matches themselves are left
out. The same week is simulated twice: once all servers share the queue, and once each has its own.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bot.application.application import Application
from bot.content.library import Library, load_library
from bot.model.match import MatchId, UserId
from bot.model.match_request import MatchRequest
from bot.model.pace import Kind
from bot.model.position import Position
from bot.model.rating_list import RatingList
from bot.queue import store
from bot.queue.queue import EVERY, CommonQueue
from bot.queue.seekers import Seeker
from bot.ratings import store as ratings
from bot.ratings.ratings import Rating, stored
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.chaos.tally import Tally

SERVERS: Final = 200
PLAYERS: Final = 6
"""The most players of a server; the least are two."""
DAYS: Final = 7
HOUR: Final = 3600.0
PATIENCE: Final = 2 * HOUR
ANSWERS: Final = 0.85
"""The chance that a player who waited accepts the match."""
THINKS: Final = 4 * 60.0
"""The most seconds until a player answers."""


class OwnServers(CommonQueue):
    """A queue that matches members of the same server alone."""

    server_of: Callable[[UserId], int]

    async def _pair(self, own: Seeker, waiting: Sequence[Seeker]) -> Position | None:
        server = self.server_of(own.user)
        return await super()._pair(own, [other for other in waiting if self.server_of(other.user) == server])


@dataclass
class Player:
    """A player, with what they like."""

    user: UserId
    server: int
    evening: float
    """The hour, in UTC, around which they look for an opponent."""
    request: MatchRequest
    waits: list[float] = field(default_factory=list)
    """The seconds of each search that found an opponent."""
    searches: int = 0


def players(random: Random, games: Sequence[str]) -> list[Player]:
    """Draw the players of all servers."""
    drawn: list[Player] = []
    for server in range(SERVERS):
        home = random.choice([-7, -4, 0, 1, 2, 5, 9])
        for _ in range(random.randint(2, PLAYERS)):
            liked = random.sample(games, random.randint(1, 3))
            pace = random.choice([None, None, Kind.LIVE, Kind.CORRESPONDENCE])
            request = MatchRequest(games=tuple(liked), pace=pace)
            evening = (20 - home + random.gauss(0, 2)) % 24
            drawn.append(Player(user=1 + len(drawn), server=server, evening=evening, request=request))
    return drawn


class Week:
    """A week of searches."""

    def __init__(self, app: Application, clock: Time, queue: CommonQueue, people: list[Player], random: Random) -> None:
        self._app, self._clock, self._queue, self._random = app, clock, queue, random
        self._people = {player.user: player for player in people}
        self._since: dict[UserId, float] = {}
        self._events: list[tuple[float, int, str, int]] = []
        self._order, self._interactions = count(), count(1)
        self._asked: set[MatchId] = set()

    async def run(self) -> None:
        """Play all events of the week in their order."""
        begin = self._clock.seconds
        for player in self._people.values():
            for day in range(DAYS):
                hour = (player.evening + self._random.gauss(0, 1)) % 24
                self._plan(begin + day * 24 * HOUR + hour * HOUR, "search", player.user)
        self._plan(begin + EVERY, "round", 0)
        while self._events:
            moment, _, what, about = heappop(self._events)
            self._clock.seconds = max(self._clock.seconds, moment)
            await getattr(self, f"_{what}")(about)
            await self._queue.settled()

    def _plan(self, moment: float, what: str, about: int) -> None:
        heappush(self._events, (moment, next(self._order), what, about))

    async def _search(self, user: UserId) -> None:
        player = self._people[user]
        if user in self._since:
            return
        player.searches += 1
        self._since[user] = self._clock.seconds
        await self._queue.seek(user, player.request, 10_000 + user)
        self._plan(self._clock.seconds + PATIENCE, "leave", user)
        await self._see_found()

    async def _round(self, _: int) -> None:
        await self._queue.round()
        await self._see_found()
        if self._events:
            self._plan(self._clock.seconds + EVERY, "round", 0)

    async def _see_found(self) -> None:
        """Let whoever was asked answer soon."""
        for match_id in await self._app.database.read(store.matches):
            if match_id not in self._asked:
                self._asked.add(match_id)
                self._plan(self._clock.seconds + self._random.random() * THINKS, "answer", match_id)

    async def _answer(self, number: int) -> None:
        match_id = MatchId(number)
        seekers = await self._app.database.read(lambda db: store.found_for(db, match_id))
        match = (await self._app.positions.get(match_id)).match
        if len(seekers) < 2:
            return
        if self._random.random() < ANSWERS:
            for seeker in seekers:
                self._people[seeker.user].waits.append(self._clock.seconds - self._since.pop(seeker.user))
                await self._queue.leave(seeker.user, interaction=next(self._interactions))
            return
        [asked] = match.settings.asked
        self._since.pop(asked, None)
        await self._app.invitations.decline(match_id, asked, interaction=next(self._interactions))

    async def _leave(self, user: UserId) -> None:
        if user in self._since and self._clock.seconds - self._since[user] >= PATIENCE:
            del self._since[user]
            await self._queue.leave(user, interaction=next(self._interactions))


async def week(seed: int, *, is_common: bool, library: Library | None = None, servers: int = SERVERS) -> Counter[str]:
    """Simulate a week, and return its figures: searches, and those that found an opponent, with seconds.

    servers: the first servers that take part.
    """
    random, clock = Random(seed), Time()  # noqa: S311 # the same week for the same seed
    library = library or load_library()
    with TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "week.sqlite3")
        try:
            app = Application(database, library, clock=clock)
            people = [player for player in players(random, sorted(library.games)) if player.server < servers]
            servers_of = {player.user: player.server for player in people}
            queue = CommonQueue(app) if is_common else OwnServers(app)
            if isinstance(queue, OwnServers):
                queue.server_of = servers_of.__getitem__
            for player in people:
                strength = stored(Rating(mu=25 + random.gauss(0, 5), sigma=2.0, games=20))
                for game in player.request.games:
                    of = RatingList(0, game)
                    await database.write(partial(ratings.save, of=of, user_id=player.user, rating=strength))
            await Week(app, clock, queue, people, random).run()
        finally:
            await database.close()
    waits = sorted(wait for player in people for wait in player.waits)
    found = Counter[str]({"searches": sum(player.searches for player in people), "found": len(waits)})
    if waits:
        found["median seconds"] = round(median(waits))
        found["90 % within seconds"] = round(waits[math.ceil(0.9 * len(waits)) - 1])
    return found


async def queue_weeks(seed: int, servers: int = SERVERS) -> Tally:
    """Simulate a week with and without the common queue."""
    tally, kinds = Tally(), defaultdict[str, Counter[str]](Counter)
    for name, is_common in (("own queues", False), ("common queue", True)):
        kinds[name] = await week(seed, is_common=is_common, servers=servers)
        for what, value in kinds[name].items():
            tally.done[f"{name}: {what}"] = value
    tally.expect(
        kinds["common queue"]["found"] > kinds["own queues"]["found"], "the common queue finds no more matches"
    )
    return tally
