"""How a match ends (chapter 10)."""

from typing import Final

from rules.circuitry.board import NodeId
from rules.circuitry.limits import LAST_ROUND, QUIET_ROUNDS
from rules.circuitry.state import CircuitryState
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
    return Outcome.by(DELIVERY, [other in team for other in range(len(g.sides))])


def last_resort(g: CircuitryState) -> Outcome | None:
    """10.3 After the last round."""
    return Outcome.by(LAST_RESORT, _measured(g)) if g.turn == LAST_ROUND else None


def stalled(g: CircuitryState) -> Outcome | None:
    """10.4 When nothing has stirred for so many rounds."""
    return Outcome.by(STALEMATE, _measured(g)) if g.turn - g.stirred >= QUIET_ROUNDS else None


def _measured(g: CircuitryState) -> list[tuple[int, int, int]]:
    """10.3 Most charges delivered, then carried, then the fewest steps from home; a team counts together."""
    measures = {team: _measure(g, team) for team in {g.team(seat) for seat in range(len(g.sides))}}
    return [measures[g.team(seat)] for seat in range(len(g.sides))]


def _measure(g: CircuitryState, team: tuple[Seat, ...]) -> tuple[int, int, int]:
    """What decides, the more the better."""
    sides = [g.sides[seat] for seat in team]
    steps = min(steps_home(g, side.node, side.home) for side in sides)
    return sum(side.delivered for side in sides), sum(len(side.carried) for side in sides), -steps


def steps_home(g: CircuitryState, node: NodeId, home: NodeId) -> int:
    """How far it is, pawns aside."""
    return g.board.distances(home).get(node, _NEVER)
