"""Many presses at once on one decision, in the application on a real file.

A seat's decision has one effect and one ply, however many people press how often; everyone who was not first, or had no
right to press, gets a reason in words; an interaction that is delivered twice gets the same answer twice; and the
stored match replays to the state that people see. Some people leave before their answer.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.refusals import Refusal
from bot.store.database import Database
from cogs.messages.refusals import refusal_text
from rules.core.game import Game
from tests.chaos.tally import Tally
from tests.chaos.wording import category, wording_faults
from tests.heist_game import Heist
from tests.tiny_game import Tiny

GUILD: Final = 1_000
POLICIES: Final = range(11, 17)
STRANGERS: Final = range(90, 150)
MOST: Final = 50
"""The maximum number of presses at once."""
TABLES: Final = 6
"""The number of matches at the same time: more than stay in memory."""
KEPT: Final = 4
AGAIN: Final = 0.15
"""The fraction of presses that deliver an earlier one a second time."""
REPLAYED: Final = 50
"""The number of bursts after which everything is loaded again and compared."""

Answered = Position | BaseException


@dataclass(frozen=True)
class Press:
    """A user's request, and its interaction."""

    user: int
    text: str
    interaction: int
    send: Callable[[], Awaitable[Position]]


@dataclass
class Table:
    """A channel with one match after the other."""

    game: Game
    channel: int
    match: MatchId | None = None


@dataclass(frozen=True)
class Burst:
    """Presses at once, and the answer to each."""

    presses: Sequence[Press]
    answers: Sequence[Answered]

    @property
    def sure(self) -> bool:
        """Whether everyone waited for their answer."""
        return not any(isinstance(answer, asyncio.CancelledError) for answer in self.answers)


