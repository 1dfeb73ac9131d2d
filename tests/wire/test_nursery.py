"""Processes that are forked from one that has already imported their modules."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from sandbox.wire.nursery import CAN_FORK, nursery
from tests.patience import PATIENT

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="the system cannot fork")


async def test_each_of_several_processes_is_told_to_have_ended_whoever_else_is_waited_for(tmp_path: Path) -> None:
    place = nursery(("timeit",), (("PYTHONPATH", str(Path.cwd())),))
    order = {"module": "tests.wire.idle", "address": "http://127.0.0.1:1", "arguments": (), "folder": str(tmp_path)}
    processes = await asyncio.gather(*(place.start({**order, "environment": dict(os.environ)}) for _ in range(3)))
    ends = [asyncio.create_task(each.wait()) for each in processes]
    async with asyncio.timeout(PATIENT):
        for process, end in reversed(list(zip(processes, ends, strict=True))):
            os.kill(process.pid, signal.SIGKILL)
            assert await end == -signal.SIGKILL
