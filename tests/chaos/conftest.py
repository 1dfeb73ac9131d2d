from collections.abc import AsyncIterator

import pytest

from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.patience import PATIENT


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire(Options(identify_every=0, first_answer=PATIENT)) as wire:
        yield wire
