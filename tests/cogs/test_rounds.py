"""Work in rounds continues by itself, whatever fails."""

import asyncio
from collections.abc import Callable

import pytest
import structlog

from bot.model.refusals import Unavailable
from cogs.delivery import rounds as module
from cogs.delivery.rounds import Rounds
from tests.patience import PATIENT


class Due(Unavailable):
    """The error for a database that cannot be read."""


def made(do: Callable[[], float | None], begun: list[str] | None = None) -> Rounds:
    """Return rounds of this work. begun: records the start of each."""

    async def work() -> float | None:
        return do()

    async def begin() -> None:
        if begun is not None:
            begun.append("begun")

    return Rounds(work, begin=begin, now=lambda: 0.0, pause=lambda: 0.0, name="work", failure="it failed")


@pytest.mark.parametrize("error", [Due(), ValueError("a secret")])
async def test_a_round_that_fails_is_done_again(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SOONEST", 0.0)
    done, again = list[int](), asyncio.Event()

    def do() -> None:
        done.append(1)
        if len(done) == 2:
            raise error
        if len(done) == 3:
            again.set()

    rounds = made(do)
    with structlog.testing.capture_logs() as lines:
        await rounds.open()
        await rounds.settled()
        rounds.wake()
        async with asyncio.timeout(PATIENT):
            await again.wait()
        await rounds.close()
    assert "secret" not in str(lines)
    assert [line["event"] for line in lines] == ["it failed"] * isinstance(error, ValueError)


async def test_nothing_is_done_before_it_is_open_and_after_it_is_closed() -> None:
    done = list[int]()
    rounds = made(lambda: done.append(1))
    rounds.wake()
    await rounds.settled()
    assert done == []
    await rounds.open()
    await rounds.close()
    assert done == [1]
    rounds.wake()
    await rounds.settled()
    assert done == [1]


async def test_what_runs_already_does_not_begin_again() -> None:
    begun = list[str]()
    rounds = made(lambda: None, begun)
    await rounds.open()
    await rounds.open()
    await rounds.close()
    assert begun == ["begun"]