class Races:
    """Sends bursts of presses to some tables, by a seed."""

    def __init__(self, database: Database, seed: int) -> None:
        self.tally = Tally()
        self._database = database
        self._random = Random(seed)  # noqa: S311 # the same trial for the same seed
        games: dict[str, Game] = {Tiny.key: Tiny(), Heist.key: Heist()}
        games |= {key: load_game(key) for key in ("allocator", "tnb")}
        self._library = Library.of(games)
        self._app = self._fresh()
        self._interactions = count(1)
        order = [Tiny.key, Heist.key, Tiny.key, Heist.key, "allocator", "tnb"]
        self._tables = [Table(games[key], 2_000 + number) for number, key in enumerate(order[:TABLES])]
        self._known: set[MatchId] = set()

    def _fresh(self) -> Application:
        return Application(self._database, self._library, seeds=lambda: self._random.getrandbits(63), kept=KEPT)

    async def run(self, bursts: int) -> Tally:
        """Send this many bursts, then replay everything."""
        for number in range(1, bursts + 1):
            table = self._random.choice(self._tables)
            what = await self._burst(table)
            self.tally.done["bursts"] += 1
            self.tally.done[f"bursts on {what}"] += 1
            if number % REPLAYED == 0:
                await self._replays()
        await self._replays()
        return self.tally

    async def _burst(self, table: Table) -> str:
        position = None if table.match is None else await self._app.positions.get(table.match)
        status = None if position is None else position.match.status
        if position is None or status not in (Status.LOBBY, Status.LIVE):
            await self._open(table)
            return "an empty channel"
        if status is Status.LOBBY:
            if len(position.match.players) < table.game.seats[0] or self._random.random() < 0.3:
                await self._join(table, position)
                return "a chair"
            if self._random.random() < 0.05:
                await self._leave(table, position)
                return "a way out"
            await self._start(table, position)
            return "a start"
        if self._random.random() < 0.02:
            await self._resign(position)
            return "a resignation"
        await self._play(position)
        return "a decision"

    async def _open(self, table: Table) -> None:
        """Let everyone open a match in the same channel; expect exactly one match."""

        def opening(user: int) -> Press:
            interaction = next(self._interactions)
            return Press(
                user,
                "new",
                interaction,
                lambda: self._app.lobbies.create(
                    NewMatch(
                        guild=GUILD, channel=table.channel, host=user, game=table.game.key, deck=self._deck(table.game)
                    ),
                    interaction=interaction,
                ),
            )

        burst = await self._at_once([opening(user) for user in self._crowd(POLICIES)], goes_away=False)
        made = {answer.match.id for answer in burst.answers if isinstance(answer, Position)}
        first = {p.interaction for p, a in zip(burst.presses, burst.answers, strict=True) if isinstance(a, Position)}
        self._expect(len(made) == 1, "one match is opened", made)
        self._expect(len(first) == 1, "one interaction opens it", first)
        table.match = max(made)
        self._known |= made

    async def _join(self, table: Table, before: Position) -> None:
        """Let everyone join; expect each free seat to be taken once."""
        match = before.match.id

        def joining(user: int) -> Press:
            interaction, deck = next(self._interactions), self._deck(table.game)
            return Press(
                user,
                "join",
                interaction,
                lambda: self._app.lobbies.join(match, user, deck=deck, interaction=interaction),
            )

        crowd = self._crowd((*POLICIES, *STRANGERS) if self._random.random() < 0.5 else POLICIES)
        burst = await self._at_once([joining(user) for user in crowd])
        after = (await self._app.positions.get(match)).match
        seated = [chair.user for chair in after.players]
        wanted = {press.user for press in burst.presses} - {chair.user for chair in before.match.players}
        free = max(table.game.seats) - len(before.match.players)
        came = len(seated) - len(before.match.players)
        self._expect(len(set(seated)) == len(seated), "nobody sits twice", seated)
        right = came == min(free, len(wanted)) if burst.sure else came <= min(free, len(wanted))
        self._expect(right, "every free chair is taken", seated)
        self._expect(after.version == before.match.version + came, "a change for each chair", after)
        claimed = await self._claimed(burst, match)
        self._expect(len(claimed) == came, "an interaction for each chair", claimed)
        self._answered(burst, claimed)

    async def _start(self, table: Table, before: Position) -> None:
        """Let the host press Start several times, and others too; expect one start."""
        match = before.match.id
        users = [chair.user for chair in before.match.players]

        def starting(user: int) -> Press:
            interaction = next(self._interactions)
            return Press(
                user, "start", interaction, lambda: self._app.lobbies.start(match, user, interaction=interaction)
            )

        presses = [starting(before.match.host), *(starting(user) for user in self._crowd(users))]
        await self._one_effect(match, before, presses, Status.LIVE)

    async def _leave(self, table: Table, before: Position) -> None:
        """Let the host leave several times; expect the lobby to close once."""
        match, host = before.match.id, before.match.host

        def leaving() -> Press:
            interaction = next(self._interactions)
            return Press(
                host, "leave", interaction, lambda: self._app.lobbies.leave(match, host, interaction=interaction)
            )

        await self._one_effect(match, before, [leaving() for _ in self._crowd(POLICIES)], Status.CLOSED)

    async def _resign(self, before: Position) -> None:
        """Let everyone resign at once, or one player several times if the others would play on; expect one effect."""
        match = before.match.id
        seats = [seat for seat in range(len(before.match.players)) if seat not in before.seen.left]
        goes_on = before.seen.goes_on_without(seats[0])
        users = [before.match.players[seat].user for seat in (seats[:1] if goes_on else seats)]

        def resigning(user: int) -> Press:
            interaction = next(self._interactions)
            return Press(
                user, "resign", interaction, lambda: self._app.matches.resign(match, user, interaction=interaction)
            )

        leads = Status.LIVE if goes_on else Status.OVER
        await self._one_effect(match, before, [resigning(user) for user in self._crowd(users)], leads)
        plies = await self._plies(match, before.match.ply)
        self._expect(len(plies) <= 1, "one has resigned", plies)

    async def _one_effect(self, match: MatchId, before: Position, presses: Sequence[Press], leads: Status) -> None:
        burst = await self._at_once(presses)
        after = (await self._app.positions.get(match)).match
        claimed = await self._claimed(burst, match)
        self._expect(len(claimed) == 1 if burst.sure else len(claimed) <= 1, "one interaction counts", claimed)
        self._expect(after.version == before.match.version + len(claimed), "one change", after)
        self._expect(after.status is (leads if claimed else before.match.status), "it leads where it should", after)
        self._answered(burst, claimed)

    async def _play(self, before: Position) -> None:
        """Press on the present decision; expect each seat to decide at most once."""
        match, users = before.match.id, [chair.user for chair in before.match.players]
        able = [user for user in users if before.view_for(user).view.options]
        first = self._random.choice(
            [user for user in users if before.view_for(user).view.seat in before.seen.state.phase.waiting]
        )
        several = [*able, *users, self._random.choice(STRANGERS)]
        presses = [self._acting(before, match, first)]
        presses += [self._acting(before, match, user) for user in self._crowd(self._random.choice([[first], several]))]
        self._random.shuffle(presses)
        burst = await self._at_once(presses)
        after = (await self._app.positions.get(match)).match
        plies = await self._plies(match, before.match.ply)
        asked = {press.interaction: press for press in burst.presses}
        self._expect(
            [row[0] for row in plies] == list(range(before.match.ply + 1, after.ply + 1)), "plies follow", plies
        )
        self._expect(after.version == before.match.version + len(plies), "a change for each ply", after)
        self._expect(plies or not burst.sure, "somebody decides", (first, burst.presses))
        each = Counter(seat for _, seat, _, _ in plies)
        self._expect(max(each.values(), default=0) <= 1, "a decision counts once", plies)
        for _, seat, action, interaction in plies:
            press = asked.get(interaction)
            right = press is not None and press.text == action and users.index(press.user) == seat
            self._expect(right, "a ply is what its player pressed", (press, seat, action))
        self._expect({users[seat] for _, seat, _, _ in plies} <= set(able), "only who may act does", plies)
        self._answered(burst, {row[3] for row in plies})
        self.tally.done["plies"] += len(plies)
        self.tally.done["decisions of several seats at once"] += len(plies) > 1

    def _acting(self, before: Position, match: MatchId, user: int) -> Press:
        table_view, interaction = before.view_for(user), next(self._interactions)
        offered = (
            table_view.view.options
            or before.view_for(before.match.players[table_view.view.waiting[0]].user).view.options
        )
        text = str(self._random.choice(offered))
        board = self._random.random() < 0.5
        decision = before.view_for(None).decision if board else table_view.decision
        return Press(
            user,
            text,
            interaction,
            lambda: self._app.matches.act(match, user, text, decision=decision, interaction=interaction),
        )

    def _crowd(self, users: Sequence[int]) -> list[int]:
        """Return the users of a burst, each several times."""
        return [self._random.choice(users) for _ in range(self._random.randint(2, MOST - 1))]

    def _deck(self, game: Game) -> str | None:
        return self._random.choice(list(game.decks)) if game.decks else None

    async def _at_once(self, presses: Sequence[Press], *, goes_away: bool = True) -> Burst:
        """Send the presses, some of them twice; now and then a user does not wait for the answer."""
        again = [press for press in presses if self._random.random() < AGAIN]
        everything = [*presses, *again][:MOST]
        tasks = [asyncio.ensure_future(press.send()) for press in everything]
        if goes_away and self._random.random() < 0.1:
            for _ in range(self._random.randrange(30)):
                await asyncio.sleep(0)
            for task in self._random.sample(tasks, 2):
                task.cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        self.tally.done["presses"] += len(everything)
        for press, answer in zip(everything, answers, strict=True):
            kind = "carried out" if isinstance(answer, Position) else category(answer)
            self.tally.done[f"answer: {kind}"] += 1
            if isinstance(answer, Refusal):
                for fault in wording_faults(refusal_text(answer)):
                    self.tally.faults.append(f"“{refusal_text(answer)}” {fault}")
            elif not isinstance(answer, Position | asyncio.CancelledError):
                self.tally.faults.append(f"{press.text} of {press.user}: {answer!r}")
        return Burst(everything, answers)

    def _answered(self, burst: Burst, done: set[int]) -> None:
        """Expect that the first user sees the committed state at every delivery, and everyone else gets a reason."""
        for press, answer in zip(burst.presses, burst.answers, strict=True):
            if not isinstance(answer, asyncio.CancelledError):
                right = isinstance(answer, Position) == (press.interaction in done)
                self._expect(right, "only who was first is not refused", (press, answer))

    async def _plies(self, match: MatchId, since: int) -> list[tuple[Any, ...]]:
        """Return number, seat, action and interaction of the plies after this one."""
        rows = await self._database.read(
            lambda db: db.rows(
                "SELECT ply, seat, action, interaction_id FROM plies WHERE match_id = ? AND ply > ? ORDER BY ply",
                match,
                since,
            )
        )
        return [tuple(row) for row in rows]

    async def _claimed(self, burst: Burst, match: MatchId) -> set[int]:
        """Return the interactions of the burst that have changed the match."""
        rows = await self._database.read(lambda db: db.rows("SELECT id FROM interactions WHERE match_id = ?", match))
        return {row[0] for row in rows} & {press.interaction for press in burst.presses}

    def _expect(self, right: object, what: str, seen: object) -> None:
        self.tally.expect(right, f"burst {self.tally.done['bursts']}: not so: {what}: {seen}")

    async def _replays(self) -> None:
        """Expect that stored matches replay to the states shown."""
        held, self._app = self._app, self._fresh()
        for number in sorted(self._known):
            old, new = await held.positions.get(number), await self._app.positions.get(number)
            self._expect(old.match == new.match, "a match is stored as it is shown", (old.match, new.match))
            if old.table is not None and new.table is not None:
                self._expect(old.seen.digest == new.seen.digest, "a match replays", number)
                self.tally.done["replays"] += 1
            if old.match.status not in (Status.LOBBY, Status.LIVE):
                self._known.discard(number)


@asynccontextmanager
async def races(seed: int) -> AsyncIterator[Races]:
    """Open races on a new file."""
    with TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "races.sqlite3")
        try:
            yield Races(database, seed)
        finally:
            await database.close()
