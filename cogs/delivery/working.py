"""Count the answers that are under way, so that a stop can wait for them."""

import asyncio
from typing import Final

STOPPING: Final = "I'm being restarted. Nothing is lost: try again in a minute."


class Working:
    """Counts the interactions that are being answered. While the bot stops, it accepts no new ones."""

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.is_closing = False

    def begin(self) -> None:
        """Count an interaction that is about to be answered."""
        self._count += 1
        self._idle.clear()

    def end(self) -> None:
        """Count an interaction as answered."""
        self._count -= 1
        if not self._count:
            self._idle.set()

    async def close(self) -> None:
        """Refuse new interactions, and wait until the present ones are answered."""
        self.is_closing = True
        await self._idle.wait()
