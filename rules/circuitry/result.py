"""How a match ends (chapter 10)."""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.limits import LAST_ROUND, QUIET_ROUNDS
from rules.circuitry.state import CircuitryState, Side
from rules.core.events import Seat
from rules.core.play import LAST_RESORT, Outcome

DELIVERY: Final = "delivery"
STALEMATE: Final = "stalemate"
_NEVER: Final = 10_000
"""More steps than any way has."""


def delivered_all(g: CircuitryState, seat: Seat) -> Outcome | None:
    """10.1, 10.2 After a delivery of this seat."""
    if g.needed(seat) > 0:
        return None
    team = g.team(seat)
    return _ended(g, DELIVERY, [(int(other in team),) for other in range(len(g.sides))])


def last_resort(g: CircuitryState) -> Outcome | None:
    """10.3 After the last round."""
    return _ended(g, LAST_RESORT, _measured(g)) if g.turn == LAST_ROUND else None


def stalled(g: CircuitryState) -> Outcome | None:
    """10.4 When nothing has stirred for so many rounds."""
    return _ended(g, STALEMATE, _measured(g)) if g.turn - g.stirred >= QUIET_ROUNDS else None


def _ended(g: CircuitryState, ending: str, scores: Sequence[tuple[int, ...]]) -> Outcome:
    """10.5 How everybody is placed by these scores, more being better: below all others who has left the match."""
    lowest = (0,) * (1 + len(scores[0]))
    return Outcome.by(
        ending, [lowest if side.left else (1, *score) for side, score in zip(g.sides, scores, strict=True)]
    )


def _measured(g: CircuitryState) -> list[tuple[int, int, int]]:
    """10.3 Most charges delivered, then carried, then the fewest steps to go; a team counts together."""
    measures = {team: _measure(g, team) for team in {g.team(seat) for seat in range(len(g.sides))}}
    return [measures[g.team(seat)] for seat in range(len(g.sides))]


def _measure(g: CircuitryState, team: tuple[Seat, ...]) -> tuple[int, int, int]:
    """What decides, the more the better."""
    sides = [g.sides[seat] for seat in team]
    steps = min(_steps_to_go(g, side) for side in sides)
    return sum(side.delivered for side in sides), sum(len(side.carried) for side in sides), -steps


def _steps_to_go(g: CircuitryState, side: Side) -> int:
    """10.3 How far it is, pawns aside: to the node on #1 with a charge, or else to one's own charge point; with the
    rules of 6.5 alone, without them always to #1.
    """
    carries = bool(side.carried) or not g.variant.hastens
    ends = (side.home,) if carries else g.board.charge_nodes(side.colour)
    return min([g.board.distances(end).get(side.node, _NEVER) for end in ends], default=_NEVER)
