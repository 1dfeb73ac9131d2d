"""What became of rows of the outbox, written down."""

from collections.abc import Sequence
from dataclasses import replace

from bot.outbox import Delivery, Outbox, Trouble


class Recorder:
    """Every method may raise `bot.store.errors.StoreError`: then the row is behind, and is delivered once more."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox

    async def delivered(self, row: Delivery, *, added: Sequence[Delivery] = ()) -> None:
        """A message shows what its row says, and rows that follow from it."""
        await self._outbox.record([replace(row, failures=0, trouble=Trouble.NONE, due=0.0)], added=added)

    async def done(self, row: Delivery) -> None:
        """A row has had its time."""
        await self._outbox.record([], deleted=[row])

    async def failed(self, row: Delivery) -> None:
        """A row is to be tried again when it is due."""
        await self._outbox.record([row])
