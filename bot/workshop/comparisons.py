"""Comparisons of two drafts on a server: begun, answered after every match, and ended."""

import asyncio
from asyncio import Task
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking, ThinkingError
from bot.clock import Clock, seconds
from bot.lab.contest import Contest
from bot.lab.exploit import QUICK
from bot.model.comparison import FEWEST_MOST, MOST_MOST, Comparison, Mode, Question, Terms, Verdict
from bot.model.figures import ENOUGH
from bot.model.match import UserId
from bot.model.refusals import NotAllowed
from bot.model.series import SIDES
from bot.packs.packs import Packs
from bot.store import comparisons as sql
from bot.store.availability import available, readable
from bot.store.comparisons import Counted
from bot.store.database import Database, Rows
from bot.workshop.forecast import Forecast, foresee, numbers_of
from bot.workshop.sequential import Trial, interval
from rules.core.game import Game, catalog_key

T = TypeVar("T")

SIMULATED: Final = 96
"""The largest number of simulated matches of each draft."""
PATIENCE: Final = 120.0
"""Seconds that the lab may take."""
_AT_ONCE: Final = 8
_ENOUGH: Final = 24
"""The smallest number of simulated matches of each draft that foretell anything."""
_SEED: Final = 1


class SameDraft(NotAllowed):
    """A draft cannot be compared with itself."""


class OtherRules(NotAllowed):
    """Only drafts of one game can be compared. titles: of both games."""

    titles: tuple[str, str]


class ComparisonRuns(NotAllowed):
    """A server compares two drafts of a game at a time. title: of the game; number: of the comparison that runs."""

    title: str
    number: int


class NotForTwo(NotAllowed):
    """The same two players cannot play both drafts of a game that is not for two. title: of the game."""

    title: str


class BadMost(NotAllowed):
    """The largest number of matches is out of bounds. fewest, most: the bounds."""

    fewest: int
    most: int


class NoComparison(NotAllowed):
    """No comparison of this number runs on the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a comparison stands. It names nobody."""

    comparison: Comparison
    titles: tuple[str, str]
    """The titles of both games."""
    drawn: int
    """The number of matches that have drawn a draft."""
    counted: int
    """The number of matches in the answer."""
    means: tuple[float, float] | None
    """The mean of the numbers, by draft; None: fewer than five people have played, or no match of one of the drafts."""
    difference: float
    """The second draft's number minus the first one's, by pairs."""
    between: tuple[float, float]
    """The interval of that difference, valid whenever one looks."""
    verdict: Verdict | None
    """The one of the comparison, or the one that is due."""


