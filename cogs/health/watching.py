"""Set up health checks, metrics and alerts for a client, as configured in the settings."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.application.application import Application
from bot.process.config import Address
from cogs.client import HiddenHand
from cogs.health.alerts import Alerts
from cogs.health.checks import Checks
from cogs.health.endpoint import serving
from cogs.health.figures import Figures


@asynccontextmanager
async def watching(
    client: HiddenHand, application: Application, *, health: Address | None, alerts: int | None
) -> AsyncIterator[Address | None]:
    """Watch the bot within this context, and yield the address at which health and metrics are served.

    health: where to serve; None: nowhere, and nothing is counted. alerts: the channel or user to report trouble to;
    None: nobody.

    Raises:
        AddressError: the address cannot be used.
    """
    checks = Checks(client, application)
    async with AsyncExitStack() as stack:
        address = None
        if health is not None:
            figures = Figures(client, application)
            client.interface.observers.add(figures)
            address = await stack.enter_async_context(serving(health, checks, figures))
        if alerts is not None:
            reporter = Alerts(client, application, checks, alerts)
            client.interface.observers.add(reporter)
            task = asyncio.create_task(_report(client, reporter), name="alerts")
            stack.callback(task.cancel)
        yield address


async def _report(client: HiddenHand, alerts: Alerts) -> None:
    await client.ready.wait()
    await alerts.keep()
