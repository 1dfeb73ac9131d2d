"""Pre-moves, as a match keeps them."""

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
class Standing:
    """A pre-move of a seat. Only that seat may know of it."""

    seat: Seat
    answer: PreMove
    due: float | None = None
    """The moment at which the pre-move is played, in seconds since 1970-01-01 UTC; None: its decision is not open."""
    since: int = field(default=0, compare=False)
    """The ply after which the pre-move was made. Undoing that ply removes the pre-move."""

    def __repr__(self) -> str:
        return "Standing(…)"


def carried_on(
    standing: Iterable[Standing], before: Table | None, after: Table | None, now: float, wait: Callable[[], float]
) -> tuple[Standing, ...]:
    """Return the pre-moves that remain after a change, each with the moment at which it is played.

    All pre-moves of a seat share one moment: the earliest of several would reveal that there are more. A pre-move whose
    rule fails is dropped, and nothing else is affected.
    """
    if after is None or after.state.outcome is not None:
        return ()
    found = []
    moments: dict[Seat, float] = {}
    for said in standing:
        try:
            if not said.answer.holds(after.view(said.seat)):
                continue
            is_meant = meant(after, said) is not None
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("a standing answer failed", game=after.game.key, cause=origin(error))  # noqa: TRY400 # without its text
            continue
        same = before is not None and before.opened[said.seat] == after.opened[said.seat]
        if is_meant and said.seat not in moments:
            moments[said.seat] = said.due if same and said.due is not None else now + wait()
        due = moments[said.seat] if is_meant else None
        found.append(said if due == said.due else replace(said, due=due))
    return tuple(found)


def meant(table: Table, said: Standing) -> Action | None:
    """Return the action that a valid pre-move plays now; None if its seat has no decision, or another one than it is
    meant for.
    """
    if said.seat not in table.state.phase.waiting:
        return None
    return said.answer.answer(table.view(said.seat))


def first_due(standing: Iterable[Standing], now: float) -> Standing | None:
    """Return the pre-move that is to be played first, if its moment has come."""
    due = [said for said in standing if said.due is not None and said.due <= now]
    return min(due, key=lambda said: said.due or 0, default=None)
