"""Drawing what has changed: however much changes at once, the latest state wins."""

import asyncio
from typing import Any, cast

import discord
import structlog

from bot.matches import MatchId
from cogs.desk import Desk

MATCH = MatchId(1)


def desk() -> Desk:
    client: Any = object()
    return Desk(client)


async def test_any_number_of_changes_while_it_is_drawn_make_one_more_drawing() -> None:
    at, drawn, slow = desk(), [], asyncio.Event()

    async def draw(match: MatchId) -> None:
        drawn.append(match)
        await slow.wait()

    at.publishers.append(draw)
    tasks = {at.publish(MATCH)}
    await asyncio.sleep(0)
    tasks |= {at.publish(MATCH) for _ in range(5)}
    assert len(tasks) == 1
    slow.set()
    assert await tasks.pop() is None
    assert drawn == [MATCH, MATCH]


async def test_matches_are_drawn_side_by_side() -> None:
    at, both = desk(), asyncio.Barrier(2)

    async def draw(match: MatchId) -> None:
        await both.wait()

    at.publishers.append(draw)
    other = at.publish(MatchId(2))
    assert await at.publish(MATCH) is None
    assert await other is None


async def test_one_message_that_fails_keeps_no_other_back_and_is_told_in_words() -> None:
    at, drawn = desk(), []
    answer = cast(Any, type("Answer", (), {"status": 403, "reason": "Forbidden"})())

    async def fail(match: MatchId) -> None:
        raise discord.Forbidden(answer, {"code": 50013, "message": ""})

    async def draw(match: MatchId) -> None:
        drawn.append(match)

    at.publishers += [fail, draw]
    with structlog.testing.capture_logs():
        trouble = await at.publish(MATCH)
    assert trouble is not None
    assert "permissions" in trouble
    assert drawn == [MATCH]