class Comparisons:
    """Begin, answer and end comparisons. Every coroutine may raise `Unavailable`."""

    def __init__(self, database: Database, packs: Packs, thinking: Thinking, clock: Clock) -> None:
        self._database = database
        self._packs = packs
        self._thinking = thinking
        self._clock = clock
        self.listeners: list[Callable[[], None]] = []
        """Functions called when an answer may have changed."""

    async def check(self, terms: Terms) -> None:
        """Check that a comparison can begin.

        Raises:
            NoSuchGame, PackRetired, PackOutdated: one of the drafts cannot be played on the server.
            NotAllowed: they cannot be compared so.
        """
        if terms.first == terms.second:
            raise SameDraft
        games = [await self._packs.playable(key, terms.guild) for key in terms.drafts]
        if catalog_key(terms.first) != catalog_key(terms.second):
            raise OtherRules(titles=(games[0].title, games[1].title))
        if terms.mode is Mode.BOTH and SIDES not in games[0].seats:
            raise NotForTwo(title=games[0].title)
        if not FEWEST_MOST <= terms.most <= MOST_MOST:
            raise BadMost(fewest=FEWEST_MOST, most=MOST_MOST)
        await self._read(lambda db: self._check_free(db, terms))

    async def begin(self, terms: Terms, channel: int, user: UserId, *, interaction: int) -> Comparison:
        """Begin a comparison, which is announced in this channel. A repeated interaction returns what it began.

        Raises:
            Refusal: as for `check`.
        """
        earlier = await self._read(lambda db: sql.begun_by(db, interaction))
        if earlier is not None:
            return earlier
        await self.check(terms)

        async def work(db: Rows) -> Comparison:
            await self._check_free(db, terms)
            now = seconds(self._clock)
            return await sql.insert(db, terms, channel_id=channel, user=user, at=now, interaction=interaction)

        begun = await self._write(work)
        self.changed()
        return begun

    async def of_server(self, guild: int) -> list[Standing]:
        """Return how the comparisons of a server stand, oldest first."""
        return [await self._standing(each) for each in await self._read(lambda db: sql.of_server(db, guild))]

    async def standing(self, number: int) -> Standing | None:
        """Return how a comparison stands; None if it was deleted with its server's settings. End it if that is due: its
        rule was fixed beforehand, so the verdict is the same whoever looks, and when.
        """
        found = await self._read(lambda db: sql.find(db, number))
        if found is None:
            return None
        standing = await self._standing(found)
        if standing.verdict is not None and found.verdict is None:
            verdict = standing.verdict
            await self._write(lambda db: sql.conclude(db, number, verdict, seconds(self._clock)))
            self.changed()
        return standing

    async def end(self, number: int, guild: int) -> None:
        """End a comparison undecided.

        Raises:
            NoComparison: it does not run on this server.
        """
        found = await self._read(lambda db: sql.find(db, number))
        is_ours = found is not None and found.guild == guild
        if not is_ours or not await self._write(
            lambda db: sql.conclude(db, number, Verdict.ENDED, seconds(self._clock))
        ):
            raise NoComparison
        self.changed()

    async def guilds(self) -> frozenset[int]:
        """Return the servers on which a comparison runs."""
        return await self._read(sql.guilds)

    def changed(self) -> None:
        """Tell the listeners that an answer may have changed."""
        for listener in self.listeners:
            listener()

    async def forecast(self, terms: Terms) -> Forecast | None:
        """Return what the lab foretells of a comparison, from as many matches as it can play in time; None if they are
        too few, or if it cannot tell.
        """
        if terms.question is Question.AGAIN:
            return None
        games = [await self._packs.game(key) for key in terms.drafts]
        bounds = [*range(0, SIMULATED + 1, _AT_ONCE)]
        calls: tuple[list[Task[tuple[float, ...]]], ...] = ([], [])
        for some in pairwise(bounds):  # in turns, so that both drafts get about equally far
            for game, of_draft in zip(games, calls, strict=True):
                of_draft.append(asyncio.create_task(self._simulated(game, range(*some), terms.question)))
        _, late = await asyncio.wait([*calls[0], *calls[1]], timeout=PATIENCE)
        for call in late:
            call.cancel()
        first, second = [
            tuple(number for call in of_draft if call.done() and not call.exception() for number in call.result())
            for of_draft in calls
        ]
        if min(len(first), len(second)) < min(_ENOUGH, SIMULATED):
            return None
        arguments = (first, second, terms.question, terms.most, _SEED)
        try:
            return await self._thinking.aside(foresee, games[0], *arguments, priority=Priority.LEISURE)
        except ThinkingError:
            return None

    async def _simulated(self, game: Game, numbers: range, question: Question) -> tuple[float, ...]:
        """Return the numbers of these simulated matches of a draft."""
        seats = SIDES if SIDES in game.seats else game.seats[0]
        contest = Contest(game=catalog_key(game.key), players=(QUICK,) * seats, options=game.all_options({}))
        arguments = (contest, numbers, _SEED, question)
        return await self._thinking.aside(numbers_of, game, *arguments, priority=Priority.LEISURE)

    async def _check_free(self, db: Rows, terms: Terms) -> None:
        for each in await sql.of_server(db, terms.guild):
            if each.ended_at is None and catalog_key(each.first) == catalog_key(terms.first):
                raise ComparisonRuns(title=(await self._packs.game(catalog_key(terms.first))).title, number=each.id)

    async def _standing(self, comparison: Comparison) -> Standing:
        rows = await self._read(lambda db: sql.counted(db, comparison.id))
        drawn = await self._read(lambda db: sql.draws(db, comparison.id))
        titles = await self._packs.titles(comparison.drafts)
        first, second = comparison.drafts
        return standing_of(comparison, rows, sum(drawn), (titles[first], titles[second]))

    async def _read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with readable():
            return await self._database.read(work)

    async def _write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with available():
            return await self._database.write(work)


def standing_of(comparison: Comparison, rows: Sequence[Counted], drawn: int, titles: tuple[str, str]) -> Standing:
    """Return how a comparison stands after these counted matches."""
    shown = published(rows) if comparison.question is Question.AGAIN else rows
    trial, differences = Trial(), list[float]()
    for first, second in pairs(shown, comparison.mode):
        differences.append(comparison.question.difference(first, second))
    is_told = len(frozenset[UserId]().union(*(row.users for row in shown))) >= ENOUGH
    verdict = comparison.verdict
    if is_told:
        for difference in differences:
            trial.see(difference)
        verdict = verdict or trial.verdict
        differences = differences[: trial.pairs]
    if len(rows) >= comparison.most:
        verdict = verdict or Verdict.MOST
    sides = [[row.value for row in shown if row.is_second is is_second] for is_second in (False, True)]
    first_mean, second_mean = [sum(side) / max(1, len(side)) for side in sides]
    return Standing(
        comparison=comparison,
        titles=titles,
        drawn=drawn,
        counted=len(shown),
        means=(first_mean, second_mean) if is_told and all(sides) and differences else None,
        difference=sum(differences) / max(1, len(differences)),
        between=interval(differences) if is_told else (-1.0, 1.0),
        verdict=verdict,
    )


def pairs(rows: Sequence[Counted], mode: Mode) -> list[tuple[float, float]]:
    """Return the numbers of the matches that are compared with each other: the k-th of each draft, or both of the same
    players. A match without a partner waits for one.
    """
    if mode is Mode.LOT:
        first, second = [[row.value for row in rows if row.is_second is is_second] for is_second in (False, True)]
        return [*zip(first, second, strict=False)]
    waiting, found = dict[int, Counted](), list[tuple[float, float]]()
    for row in rows:
        other = waiting.pop(row.unit, None)
        if other is None:
            waiting[row.unit] = row
        else:
            found.append((other.value, row.value) if row.is_second else (row.value, other.value))
    return found


def published(rows: Sequence[Counted]) -> Sequence[Counted]:
    """Return the matches whose answers are public: those of full steps, each of at least five matches of five people.
    So two looks tell nothing about what one player answered.
    """
    end, users = 0, frozenset[UserId]()
    for number, row in enumerate(rows, 1):
        users |= row.users
        if number - end >= ENOUGH and len(users) >= ENOUGH:
            end, users = number, frozenset()
    return rows[:end]
