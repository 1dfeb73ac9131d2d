"""The end of a match (chapter 10)."""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.limits import LAST_ROUND, QUIET_ROUNDS
from rules.circuitry.state import CircuitryState, Side
from rules.core.events import Seat
from rules.core.play import LAST_RESORT, Outcome

DELIVERY: Final = "delivery"
STALEMATE: Final = "stalemate"
_NEVER: Final = 10_000
"""A number of steps that no way has."""


def delivered_all(g: CircuitryState, seat: Seat) -> Outcome | None:
    """10.1, 10.2 Return the outcome after this seat has delivered; None if the match goes on."""
    if g.needed(seat) > 0:
        return None
    team = g.team(seat)
    return _ended(g, DELIVERY, [(int(other in team),) for other in range(len(g.sides))])


def last_resort(g: CircuitryState) -> Outcome | None:
    """10.3 Return the outcome after the last round; None in earlier rounds."""
    return _ended(g, LAST_RESORT, _measured(g)) if g.turn == LAST_ROUND else None


def stalled(g: CircuitryState) -> Outcome | None:
    """10.4 Return the outcome if there was no progress for `QUIET_ROUNDS` rounds; None otherwise. If any number of
    cards can be held, gathering them is progress.
    """
    is_over = g.variant.restricted and g.turn - g.stirred >= QUIET_ROUNDS
    return _ended(g, STALEMATE, _measured(g)) if is_over else None


def _ended(g: CircuitryState, ending: str, scores: Sequence[tuple[int, ...]]) -> Outcome:
    """10.5 Rank the players by these scores, where more is better; players who left rank last."""
    lowest = (0,) * (1 + len(scores[0]))
    return Outcome.by(
        ending, [lowest if side.left else (1, *score) for side, score in zip(g.sides, scores, strict=True)]
    )


def _measured(g: CircuitryState) -> list[tuple[int, int, int]]:
    """10.3 Return each seat's scores: charges delivered, charges carried, and the smallest number of steps to go,
    negated.

    Team-mates have the same scores.
    """
    measures = {team: _measure(g, team) for team in {g.team(seat) for seat in range(len(g.sides))}}
    return [measures[g.team(seat)] for seat in range(len(g.sides))]


def _measure(g: CircuitryState, team: tuple[Seat, ...]) -> tuple[int, int, int]:
    """Return the scores of a team. Higher is better."""
    sides = [g.sides[seat] for seat in team]
    steps = min(_steps_to_go(g, side) for side in sides)
    return sum(side.delivered for side in sides), sum(len(side.carried) for side in sides), -steps


def _steps_to_go(g: CircuitryState, side: Side) -> int:
    """10.3 Return a player's number of steps to go, as if no pawn were in the way.

    The steps lead to the charge point, or with a charge to the player's node on #1. If card 1 is not turned over early
    (6.5), they always lead to that node (11.15).
    """
    carries = bool(side.carried) or not g.variant.hastens
    ends = (side.home,) if carries else g.board.charge_nodes(side.colour)
    return min([g.board.distances(end).get(side.node, _NEVER) for end in ends], default=_NEVER)
