from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import yarl

from sandbox.wire.clock import Clock
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import Bot


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0)


@pytest.fixture
async def wire(options: Options) -> AsyncIterator[Wire]:
    """Return a simulated Discord whose clock only tests move: on a busy machine nothing takes longer."""
    async with Wire(options, clock=Clock(stands_still=True)) as wire:
        yield wire


@pytest.fixture
async def bot(wire: Wire) -> AsyncIterator[Bot]:
    async with aiohttp.ClientSession() as session:
        yield Bot(wire, session)


@pytest.fixture
def redirected(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py clients in this process connect to the simulated Discord, without their long pauses."""
    monkeypatch.setattr(discord.http.Route, "BASE", wire.api)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(wire.gateway.address))
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.0)
    monkeypatch.setattr(discord.Client, "before_identify_hook", _identify_at_once)


async def _identify_at_once(*_: object, **__: object) -> None:
    pass
