"""The stages that `bench.timed` measures."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.timed import LOOP, Meter


class Clock:
    """The processor time of a thread, which only `use` moves on."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        return self.now

    def use(self, seconds: int) -> None:
        """Use this much processor time."""
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Meter:
    """Return a meter of this thread that has wrapped nothing."""
    monkeypatch.setattr("bench.timed.STAGES", ())
    monkeypatch.setattr("signal.signal", lambda *_: None)
    meter = Meter(tmp_path / "sums.json", clock)
    meter.start()
    return meter


def wrapped(meter: Meter, function: Callable[..., Any], stage: str) -> Callable[..., Any]:
    module = SimpleNamespace(function=function)
    meter._wrap(module, "function", stage)
    return module.function  # type: ignore[no-any-return] # as it is now


def test_a_stage_does_not_count_what_a_stage_within_it_uses(meter: Meter, clock: Clock) -> None:
    inner = wrapped(meter, clock.use, "inner")

    def both() -> None:
        clock.use(1)
        inner(20)
        clock.use(300)

    wrapped(meter, both, "outer")()
    assert meter.sums == {LOOP: 0, "outer": 301, "inner": 20}


def test_a_stage_ends_with_an_error(meter: Meter, clock: Clock) -> None:
    def failing() -> None:
        clock.use(1)
        raise LookupError

    with pytest.raises(LookupError):
        wrapped(meter, failing, "failing")()
    clock.use(20)
    wrapped(meter, clock.use, "next")(300)
    assert meter.sums == {LOOP: 20, "failing": 1, "next": 300}


async def test_a_coroutine_counts_while_it_runs_and_gets_results_and_errors(meter: Meter, clock: Clock) -> None:
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def asking() -> str:
        clock.use(1)
        try:
            return await answer
        finally:
            clock.use(20)

    asked = asyncio.create_task(wrapped(meter, asking, "asking")())
    await asyncio.sleep(0)
    clock.use(300)
    answer.set_result("yes")
    assert await asked == "yes"
    assert meter.sums == {LOOP: 300, "asking": 21}

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            clock.use(4000)
            raise

    cancelled = asyncio.create_task(wrapped(meter, waiting, "cancelled")())
    await asyncio.sleep(0)
    cancelled.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    assert meter.sums["cancelled"] == 4000
