"""What happens in matches by itself: what is done when it fails."""

import asyncio
from typing import cast

import pytest
import structlog

from bot.application.standing import StandingAnswers
from bot.application.timers import Timers
from bot.model.match import MatchId
from bot.model.refusals import NotAllowed
from tests.bot.test_standing_answers import Time

FAILING, OTHER = MatchId(1), MatchId(2)


class Answers:
    """Stands in for `StandingAnswers`: in one match something may fail, the other one is asked for when all is done."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.tries = 0
        self.asked = asyncio.Event()

    async def due(self) -> list[tuple[float, MatchId]]:
        return []

    async def give(self, number: MatchId) -> None:
        if number == OTHER:
            self.asked.set()
            return
        self.tries += 1
        if self.failure is not None:
            raise self.failure


class Hours:
    """Timers, and how often they try as time goes on."""

    def __init__(self) -> None:
        self.time = Time()
        self.answers = Answers()
        self.timers = Timers(cast("StandingAnswers", self.answers), self.time)

    async def begin(self, failure: Exception) -> int:
        """In one match something is due now, and fails like this; how often that has been tried."""
        self.answers.failure = failure
        await self.timers.open()
        self.timers.schedule(FAILING, self.time().timestamp())
        return await self.tries_after(0)

    async def tries_after(self, seconds: float) -> int:
        """How often it has been tried when so many more seconds have passed."""
        self.time.go_on(seconds)
        self.answers.asked.clear()
        self.timers.schedule(OTHER, self.time().timestamp())
        await self.answers.asked.wait()
        await self.timers.settled()
        return self.answers.tries


@pytest.fixture
def hours() -> Hours:
    return Hours()


async def test_a_refusal_is_logged_without_its_text_and_is_the_end_of_it(hours: Hours) -> None:
    with structlog.testing.capture_logs() as lines:
        assert await hours.begin(NotAllowed("You hold no bell (rule 2.1).")) == 1
    assert [(line["match"], line["cause"]) for line in lines] == [(FAILING, "NotAllowed")]
    assert "bell" not in str(lines)
    assert await hours.tries_after(100_000) == 1
    await hours.timers.close()
