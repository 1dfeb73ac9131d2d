"""Pre-moves (answers that players choose in advance), as a match stores them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import structlog

from bot.log import origin
from bot.model.table import Table
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.pre_moves import PreMove

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SeatPreMove:
    """A pre-move of a seat. Only that seat may know of it."""

    seat: Seat
    answer: PreMove
    due: float | None = None
    """The moment at which the pre-move is played, in seconds since 1970-01-01 UTC; None: its decision is not open."""
    since: int = field(default=0, compare=False)
    """The ply after which the pre-move was made. Undoing that ply removes the pre-move."""

    def __repr__(self) -> str:
        return "SeatPreMove(…)"


def carried_on(
    pre_moves: Iterable[SeatPreMove], before: Table | None, after: Table | None, now: float, wait: Callable[[], float]
) -> tuple[SeatPreMove, ...]:
    """Return the pre-moves that remain after a change, each with the moment at which it is played.

    All pre-moves of a seat share one moment: the earliest of several would reveal the others. A pre-move whose rule
    raises an error is dropped; nothing else is affected.
    """
    if after is None or after.state.outcome is not None:
        return ()
    remaining = []
    moments: dict[Seat, float] = {}
    for pre_move in pre_moves:
        try:
            if not pre_move.answer.holds(after.view(pre_move.seat)):
                continue
            is_meant = meant(after, pre_move) is not None
        except Exception as error:  # noqa: BLE001 # a fault in the rules can be of any type
            log.error("a pre-move failed", game=after.game.key, cause=origin(error))  # noqa: TRY400 # its text may tell a secret
            continue
        same = before is not None and before.opened[pre_move.seat] == after.opened[pre_move.seat]
        if is_meant and pre_move.seat not in moments:
            moments[pre_move.seat] = pre_move.due if same and pre_move.due is not None else now + wait()
        due = moments[pre_move.seat] if is_meant else None
        remaining.append(pre_move if due == pre_move.due else replace(pre_move, due=due))
    return tuple(remaining)


def meant(table: Table, pre_move: SeatPreMove) -> Action | None:
    """Return the action that a valid pre-move plays now; None if its seat has no decision, or one for which the
    pre-move was not made.
    """
    if pre_move.seat not in table.state.phase.waiting:
        return None
    return pre_move.answer.answer(table.view(pre_move.seat))


def first_due(pre_moves: Iterable[SeatPreMove], now: float) -> SeatPreMove | None:
    """Return the pre-move that is to be played first, if its moment has come."""
    due = [pre_move for pre_move in pre_moves if pre_move.due is not None and pre_move.due <= now]
    return min(due, key=lambda pre_move: pre_move.due or 0, default=None)
