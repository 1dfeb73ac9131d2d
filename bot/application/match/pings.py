"""Select the seats to ping after a change of a match."""

from collections.abc import Collection

from bot.model.clocks import Clocks
from bot.model.match import Match, Status
from bot.model.pace import Kind
from bot.model.pings import Pings
from bot.model.table import Table
from rules.core.events import Seat


def pings_after(
    match: Match, before: Table | None, after: Table | None, clocks: Clocks, anew: Collection[Seat]
) -> Pings:
    """Return the pings of a match after a change.

    In correspondence matches, where people are usually away, a seat is pinged at each decision: at once, but after a
    delay if its player has acted lately, so that two who play without a break hear nothing. In other matches a seat is
    pinged after a delay, and at most once a turn.

    anew: the seats whose clocks have begun to run for a new decision.
    """
    if after is None or match.status is not Status.LIVE:
        return Pings(asked={})
    actor = next((seat for seat, ply in enumerate(after.acted) if ply == after.ply > 0), None)
    asked = _asked(after, clocks)
    if match.pace.kind is Kind.CORRESPONDENCE:
        at_once = {seat: after.acted[seat] for seat in anew if seat != actor}
        return Pings(asked=asked, at_once=at_once, actor=actor, ply=after.ply)
    ended_turn = None if before is None else before.state.turn
    return Pings(asked=asked, actor=actor, ply=after.ply, ended_turn=ended_turn, turn=after.state.turn)


def _asked(table: Table, clocks: Clocks) -> dict[Seat, int]:
    opened = {seat: table.opened[seat] for seat in table.state.phase.waiting if not (clocks and clocks[seat].muted)}
    return {seat: ply for seat, ply in opened.items() if ply is not None}
