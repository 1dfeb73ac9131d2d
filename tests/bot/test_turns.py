"""Turns: a limited number at once, the most urgent first."""

import asyncio
from contextlib import suppress

from bot.application.thinking.priorities import Priority, Turns


async def test_decisions_of_live_matches_come_before_requests_and_both_before_leisurely_work() -> None:
    turns, order = Turns(1), list[Priority]()

    async def work(priority: Priority) -> None:
        async with turns.turn(priority):
            order.append(priority)

    async with asyncio.TaskGroup() as group, turns.turn(Priority.LEISURE):
        for priority in (Priority.LEISURE, Priority.ASKED, Priority.PLAY, Priority.LEISURE, Priority.PLAY):
            group.create_task(work(priority))
        await asyncio.sleep(0)
        assert order == [], "the only turn is taken"
    assert order == sorted(order)


async def test_a_cancelled_waiter_blocks_no_turn() -> None:
    turns, had = Turns(1), list[str]()

    async def work(name: str) -> None:
        async with turns.turn(Priority.PLAY):
            had.append(name)

    async with turns.turn(Priority.PLAY):
        first, second = asyncio.create_task(work("first")), asyncio.create_task(work("second"))
        await asyncio.sleep(0)
    first.cancel()  # it has been given the turn but has not run yet
    with suppress(asyncio.CancelledError):
        await first
    await second
    await work("third")
    assert had == ["second", "third"]
