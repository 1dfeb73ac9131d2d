"""Who is to be called after a change of a match."""

from collections.abc import Collection

from bot.model.clocks import Clocks
from bot.model.match import Match, Status
from bot.model.pace import Kind
from bot.model.table import Table
from rules.core.events import Seat


def called(match: Match, table: Table | None, clocks: Clocks) -> dict[Seat, int]:
    """Who is asked and may be called, by seat, with the ply after which they were."""
    if table is None or match.status is not Status.LIVE:
        return {}
    opened = {seat: table.opened[seat] for seat in table.state.phase.waiting if not (clocks and clocks[seat].muted)}
    return {seat: ply for seat, ply in opened.items() if ply is not None}


def called_at_once(match: Match, table: Table | None, asked_anew: Collection[Seat]) -> Collection[Seat]:
    """By correspondence nobody waits to be called but whoever has just acted, and so is there."""
    if table is None or match.pace.kind is not Kind.CORRESPONDENCE:
        return ()
    return [seat for seat in asked_anew if table.acted[seat] != table.ply]
