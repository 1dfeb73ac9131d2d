"""The endpoint for health and figures: `/healthz` and `/metrics` by HTTP, for anyone who can reach its address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.process.config import Address
from cogs.health.checks import Checks
from cogs.health.figures import Figures


class AddressError(Exception):
    """The error for an address at which nothing can be served. Its line tells the admin what to do."""


log = structlog.stdlib.get_logger(__name__)


@asynccontextmanager
async def serving(address: Address, checks: Checks, figures: Figures) -> AsyncIterator[Address]:
    """Serve health and figures within this context. Yield the address with the port that is actually used.

    Raises:
        AddressError: the address cannot be used.
    """

    async def healthz(_: web.Request) -> web.Response:
        health = await checks.health()
        return web.json_response(health.as_json(), status=200 if health.is_well else 503)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=await figures.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    application = web.Application()
    application.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address.host, address.port).start()
        except OSError as error:
            raise AddressError(
                f"HEALTH: nothing can be served at {address} ({error.strerror or type(error).__name__}). Set another "
                "address or port in .env or in the environment."
            ) from error
        listening = Address(address.host, runner.addresses[0][1])
        log.info("health and figures are served", address=str(listening))
        yield listening
    finally:
        await runner.cleanup()
