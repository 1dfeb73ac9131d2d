"""Turns: so many at once, the more urgent first."""

import asyncio
from contextlib import suppress

from bot.application.thinking.priorities import Turns, Urgency


async def test_people_at_a_table_come_before_whoever_asked_and_both_before_what_has_time() -> None:
    turns, order = Turns(1), list[Urgency]()

    async def work(urgency: Urgency) -> None:
        async with turns.turn(urgency):
            order.append(urgency)

    async with asyncio.TaskGroup() as group, turns.turn(Urgency.LEISURE):
        for urgency in (Urgency.LEISURE, Urgency.ASKED, Urgency.PLAY, Urgency.LEISURE, Urgency.PLAY):
            group.create_task(work(urgency))
        await asyncio.sleep(0)
        assert order == [], "somebody has the only turn"
    assert order == sorted(order)


async def test_whoever_stops_waiting_keeps_nobody_from_a_turn() -> None:
    turns, had = Turns(1), list[str]()

    async def work(name: str) -> None:
        async with turns.turn(Urgency.PLAY):
            had.append(name)

    async with turns.turn(Urgency.PLAY):
        first, second = asyncio.create_task(work("first")), asyncio.create_task(work("second"))
        await asyncio.sleep(0)
    first.cancel()  # it was given the turn, and has not run since
    with suppress(asyncio.CancelledError):
        await first
    await second
    await work("third")
    assert had == ["second", "third"]
