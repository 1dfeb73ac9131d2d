"""The common queue: users wait until others on any server want to play the same, and are asked then.

A user who waits holds no lobby, and so can play a computer meanwhile. Once two suit each other, a lobby is opened in
the direct messages of the one who came later. The other one is asked in theirs, and the match starts when they join.
If they decline or do not answer in time, they leave the queue, and the first one goes on waiting as before.

Invariants: a user has one row, and it names at most one match. The write that opens the lobby takes both out of
those who wait, or does nothing, so two searches at once cannot give a user two opponents. The end of the lobby is
settled after each of its changes (`Announcer.on_changed`), and again in each round, so that a kill in between loses
nothing.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import structlog

from bot.application.application import Application
from bot.application.lobby import lobby
from bot.application.lobby.lobby_settings import still_asked
from bot.application.lobby.matchmaking import least_players
from bot.application.lobby.meeting import can_meet
from bot.model.limits import Act
from bot.model.lobby_settings import LobbySettings
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Status, UserId
from bot.model.match_request import MatchRequest
from bot.model.new_match import NewMatch
from bot.model.notes import StillLooking
from bot.model.position import Position
from bot.model.rating_list import RatingList
from bot.model.refusals import Refusal
from bot.people.bars import check_free
from bot.people.limits import count
from bot.people.settings import RATED
from bot.queue import store as sql
from bot.queue.seekers import ANSWER, Seeker, are_near
from bot.ratings import store as ratings
from bot.ratings.ratings import Rating
from bot.store import outbox
from bot.store.database import Rows
from rules.core.options import RULES

EVERY: Final = 60.0
"""Seconds between two rounds, in which those who wait are matched if they accept more by now."""
PLAYERS: Final = 2
"""The number of players of a match from the queue."""

log = structlog.stdlib.get_logger(__name__)


class Sought(NamedTuple):
    """The outcome of a search."""

    found: Position | None
    """The lobby in which the opponent is asked; None: the user waits."""
    usual: float | None
    """The seconds that others have usually waited; None: nobody has."""


class CommonQueue:
    """Let users wait, match them, and settle what becomes of it. Every method may raise `Unavailable`."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._positions = app.positions
        self._lobbies = app.lobbies
        self._settling: set[asyncio.Task[None]] = set()
        self._found: set[MatchId] = set()
        """The matches that this process has found and that are not settled. Rounds settle those of others."""
        self.on_waiting: Callable[[], object] = lambda: None
        """Called when a user begins to wait."""
        app.announcer.on_changed(self._changed)

    def games(self, request: MatchRequest) -> tuple[str, ...]:
        """Return the games of a request that two can play on different servers: content packs belong to one."""
        games = self._app.library.games
        return tuple(key for key in request.games if key in games and least_players(games[key]) == PLAYERS)

    async def seek(self, user: UserId, request: MatchRequest, channel: int, guild: int = DIRECT_MESSAGES) -> Sought:
        """Let a user wait for a match, in place of an earlier search, and ask an opponent at once if one waits.

        channel: the direct messages of the user. guild: the server where they ask; 0: in direct messages.

        Raises:
            NotAllowed: the operator has barred the user or the server, or the user has searched as often as one may.
        """
        seeker = Seeker(user=user, channel=channel, request=request, since=self._now)

        async def work(db: Rows) -> None:
            await check_free(db, user, guild, seeker.since)
            await count(db, user, Act.SEARCH, seeker.since)
            await sql.put(db, seeker)

        await self._positions.write(work)
        self.on_waiting()
        usual = await self._positions.read(lambda db: sql.usual_wait(db, request.games))
        return Sought(await self._pair(seeker, await self._waiting()), usual)

    async def of(self, user: UserId) -> Seeker | None:
        """Return a user in the queue; None if they do not look for a match."""
        return await self._positions.read(lambda db: sql.find(db, user))

    async def leave(self, user: UserId, *, interaction: int) -> None:
        """Take a user out of the queue. An opponent who was found for them goes on waiting."""
        seeker = await self.of(user)
        if seeker is not None and seeker.match_id is not None:
            for step in (self._lobbies.leave, self._app.invitations.decline):
                with suppress(Refusal):  # it is the other of the two, or the match has started meanwhile
                    await step(seeker.match_id, user, interaction=interaction)
            await self.settle(seeker.match_id)
        await self._positions.write(lambda db: sql.remove(db, user))

    async def round(self) -> float | None:
        """Settle all matches that were found, and match whoever suits each other by now. Return when to look again;
        None: once somebody waits (`on_waiting`).
        """
        found = await self._positions.read(sql.matches)
        for match_id in found:
            await self.settle(match_id)
        waiting = await self._waiting()
        for seeker in waiting:
            if await self._pair(seeker, waiting) is not None:
                waiting = await self._waiting()
        is_idle = not (found or waiting or self._app.database.is_shared)  # other processes wake nobody here
        return None if is_idle else self._now + EVERY

    async def settle(self, match_id: MatchId) -> None:
        """Record what became of a match that was found: it started, or one of the two does not want it."""
        position = await self._positions.get(match_id)
        seekers = await self._positions.read(lambda db: sql.found_for(db, match_id))
        match = position.match
        if match.status is Status.LOBBY and not still_asked(match) and len(match.players) < PLAYERS:
            with suppress(Refusal):  # somebody was faster
                match = (await self._lobbies.pass_on(match_id, match.host)).match
        if match.status is Status.LOBBY or not seekers:
            return
        out = self._out(match, seekers)
        now = self._now

        async def work(db: Rows) -> None:
            for seeker in seekers:
                if seeker.user in out:
                    await sql.remove(db, seeker.user)
                    if match.status is not Status.CLOSED:
                        await sql.add_wait(db, match.game, now - seeker.since)
                elif await sql.assign(db, [seeker.user], None) and seeker.user == match.host:
                    await outbox.add_note(db, match_id, 0, StillLooking(), now)

        await self._positions.write(work)
        self._found.discard(match_id)
        self._app.announcer.pending(match_id)

    @staticmethod
    def _out(match: Match, seekers: Sequence[Seeker]) -> list[UserId]:
        """Return who leaves the queue: both once the match has started, else the one who did not want it."""
        if match.status is not Status.CLOSED:
            return [seeker.user for seeker in seekers]
        was_refused = match.settings.timed_out or bool(match.settings.declined)
        return [seeker.user for seeker in seekers if (seeker.user == match.host) is not was_refused]

    async def settled(self) -> None:
        """Wait until nothing is being settled."""
        while self._settling:
            await asyncio.wait(self._settling)

    def _changed(self, position: Position) -> None:
        if position.match.id in self._found:
            task = asyncio.create_task(self._settle_quietly(position.match.id), name="settle a match of the queue")
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)

    async def _settle_quietly(self, match_id: MatchId) -> None:
        with suppress(Refusal):  # the next round settles it
            await self.settle(match_id)

    async def _waiting(self) -> Sequence[Seeker]:
        return await self._positions.read(sql.waiting)

    async def _pair(self, own: Seeker, waiting: Sequence[Seeker]) -> Position | None:
        """Ask the opponent who has waited longest of those who suit a user, and return the lobby; None: nobody does."""
        for other in waiting:
            if other.user != own.user and (request := await self._common(own, other)) is not None:
                earlier, later = sorted((other, own), key=lambda seeker: seeker.since)
                return await self._open(later, earlier, request)
        return None

    async def _common(self, one: Seeker, other: Seeker) -> MatchRequest | None:
        """Return the request for the game that suits two users, without a block or bar; None: none does."""
        request = one.request.met(other.request)
        if request is None:
            return None
        waited = self._now - min(one.since, other.since)

        async def work(db: Rows) -> str | None:
            if not await can_meet(db, one.user, other.user, self._now):
                return None
            for game in request.games:
                of = RatingList(DIRECT_MESSAGES, game, request.rules)
                points = []
                for user in (one.user, other.user):
                    stored = await ratings.find(db, of, user)
                    points.append((Rating(**stored) if stored else Rating()).points)
                if are_near(points[0], points[1], waited):
                    return game
            return None

        game = await self._positions.read(work)
        return None if game is None else MatchRequest(games=(game,), pace=request.pace, rules=request.rules)

    async def _open(self, later: Seeker, earlier: Seeker, request: MatchRequest) -> Position | None:
        game = await self._lobbies.game(request.games[0])
        new = NewMatch(
            guild=DIRECT_MESSAGES,
            channel=later.channel,
            host=later.user,
            game=game.key,
            options=lobby.choose(game, {RULES: request.rules}),
            pace=request.settled(RATED),
            settings=LobbySettings(
                asked=(earlier.user,),
                asked_in=((earlier.user, earlier.channel),),
                wanted=PLAYERS,
                closes=self._now + ANSWER,
            ),
        )
        opened = self._lobbies.opening(new, (await self._lobbies.check(new),), shares=True)

        async def work(db: Rows) -> MatchId | None:
            both = [later.user, earlier.user]
            waiting = {seeker.user for seeker in await sql.waiting(db)}
            if not waiting.issuperset(both):
                return None
            match_id = await opened(db)
            if match_id is not None:
                await sql.assign(db, both, match_id)
            return match_id

        match_id = await self._positions.write(work)
        if match_id is None:
            return None
        self._found.add(match_id)
        log.info("a match was found in the common queue", match=match_id)
        return await self._positions.add(match_id)

    @property
    def _now(self) -> float:
        return self._app.clock().timestamp()
