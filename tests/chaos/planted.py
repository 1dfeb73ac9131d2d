"""Faults to plant in the delivery of a bot, which a trial must find."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from bot.application.match.outbox import RetiredRow
from bot.store import leases, outbox
from bot.store.database import Rows
from cogs.delivery.boards import Boards
from cogs.delivery.hands import Hands
from cogs.delivery.notes import Notes
from cogs.delivery.pings import Pings
from cogs.delivery.record import Record

ENVIRONMENT: Final = "CHAOS_PLANTED"
"""The environment variable that names the planted fault."""


async def _certain(db: Rows, now: float) -> None:
    """Free leases, and forget that messages in flight at a kill may have been sent."""
    del now
    await leases.end_all(db)


async def _none_found(_: object, row: Any, *__: object) -> Any:
    """Skip the search for a message sent but not recorded."""
    return row


async def _no_hand_found(*_: object) -> None:
    """Skip the search for a hand sent but not recorded."""


async def _no_note_found(*_: object) -> None:
    """Skip the search for a note sent but not recorded, such as the one by which the cards are dealt."""


def _nothing_follows(record: Record) -> list[RetiredRow]:
    """Leave replaced messages as they are."""
    record._following.clear()
    return []


PLANTED: Final[dict[str, Callable[[], Any]]] = {
    "in flight counts as not sent": lambda: patch.object(outbox, "free_leases", _certain),
    "boards are not looked for": lambda: patch.object(Boards, "_found_again", _none_found),
    "hands are not looked for": lambda: patch.object(Hands, "_found_again", _no_hand_found),
    "pings are not looked for": lambda: patch.object(Pings, "_found_again", _none_found),
    "deals are not looked for": lambda: patch.object(Notes, "_sent_before", _no_note_found),
    "older boards are left": lambda: patch.object(Record, "take_following", _nothing_follows),
}


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """Plant this fault meanwhile; None plants nothing."""
    if name is None:
        yield
        return
    with PLANTED[name]():
        yield
