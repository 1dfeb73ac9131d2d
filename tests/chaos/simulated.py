"""An event loop whose time only moves when a trial moves it."""

import asyncio
import math
from datetime import UTC, datetime
from typing import Final

BEGIN: Final = datetime(2026, 1, 30, tzinfo=UTC)
"""Two days before a month ends, so that short simulations see a season change."""

BEAT: Final = 1e-6
"""The resolution of the loop's clock, in seconds."""

GRAIN: Final = 1 / 64
"""The step of time in seconds: its sums are exact, so any sequence of steps gives the same moments."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Event loop whose time stands still until `come` moves it."""

    def __init__(self) -> None:
        super().__init__()
        self._passed = 0.0

    def time(self) -> float:
        return self._passed

    def now(self) -> datetime:
        """Return the present moment, as a clock does."""
        return datetime.fromtimestamp(BEGIN.timestamp() + self._passed, UTC)

    async def come(self, moment: float) -> None:
        """Move the time to this moment, in seconds since 1970-01-01 UTC, and start everything that is due by then."""
        grains = math.ceil((moment - BEGIN.timestamp() + 2 * BEAT) / GRAIN)
        self._passed = max(self._passed, grains * GRAIN)
        await self.turn()

    async def turn(self) -> None:
        """Start everything due by now."""
        for _ in range(3):  # one turn of the loop makes timers ready, the next one calls them
            await asyncio.sleep(0)
