"""Timers of matches: retries and logs when a duty fails."""

import asyncio
from typing import cast

import pytest
import structlog

from bot.application.match.announcer import Announcer
from bot.application.time.timers import LONGEST_PAUSE, SHORTEST_PAUSE, Timers
from bot.application.time.uptime import Uptime
from bot.model.match import MatchId
from bot.model.position import Position
from bot.model.reasons.database import NotSaved
from bot.model.reasons.match import ForbiddenByRules, NoLongerDue
from tests.bot.hand_clock import Time

FAILING, OTHER = MatchId(1), MatchId(2)


class Always:
    """An `Uptime` without outages."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def catch_up(self) -> None: ...


class Answers:
    """A duty that may fail in one match; the other match signals that the timers have reached it."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.tries = 0
        self.asked = asyncio.Event()

    async def due(self) -> list[tuple[float, MatchId]]:
        return []

    async def carry_out(self, match_id: MatchId) -> Position:
        if match_id == OTHER:
            self.asked.set()
        else:
            self.tries += 1
            if self.failure is not None:
                raise self.failure
        return cast("Position", None)

    def next_of(self, position: Position) -> float | None:
        return None


class Hours:
    """Timers with a clock that a test moves, and a count of their attempts."""

    def __init__(self) -> None:
        self.time = Time()
        self.answers = Answers()
        self.other = Answers()
        self.timers = Timers([self.answers, self.other], cast("Uptime", Always()), self.time, Announcer())

    async def begin(self, failure: Exception) -> int:
        """Make a duty due now that fails in this way; return the number of attempts."""
        self.answers.failure = failure
        await self.timers.open()
        self.timers.schedule(FAILING, self.time().timestamp())
        return await self.tries_after(0)

    async def tries_after(self, seconds: float) -> int:
        """Return the number of attempts after this many more seconds."""
        self.time.go_on(seconds)
        self.answers.asked.clear()
        self.timers.schedule(OTHER, self.time().timestamp())
        await self.answers.asked.wait()
        await self.timers.settled()
        return self.answers.tries


@pytest.fixture
def hours() -> Hours:
    return Hours()


async def test_a_refused_duty_is_logged_without_its_text_and_not_retried(hours: Hours) -> None:
    with structlog.testing.capture_logs() as lines:
        assert await hours.begin(ForbiddenByRules(reason="You hold no bell (rule 2.1).")) == 1
    assert [(line["match"], line["cause"]) for line in lines] == [(FAILING, "ForbiddenByRules")]
    assert "bell" not in str(lines)
    assert await hours.tries_after(100_000) == 1
    await hours.timers.close()


@pytest.mark.parametrize("failure", [NotSaved(), RuntimeError("a hand: bell")])
async def test_a_failed_duty_is_retried_after_growing_pauses(hours: Hours, failure: Exception) -> None:
    tries = await hours.begin(failure)
    pause = SHORTEST_PAUSE
    while pause < LONGEST_PAUSE:
        assert await hours.tries_after(pause - 1) == tries
        tries += 1
        assert await hours.tries_after(1) == tries
        pause *= 2
    for _ in range(3):
        assert await hours.tries_after(LONGEST_PAUSE - 1) == tries
        tries += 1
        assert await hours.tries_after(1) == tries
    await hours.timers.close()


@pytest.mark.parametrize("failure", [NoLongerDue(), NotSaved(), RuntimeError("no")])
async def test_a_failing_duty_does_not_delay_others(hours: Hours, failure: Exception) -> None:
    await hours.begin(failure)
    assert hours.other.tries == 1
    await hours.timers.close()


async def test_a_success_resets_the_pauses(hours: Hours) -> None:
    await hours.begin(NotSaved())
    await hours.tries_after(SHORTEST_PAUSE)
    hours.answers.failure = None
    assert await hours.tries_after(2 * SHORTEST_PAUSE) == 3
    assert await hours.begin(NotSaved()) == 4
    assert await hours.tries_after(SHORTEST_PAUSE) == 5
    await hours.timers.close()


async def test_a_change_of_a_failing_match_adds_a_try_and_does_not_change_the_pauses(hours: Hours) -> None:
    await hours.begin(NotSaved())
    for moved in range(4):
        hours.timers.schedule(FAILING, hours.time().timestamp())
        assert await hours.tries_after(1) == 2 + moved
    assert await hours.tries_after(SHORTEST_PAUSE - 4) == 6
    assert await hours.tries_after(2 * SHORTEST_PAUSE - 1) == 6
    assert await hours.tries_after(1) == 7
    await hours.timers.close()


async def test_an_unexpected_error_is_logged_without_secrets(hours: Hours) -> None:
    with structlog.testing.capture_logs() as lines:
        await hours.begin(RuntimeError("a hand: bell"))
    assert [(line["match"], line["cause"].split(":")[0]) for line in lines] == [
        (FAILING, "RuntimeError at test_timers.py")
    ]
    assert "bell" not in str(lines)
    await hours.timers.close()
