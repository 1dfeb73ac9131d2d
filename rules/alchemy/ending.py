"""The end of a match (chapter 8)."""

from rules.alchemy.events import LimitReached
from rules.alchemy.limits import LAST_TURN, QUIET_TURNS
from rules.alchemy.state import AlchemyState
from rules.core.events import Seat
from rules.core.play import LAST_RESORT, Outcome, Over, Phase


def score(g: AlchemyState, seat: Seat, points: int, then: Phase) -> Phase:
    """Add points to a seat's score. End the match if that wins it (8.1), else go on with `then`."""
    g.sides[seat].score += points
    if g.sides[seat].score >= g.goal:
        return Over((), Outcome.by("points", (seat == 0, seat == 1)))
    return then


def last_resort(g: AlchemyState) -> Phase | None:
    """8.4 Return the end of the match if no further turn can begin, else None.

    The player with more points wins. If these are equal, more damage dealt wins; if that is equal too, it is a draw.
    """
    one, other = g.sides
    if g.turn > LAST_TURN:
        reason = "turns"
    elif g.quiet >= QUIET_TURNS:
        reason = "quiet"
    elif not one.can_attack_again and not other.can_attack_again:
        reason = "elements"
    else:
        return None
    g.events.append(LimitReached(reason=reason, score=(one.score, other.score), damage=(one.damage, other.damage)))
    return Over((), Outcome.by(LAST_RESORT, [(side.score, side.damage) for side in g.sides]))
