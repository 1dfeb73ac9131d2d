"""Puzzles: the same for all, scored once, solutions hidden until finished, exported and deleted with a user's data."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from bot.application.application import Application
from bot.application.thinking.thinking import Thinking
from bot.content.seeds import load_games
from bot.model.refusals import NotUnderstood, Refusal, StaleDecision
from bot.puzzles.attempts import Attempt, replayed
from bot.puzzles.booklet import Entry, load_booklet
from bot.puzzles.days import WEEK, chosen
from bot.puzzles.making import ATTEMPTS, Attempted, Workshop, attempt
from bot.puzzles.offers import Offers
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.refusals import (
    AllSolved,
    BoardHidden,
    DayToCome,
    DayTooLongAgo,
    GoalReached,
    NotADay,
    NothingToTakeBack,
    SolutionHidden,
    UnknownPuzzle,
)
from bot.puzzles.stock import AHEAD
from bot.store.database import Database
from rules.core.game import Game
from rules.core.puzzles import Tried
from tests.bot.at_once import AtOnce, Broken
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, GUILD

P = ParamSpec("P")
T = TypeVar("T")

MONDAY = date(2026, 1, 5)
GAMES = {"circuitry": load_games()["circuitry"]}
OFFERS = Offers(GAMES)
OFFER = OFFERS.of("circuitry")


class Wall:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 5, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def puzzles(database: Database, wall: Wall) -> Puzzles:
    return Puzzles(database, GAMES, wall)


async def solved(puzzles: Puzzles, user: int = ANN, day: date | None = None, guild: int = GUILD) -> Attempt:
    attempt = await puzzles.daily(user, guild, day or puzzles.today())
    for words in attempt.solution[len(attempt.done) :]:
        attempt = await puzzles.act(attempt.number, user, words, attempt.version)
    assert attempt.is_met
    return attempt


async def test_no_goal_is_proved_on_the_event_loop(puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, is_met = set(), OFFER.puzzles.is_met

    def recorded(puzzle: Any, g: Any) -> bool:
        threads.add(threading.get_ident())
        return is_met(puzzle, g)

    monkeypatch.setattr(OFFER.puzzles, "is_met", recorded)
    await solved(puzzles)
    assert threads
    assert threading.get_ident() not in threads


async def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_after_a_restart(
    puzzles: Puzzles, database: Database, wall: Wall
) -> None:
    first = await puzzles.daily(ANN, GUILD, MONDAY)
    assert (first.level.number, first.day) == (WEEK[0], MONDAY)
    again = Puzzles(database, GAMES, wall)
    assert (await again.daily(BEN, GUILD + 1, MONDAY)).number == first.number


def test_two_installations_have_different_puzzles_on_the_same_days() -> None:
    days = [MONDAY + timedelta(days=number) for number in range(28)]
    mine, theirs = ([chosen(OFFERS, day, key) for day in days] for key in ("a", "b"))
    assert mine != theirs
    assert [entry.level for entry in mine] == list(WEEK) * 4
    easy = [entry for entry in mine if entry.level == 1][:8]
    assert len({id(entry) for entry in easy}) == 8, "a puzzle repeats only after all others of its level"


async def test_an_attempt_survives_a_restart_and_can_be_undone(
    puzzles: Puzzles, database: Database, wall: Wall
) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    attempt = await puzzles.act(attempt.number, ANN, attempt.solution[0], 0)
    again = Puzzles(database, GAMES, wall)
    assert (await again.look(attempt.number, ANN)).state == attempt.state
    attempt = await again.undo(attempt.number, ANN, attempt.version)
    assert (attempt.done, attempt.stored.tries) == ((), 1)
    with pytest.raises(NothingToTakeBack):
        await again.undo(attempt.number, ANN, attempt.version)
    attempt = await again.act(attempt.number, ANN, attempt.solution[0], attempt.version)
    assert (await again.restart(attempt.number, ANN, attempt.version)).stored.tries == 2


async def test_an_attempt_is_scored_once_even_if_solved_on_several_devices_at_once(puzzles: Puzzles) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    for words in attempt.solution[:-1]:
        attempt = await puzzles.act(attempt.number, ANN, words, attempt.version)
    last = [puzzles.act(attempt.number, ANN, attempt.solution[-1], attempt.version) for _ in range(3)]
    ends = await asyncio.gather(*last, return_exceptions=True)
    assert sum(isinstance(end, StaleDecision) for end in ends) == 2
    attempt = await puzzles.look(attempt.number, ANN)
    assert (attempt.stored.cost, attempt.is_met) == (attempt.least, True)
    with pytest.raises(GoalReached):
        await puzzles.act(attempt.number, ANN, attempt.solution[-1], attempt.version)
    again = await puzzles.restart(attempt.number, ANN, attempt.version)
    again = await puzzles.hinted(again, again.solution[:1])
    assert (again.stored.tries, again.stored.hints, again.is_finished) == (1, 0, True)


@pytest.mark.parametrize("words", ["done", "inhibit red", "rotate 1", "move 1-red", "nonsense", "take gold"])
async def test_an_invalid_action_is_refused(puzzles: Puzzles, words: str) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    with pytest.raises(Refusal):
        await puzzles.act(attempt.number, ANN, words, attempt.version)
    assert (await puzzles.look(attempt.number, ANN)).version == 0


async def test_the_board_and_the_solution_are_hidden_until_the_user_has_finished(puzzles: Puzzles, wall: Wall) -> None:
    await solved(puzzles, BEN)
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    with pytest.raises(BoardHidden):
        await puzzles.board(attempt, GUILD)
    with pytest.raises(SolutionHidden):
        puzzles.frames(attempt)
    wall.now += timedelta(seconds=1)
    attempt = await solved(puzzles)
    assert [place.user for place in await puzzles.board(attempt, GUILD)] == [BEN, ANN]
    assert await puzzles.board(attempt, GUILD + 1) == []
    assert len(puzzles.frames(attempt)) == len(attempt.solution) + 1


async def test_a_hint_is_a_step_of_a_solution_and_ranks_its_user_below_others(puzzles: Puzzles) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    while not attempt.is_met:
        [given] = puzzles.hint(attempt)
        attempt = await puzzles.hinted(attempt, [given])
        attempt = await puzzles.act(attempt.number, ANN, given, attempt.version)
    assert attempt.stored.cost == attempt.least
    await solved(puzzles, BEN)
    assert [place.user for place in await puzzles.board(attempt, GUILD)] == [BEN, ANN]


async def test_no_hint_is_given_if_the_goal_is_out_of_reach(puzzles: Puzzles) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    while attempt.view.options:
        attempt = await puzzles.act(attempt.number, ANN, str(attempt.view.options[0]), attempt.version)
    if attempt.is_met:
        return
    for _ in range(2):
        assert puzzles.hint(attempt) == ()
        attempt = await puzzles.hinted(attempt, ())
        assert attempt.stored.hints == 1, "it is counted once"


async def test_each_further_hint_tells_one_step_more_until_all_is_told(puzzles: Puzzles) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    steps = len(attempt.solution)
    for hints in range(1, steps + 3):
        told = puzzles.hint(attempt)
        assert told == attempt.solution[:hints]
        attempt = await puzzles.hinted(attempt, told)
        assert attempt.stored.hints == min(hints, steps), "a hint that tells nothing new is not counted"
    attempt = await puzzles.act(attempt.number, ANN, attempt.solution[0], attempt.version)
    if not attempt.is_met:
        assert puzzles.hint(attempt) == attempt.told == attempt.solution[1:]
        attempt = await puzzles.undo(attempt.number, ANN, attempt.version)
    assert attempt.told == attempt.solution


async def test_a_hint_that_tells_what_an_earlier_one_told_is_not_counted(puzzles: Puzzles) -> None:
    """The user may play on, undo and start over in between."""
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    attempt = await puzzles.hinted(attempt, puzzles.hint(attempt))
    wrong = next(str(option) for option in attempt.view.options if str(option) not in attempt.solution)
    for back in (puzzles.undo, puzzles.restart):
        for words in (attempt.solution[0], wrong):
            attempt = await puzzles.act(attempt.number, ANN, words, attempt.version)
            attempt = await back(attempt.number, ANN, attempt.version)
            assert attempt.told == attempt.solution[:1]
            told = puzzles.hint(attempt)
            assert told == attempt.solution[:2], "a further hint tells more"
            attempt = await puzzles.hinted(attempt, told[:1])
            assert attempt.stored.hints == 1


async def test_a_dead_end_is_counted_once_and_hides_no_solution(puzzles: Puzzles) -> None:
    attempt = await puzzles.daily(ANN, GUILD, MONDAY)
    wrong = next(str(option) for option in attempt.view.options if str(option) not in attempt.solution)
    for _ in range(2):
        attempt = await puzzles.act(attempt.number, ANN, wrong, attempt.version)
        attempt = await puzzles.hinted(attempt, ())
        assert attempt.stored.hints == 1
        attempt = await puzzles.undo(attempt.number, ANN, attempt.version)
    assert attempt.told == ()
    attempt = await puzzles.hinted(attempt, puzzles.hint(attempt))
    assert (attempt.told, attempt.stored.hints) == (attempt.solution[:1], 2)


async def test_a_streak_counts_days_solved_on_time_in_any_time_zone(puzzles: Puzzles, wall: Wall) -> None:
    await solved(puzzles)
    wall.now = datetime(2026, 1, 7, 11, 59, tzinfo=UTC)  # still the 6th in some time zone
    await solved(puzzles, day=date(2026, 1, 6))
    assert await puzzles.streak(ANN) == 2
    await solved(puzzles)
    assert await puzzles.streak(ANN) == 3
    wall.now = datetime(2026, 1, 9, 12, 1, tzinfo=UTC)
    late = await solved(puzzles, day=date(2026, 1, 8))
    assert late.is_finished
    assert await puzzles.streak(ANN) == 0
    assert await puzzles.board(late, GUILD) == [], "it came too late for the board"


async def test_an_impossible_day_or_puzzle_is_refused(puzzles: Puzzles) -> None:
    with pytest.raises(DayToCome):
        puzzles.day("2026-01-06")
    with pytest.raises(DayTooLongAgo):
        puzzles.day("1999-01-01")
    for typed in ("tomorrow", "2026-02-30", "5"):
        with pytest.raises(NotADay):
            puzzles.day(typed)
    assert puzzles.day(" ") == puzzles.day("2026-01-05") == MONDAY
    with pytest.raises(UnknownPuzzle):
        await puzzles.look(99, ANN)


async def test_a_level_offers_its_puzzles_one_by_one(puzzles: Puzzles) -> None:
    for _ in [entry for entry in load_booklet(OFFER) if entry.level == 1]:
        attempt = await puzzles.play(ANN, GUILD, OFFER, 1)
        assert (await puzzles.play(ANN, GUILD, OFFER, 1)).number == attempt.number, "an unfinished attempt comes first"
        for words in attempt.solution:
            attempt = await puzzles.act(attempt.number, ANN, words, attempt.version)
    with refused(AllSolved(level=1)):
        await puzzles.play(ANN, GUILD, OFFER, 1)
    with pytest.raises(NotUnderstood):
        await puzzles.play(ANN, GUILD, OFFER, 9)


@pytest.fixture
def asked() -> list[tuple[int, int]]:
    """Return the requests made to the workshop, by level and seed."""
    return []


NUMBERS = count()


@pytest.fixture
def making(database: Database, wall: Wall, asked: list[tuple[int, int]]) -> Puzzles:
    """Return puzzles whose workshop passes off a puzzle of another level as one of the wanted level."""

    pool = Requested(asked)
    return Puzzles(database, GAMES, wall, Workshop(Thinking(1, lambda _: pool), of_another_level))


def of_another_level(_game: Game, level: int, _seed: int, _tried: Tried) -> Attempted:
    """Return another puzzle each time: one that is known already would not be kept."""
    others = [entry for entry in load_booklet(OFFER) if entry.level != level]
    return Attempted(replace(others[next(NUMBERS) % len(others)], level=level), Tried(1))


class Requested(AtOnce):
    """A pool that records the level and seed of each request."""

    def __init__(self, asked: list[tuple[int, int]]) -> None:
        super().__init__()
        self.asked = asked

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        before = len(self.calls)
        future = super().submit(fn, *args, **kwargs)
        self.asked += [(level, seed) for _, level, seed, _ in self.calls[before:]]
        return future


async def test_puzzles_of_coming_days_are_made_ahead_and_stay_hidden(
    making: Puzzles, asked: list[tuple[int, int]], wall: Wall
) -> None:
    making.stock.refill()
    await making.stock.settled()
    assert [level for level, _ in asked] == list(WEEK[: len(asked)])
    assert len({seed for _, seed in asked}) == len(asked) == AHEAD + 1
    today = await making.daily(ANN, GUILD, MONDAY)
    with pytest.raises(UnknownPuzzle):
        await making.open(today.number + 1, ANN, GUILD)
    wall.now += timedelta(days=1)
    tuesday = await making.daily(ANN, GUILD, making.today())
    assert tuesday.number == today.number + 1
    await making.stock.settled()
    assert len(asked) == AHEAD + 1, "no more are made than are needed ahead"
    wall.now += timedelta(days=AHEAD)
    made_before = tuple(asked)
    assert (await making.daily(ANN, GUILD, making.today())).puzzle in {entry.puzzle for entry in load_booklet(OFFER)}
    await making.stock.settled()
    assert len(asked) > len(made_before), "a day without a made puzzle uses one of the booklet"


async def test_a_user_who_has_solved_the_booklet_gets_fresh_puzzles(
    making: Puzzles, asked: list[tuple[int, int]]
) -> None:
    solved_ones = set()
    for _ in range(sum(entry.level == 1 for entry in load_booklet(OFFER)) + 4):
        attempt = await making.play(ANN, GUILD, OFFER, 1)
        assert (await making.play(ANN, GUILD, OFFER, 1)).number == attempt.number, "an unfinished attempt comes first"
        for words in attempt.solution:
            attempt = await making.act(attempt.number, ANN, words, attempt.version)
        solved_ones.add(attempt.number)
        await making.stock.settled()
    assert len(solved_ones) == sum(entry.level == 1 for entry in load_booklet(OFFER)) + 4
    other = await making.play(BEN, GUILD, OFFER, 1)
    assert other.number in solved_ones, "other users get puzzles of the booklet first"


async def test_the_booklet_serves_if_the_workshop_fails(database: Database, wall: Wall) -> None:
    puzzles = Puzzles(database, GAMES, wall, Workshop(Thinking(1, Broken)))
    assert (await puzzles.daily(ANN, GUILD, MONDAY)).level.number == WEEK[0]
    await puzzles.stock.close()
    await puzzles.stock.settled()


def test_the_workshop_makes_the_same_solvable_puzzle_from_the_same_seed() -> None:
    def made(at_a_time: float) -> Entry:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.puzzles.making.AT_A_TIME", at_a_time)
            tried, entry = Tried(), None
            while entry is None and tried.attempts < ATTEMPTS:
                entry, tried = attempt(OFFER.game, 1, 5, tried)
        assert entry is not None
        return entry

    entry = made(60)
    assert made(0) == entry, "it does not depend on how many attempts are made at a time"
    assert OFFER.puzzles.is_met(entry.puzzle, replayed(OFFER, entry.puzzle, entry.solution))


async def test_solved_puzzles_are_exported_and_deleted_but_not_the_secret(
    puzzles: Puzzles, database: Database, app: Application, path: Path
) -> None:
    people = app.user_data
    attempt = await solved(puzzles)
    await solved(puzzles, BEN)
    [exported] = (await people.export(ANN))["puzzles"]
    assert (exported["day"], exported["cost"]) == ("2026-01-05", attempt.least)
    [(key,)] = await database.read(lambda db: db.rows("SELECT value FROM secrets"))
    assert len(key) == 64
    assert key not in str(await people.export(ANN))
    await people.delete(ANN)
    assert (await people.export(ANN))["puzzles"] == []
    assert [place.user for place in await puzzles.board(await solved(puzzles, BEN), GUILD)] == [BEN]


def test_the_booklet_has_puzzles_of_every_level() -> None:
    count_by_level = Counter(entry.level for entry in load_booklet(OFFER))
    assert count_by_level == {level.number: 12 for level in OFFER.puzzles.levels}


@pytest.mark.parametrize("entry", load_booklet(OFFER)[::7], ids=lambda entry: f"level-{entry.level}-{entry.least}")
def test_the_statements_of_the_booklet_about_its_puzzles_are_true(entry: Entry) -> None:
    """Check a sample; `hidden-hand puzzle solve` proves whole files."""
    solution = OFFER.puzzles.solve(entry.puzzle)
    assert (solution.complete, solution.least) == (True, entry.least)
    assert entry.puzzle.cards - entry.least in {0, 1}, "a hand has at most one card to spare"
    assert len(solution.keys) == 1
    assert OFFER.puzzles.is_met(entry.puzzle, replayed(OFFER, entry.puzzle, entry.solution))
