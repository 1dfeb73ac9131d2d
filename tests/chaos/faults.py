"""People play while the disk fails, fills up, is locked or slow: every acknowledged action is stored, all others are
refused.

And the program opens files that are damaged or older: it refuses them or goes on with them.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.match import MatchId, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.refusals import Refusal, Unavailable
from bot.store.database import Database
from cogs.messages.refusals import refusal_text
from rules.core.game import Game
from tests.bot.table_helpers import CHANNEL, GUILD
from tests.chaos.bad_disk import FAULTS, BadDisk, Fault, bad_disk
from tests.chaos.ledger import ledger_faults
from tests.chaos.tally import Tally
from tests.chaos.wording import category, wording_faults
from tests.heist_game import Heist
from tests.patience import PATIENT
from tests.tiny_game import Tiny

TABLES: Final = 8
FORGOTTEN: Final = 0.2
"""The chance that everything is loaded again before a burst, as after a restart."""
STATEMENTS: Final = 60
"""The number of statements at the beginning, of which the first fault strikes a random one."""
ALWAYS: Final = 10**9
USERS: Final = (11, 12, 13)
WHAT_TO_DO: Final = "Try again"
NOTHING: Final = "nothing was changed"

Ask = Callable[[], Awaitable[Position]]


@dataclass(frozen=True)
class Press:
    """A person's request to a match."""

    interaction: int
    ask: Ask


@dataclass
class Place:
    """A channel, and the match in it."""

    game: Game
    channel: int
    match: MatchId | None = None


