"""Turns: a limited number at once, the most urgent first."""

import asyncio
from contextlib import suppress

from bot.application.thinking.priorities import Priority, Turns


async def test_decisions_of_live_matches_come_before_requests_and_both_before_leisurely_work() -> None:
    turns, order = Turns(1), list[Priority]()

    async def work(priority: Priority) -> None:
        await turns.take(priority)
        order.append(priority)
        turns.give_back()

    await turns.take(Priority.LEISURE)
    async with asyncio.TaskGroup() as group:
        for priority in (Priority.LEISURE, Priority.ASKED, Priority.PLAY, Priority.LEISURE, Priority.PLAY):
            group.create_task(work(priority))
        await asyncio.sleep(0)
        assert order == [], "the only turn is taken"
        assert turns.waiting == {Priority.PLAY: 2, Priority.ASKED: 1, Priority.LEISURE: 2}
        turns.give_back()
    assert order == sorted(order)


async def test_a_cancelled_waiter_blocks_no_turn() -> None:
    turns, had = Turns(1), list[str]()

    async def work(name: str) -> None:
        await turns.take(Priority.PLAY)
        had.append(name)
        turns.give_back()

    await turns.take(Priority.PLAY)
    first, second = asyncio.create_task(work("first")), asyncio.create_task(work("second"))
    await asyncio.sleep(0)
    turns.give_back()
    first.cancel()  # it has been given the turn but has not run yet
    with suppress(asyncio.CancelledError):
        await first
    await second
    await work("third")
    assert had == ["second", "third"]


async def test_further_turns_are_granted_at_once_and_fewer_only_as_turns_end() -> None:
    turns, had = Turns(1), list[str]()

    async def take(name: str) -> None:
        await turns.take(Priority.PLAY)
        had.append(name)

    async with asyncio.TaskGroup() as group:
        for name in ("first", "second", "third"):
            group.create_task(take(name))
        await asyncio.sleep(0)
        assert had == ["first"]
        turns.resize(2)
        await asyncio.sleep(0)
        assert had == ["first", "second"]
        turns.resize(1)
        turns.give_back()
        await asyncio.sleep(0)
        assert had == ["first", "second"]
        turns.give_back()
    assert had == ["first", "second", "third"]
