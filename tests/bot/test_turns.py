"""Turns: a limited number at once, the most urgent first."""

import asyncio
from contextlib import suppress

from bot.application.thinking.priorities import Turns, Urgency


async def test_decisions_of_live_matches_come_before_requests_and_both_before_leisurely_work() -> None:
    turns, order = Turns(1), list[Urgency]()

    async def work(urgency: Urgency) -> None:
        async with turns.turn(urgency):
            order.append(urgency)

    async with asyncio.TaskGroup() as group, turns.turn(Urgency.LEISURE):
        for urgency in (Urgency.LEISURE, Urgency.ASKED, Urgency.PLAY, Urgency.LEISURE, Urgency.PLAY):
            group.create_task(work(urgency))
        await asyncio.sleep(0)
        assert order == [], "the only turn is taken"
    assert order == sorted(order)


async def test_a_cancelled_waiter_blocks_no_turn() -> None:
    turns, had = Turns(1), list[str]()

    async def work(name: str) -> None:
        async with turns.turn(Urgency.PLAY):
            had.append(name)

    async with turns.turn(Urgency.PLAY):
        first, second = asyncio.create_task(work("first")), asyncio.create_task(work("second"))
        await asyncio.sleep(0)
    first.cancel()  # it has been given the turn but has not run yet
    with suppress(asyncio.CancelledError):
        await first
    await second
    await work("third")
    assert had == ["second", "third"]