class Faults:
    """Runs the application on a bad disk, by a seed."""

    def __init__(self, database: Database, disk: BadDisk, library: Library, seed: int) -> None:
        self.tally = Tally()
        self._database, self._disk, self._library = database, disk, library
        self._random = Random(seed)  # noqa: S311 # the same trial for the same seed
        self._app = self._fresh()
        self._places = [
            Place(self._random.choice(list(library.games.values())), CHANNEL + number) for number in range(TABLES)
        ]
        self._interactions = iter(range(1, 10**9))

    def _fresh(self) -> Application:
        return Application(self._database, self._library, seeds=lambda: self._random.getrandbits(63))

    async def run(self, faults: int) -> Tally:
        """Let this many faults strike, each during a burst of presses; every tenth burst has a slow disk instead."""
        rounds = itertools.count(1)
        while self.tally.done["bursts"] < faults and not self.tally.faults:
            if self._random.random() < FORGOTTEN:
                self._app = self._fresh()
            presses = [press for place in self._places for press in await self._presses(place)]
            if next(rounds) % 10 == 0:
                await self._slowly(presses)
            else:
                await self._badly(presses)
        return self.tally

    async def _badly(self, presses: Sequence[Press]) -> None:
        name, fault = self._random.choice(list(FAULTS.items()))
        times = self._random.choice([1, 1, 2, 5, ALWAYS])
        self._disk.fail(fault, self._random.randint(1, STATEMENTS), times=times)
        answers = await self._answers(presses)
        self._disk.mend()
        self.tally.done["bursts"] += self._disk.struck > 0
        self.tally.done[f"statements: {name}"] += self._disk.struck
        await self._judge(name, fault, presses, answers)

    async def _slowly(self, presses: Sequence[Press]) -> None:
        """Expect answers to requests that only read while the disk holds a write."""
        held = self._disk.hold()
        writing = asyncio.create_task(self._answers(presses))
        waiting: list[asyncio.Future[Any]] = [held, writing]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        async with asyncio.timeout(PATIENT):
            for place in self._places:
                await self._app.matches.in_channel(place.channel)
        self._disk.release()
        self.tally.done["bursts on a slow disk"] += 1
        await self._judge("slow", None, presses, await writing)

    async def _answers(self, presses: Sequence[Press]) -> Sequence[Position | BaseException]:
        async with asyncio.timeout(PATIENT):
            return await asyncio.gather(*(press.ask() for press in presses), return_exceptions=True)

    async def _judge(
        self, name: str, fault: Fault | None, presses: Sequence[Press], answers: Sequence[Position | BaseException]
    ) -> None:
        stored = await self._stored()
        for press, answer in zip(presses, answers, strict=True):
            self.tally.done[f"answer: {'done' if isinstance(answer, Position) else category(answer)}"] += 1
            where = f"{name}: interaction {press.interaction}"
            is_stored = press.interaction in stored
            if isinstance(answer, Position):
                self.tally.expect(is_stored, f"{where} was acknowledged and is lost")
            elif isinstance(answer, Refusal):
                text = refusal_text(answer)
                self.tally.faults += [f"{where}: “{text}” {flaw}" for flaw in wording_faults(text)]
                honest = not is_stored or NOTHING not in text or (fault is not None and fault.done)
                self.tally.expect(honest, f"{where} was refused and is stored: {text}")
            else:
                self.tally.faults.append(f"{where}: {answer!r}")
            if isinstance(answer, Unavailable):
                text = refusal_text(answer)
                self.tally.expect(WHAT_TO_DO in text, f"{where}: it does not say what to do: {text}")
                await self._again(where, press, is_stored=is_stored)
        await self._alike(name)

    async def _again(self, where: str, press: Press, *, is_stored: bool) -> None:
        """Repeat a refused request, as its answer says; expect that it succeeds, or that another person was faster."""
        try:
            await press.ask()
        except Unavailable as error:
            self.tally.faults.append(f"{where}: it cannot be done later either: {error}")
        except Refusal as refusal:
            self.tally.expect(not is_stored, f"{where}: it was done, and later refused: {refusal}")
        self.tally.done["pressed again"] += 1

    async def _alike(self, name: str) -> None:
        """Expect that every match is shown in its stored state."""
        fresh = self._fresh()
        for place in self._places:
            shown, stored = (
                await self._app.matches.in_channel(place.channel),
                await fresh.matches.in_channel(place.channel),
            )
            self.tally.expect(
                (shown and (shown.match, shown.table and shown.seen.digest))
                == (stored and (stored.match, stored.table and stored.seen.digest)),
                f"{name}: match {place.match} is shown as {shown}, and stored as {stored}",
            )

    async def _stored(self) -> set[int]:
        rows = await self._database.read(lambda db: db.rows("SELECT id FROM interactions"))
        return {number for (number,) in rows}

    async def _presses(self, place: Place) -> list[Press]:
        """Return people's next requests at a table."""
        position = await self._app.matches.in_channel(place.channel)
        place.match = position.match.id if position is not None else None
        if position is None:
            return [self._opening(place)]
        number, seated = position.match.id, {player.user for player in position.match.players}
        if position.match.status is Status.LOBBY:
            if absent := [user for user in USERS[: place.game.seats[0]] if user not in seated]:
                return [self._joining(number, user) for user in absent]
            return [self._press(lambda i: self._app.lobbies.start(number, position.match.host, interaction=i))]
        if self._random.random() < 0.02:
            return [
                self._press(lambda i: self._app.matches.resign(number, position.match.players[0].user, interaction=i))
            ]
        asked = position.seen.state.phase.waiting
        return [self._acting(position, seat) for seat in asked for _ in range(self._random.choice([1, 1, 2]))]

    def _opening(self, place: Place) -> Press:
        return self._press(
            lambda i: self._app.lobbies.create(
                NewMatch(guild=GUILD, channel=place.channel, host=USERS[0], game=place.game.key), interaction=i
            )
        )

    def _joining(self, match_id: MatchId, user: UserId) -> Press:
        return self._press(lambda i: self._app.lobbies.join(match_id, user, interaction=i))

    def _acting(self, position: Position, seat: int) -> Press:
        user = position.match.players[seat].user
        table_view = position.view_for(user)
        action = str(self._random.choice(table_view.view.options))
        number, decision = position.match.id, table_view.decision
        return self._press(lambda i: self._app.matches.act(number, user, action, decision=decision, interaction=i))

    def _press(self, ask: Callable[[int], Awaitable[Position]]) -> Press:
        interaction = next(self._interactions)
        return Press(interaction, lambda: ask(interaction))


async def faults(count: int, seed: int) -> Tally:
    """Run this many bursts with faults of the disk, then replay everything."""
    games: dict[str, Game] = {Tiny.key: Tiny(), Heist.key: Heist(), "allocator": load_game("allocator")}
    library = Library.of(games)
    with TemporaryDirectory() as folder, structlog.testing.capture_logs(), bad_disk() as disk:
        path = Path(folder) / "bad.sqlite3"
        database = await Database.open(path)
        try:
            running = Faults(database, disk, library, seed)
            tally = await running.run(count)
            for _ in running._places:
                tally.done["plies"] = (await database.read(lambda db: db.rows("SELECT count(*) FROM plies")))[0][0]
        finally:
            disk.mend()
            disk.release()
            await database.close()
        tally.faults += await ledger_faults(path, library)
    return tally
