from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import Bot


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0)


@pytest.fixture
async def wire(options: Options) -> AsyncIterator[Wire]:
    async with Wire(options) as wire:
        yield wire


@pytest.fixture
async def bot(wire: Wire) -> AsyncIterator[Bot]:
    async with aiohttp.ClientSession() as session:
        yield Bot(wire, session)
