"""An event loop in which no time passes but what a trial lets pass."""

import asyncio
import math
from datetime import UTC, datetime
from typing import Final

BEGIN: Final = datetime(2026, 1, 1, tzinfo=UTC)

BEAT: Final = 1e-6
"""What a clock can tell apart: a moment has come when it says so."""

GRAIN: Final = 1 / 64
"""Seconds in which time passes: sums of them are exact, and it is the same however often a moment is let come."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Its time stands still. What is to happen later happens when somebody lets that time come."""

    def __init__(self) -> None:
        super().__init__()
        self._passed = 0.0

    def time(self) -> float:
        return self._passed

    def now(self) -> datetime:
        """The moment, for whoever asks for a clock."""
        return datetime.fromtimestamp(BEGIN.timestamp() + self._passed, UTC)

    async def come(self, moment: float) -> None:
        """Let time pass until this moment, in seconds since 1970-01-01 UTC, and begin what is to happen then."""
        grains = math.ceil((moment - BEGIN.timestamp() + 2 * BEAT) / GRAIN)
        self._passed = max(self._passed, grains * GRAIN)
        await self.turn()

    async def turn(self) -> None:
        """Begin what is to happen by now."""
        for _ in range(3):  # timers are moved to what is ready in one turn of the loop, and called in the next
            await asyncio.sleep(0)
