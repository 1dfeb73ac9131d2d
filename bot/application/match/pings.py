"""Select the seats to ping after a change of a match."""

from collections.abc import Collection

from bot.model.clocks import Clocks
from bot.model.match import Match, Status
from bot.model.pace import Kind
from bot.model.table import Table
from rules.core.events import Seat


def seats_to_ping(match: Match, table: Table | None, clocks: Clocks) -> dict[Seat, int]:
    """Return the seats that are asked and may be pinged, each with the ply that asked it."""
    if table is None or match.status is not Status.LIVE:
        return {}
    opened = {seat: table.opened[seat] for seat in table.state.phase.waiting if not (clocks and clocks[seat].muted)}
    return {seat: ply for seat, ply in opened.items() if ply is not None}


def seats_to_ping_at_once(match: Match, table: Table | None, asked_anew: Collection[Seat]) -> Collection[Seat]:
    """Return the seats to ping without delay: in correspondence matches, all except one that just acted."""
    if table is None or match.pace.kind is not Kind.CORRESPONDENCE:
        return ()
    return [seat for seat in asked_anew if table.acted[seat] != table.ply]
