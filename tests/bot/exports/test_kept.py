"""Exports are made once, one at a time, and only the latest are kept."""

import asyncio
from functools import partial
from threading import Lock

from bot.exports.kept import CACHED_EXPORTS, Kept


async def test_an_export_that_many_ask_for_is_made_once() -> None:
    kept, made = Kept[str](), list[str]()

    def make() -> str:
        made.append("page")
        return "page"

    assert await asyncio.gather(*(kept.get(("page", 1), make) for _ in range(20))) == ["page"] * 20
    assert made == ["page"]


async def test_exports_are_made_one_at_a_time_and_the_oldest_is_forgotten() -> None:
    kept, made, busy = Kept[int](), list[int](), Lock()

    def make(number: int) -> int:
        assert busy.acquire(blocking=False), "another export is being made"
        made.append(number)
        busy.release()
        return number

    numbers = range(CACHED_EXPORTS + 1)
    exports = await asyncio.gather(*(kept.get(number, partial(make, number)) for number in numbers))
    assert exports == [*numbers]
    await kept.get(CACHED_EXPORTS, partial(make, CACHED_EXPORTS))
    await kept.get(0, partial(make, 0))
    assert made == [*numbers, 0]
