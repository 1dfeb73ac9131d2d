"""`DISCORD_API`: all calls go to another address, which forwards them."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.wire.whole_program import WHOLE_PROGRAM

HEADERS = ("Authorization", "Content-Type", "User-Agent")


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0)


class Forwarder:
    """A proxy that counts the calls that it forwards."""

    def __init__(self, wire: Wire) -> None:
        self.passed = 0
        self.address = ""
        self._wire = wire
        self._session = aiohttp.ClientSession()

    async def serve(self, request: web.Request) -> web.Response:
        self.passed += 1
        url = f"{self._wire.address}{request.raw_path}"
        headers = {name: request.headers[name] for name in HEADERS if name in request.headers}
        async with self._session.request(request.method, url, headers=headers, data=await request.read()) as answer:
            passed_on = {name: value for name, value in answer.headers.items() if name.startswith("X-")}
            return web.Response(
                body=await answer.read(),
                status=answer.status,
                content_type=answer.content_type if answer.status != web.HTTPNoContent.status_code else None,
                headers=passed_on,
            )

    async def close(self) -> None:
        await self._session.close()


@pytest.fixture
async def forwarder(wire: Wire) -> AsyncIterator[Forwarder]:
    forwarder = Forwarder(wire)
    application = web.Application(client_max_size=1 << 24)
    application.router.add_route("*", "/{path:.*}", forwarder.serve)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    forwarder.address = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    yield forwarder
    await forwarder.close()
    await runner.cleanup()


async def test_every_call_goes_by_the_proxy_answers_files_and_followups_too(
    wire: Wire, forwarder: Forwarder, tmp_path: Path
) -> None:
    ada = wire.user("Ada")
    environment = {"DISCORD_API": forwarder.address, "BACKUP_HOURS": "0"}
    bot = BotProcess(wire, tmp_path, environment=environment, imported=WHOLE_PROGRAM)
    async with bot:
        await bot.logged("ready ")
        await ada.slash("/match new", game="allocator", against="a computer", computer="novice")
        await wire.until(lambda: wire.channel.messages and ada.dms, what="a board and a hand")
        await bot.terminate()
    routes = {each.route for each in wire.requests}
    assert any(route.startswith("/interactions/") for route in routes)
    assert any(each.files for each in wire.requests)
    assert forwarder.passed == len(wire.requests)
