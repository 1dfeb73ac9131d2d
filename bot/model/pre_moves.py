"""The pre-moves of a match."""

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
    """A pre-move of a seat, which only that seat may know of."""

    seat: Seat
    answer: PreMove
    due: float | None = None
    """When it is played, in seconds since 1970-01-01 UTC; None while its window is not open."""
    since: int = field(default=0, compare=False)
    """The ply after which it was chosen: it is dropped if that ply is taken back."""

    def __repr__(self) -> str:
        return "Standing(…)"


def carried_on(
    standing: Iterable[Standing], before: Table | None, after: Table | None, now: float, wait: Callable[[], float]
) -> tuple[Standing, ...]:
    """Return the pre-moves that still stand after a change, each with the moment at which it is played. Those of one
    seat share a moment: several would tell that there are several.

    An error of the rules costs the pre-move and nothing else.
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
    """Return the action of a pre-move that holds; None: its seat is not asked, or it is for another decision."""
    if said.seat not in table.state.phase.waiting:
        return None
    return said.answer.answer(table.view(said.seat))


def first_due(standing: Iterable[Standing], now: float) -> Standing | None:
    """Return the pre-move that is due first, if it is due now."""
    due = [said for said in standing if said.due is not None and said.due <= now]
    return min(due, key=lambda said: said.due or 0, default=None)
