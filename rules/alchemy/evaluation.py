"""The value of an unfinished state of Alchemy to each player."""

from typing import Final

from rules.alchemy.cards import ElementCard
from rules.alchemy.limits import DAMAGE_A_POINT, HAND, MOST_POINTS, POINTS_A_TURN
from rules.alchemy.phases import may_refresh
from rules.alchemy.state import AlchemyState
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to matches that the quick player played to the end, most of them from badly played states.
_SCORE: Final = 0.4
"""The weight of each tenth that a player has scored of the points that win the match."""
_LAST: Final = 0.39
"""The extra weight of each of the last three of these tenths."""
_DAMAGE: Final = 0.038
"""The weight of each half point of damage that has not scored yet."""
_POINT: Final = 0.26
_CARD: Final = 0.05
_MAGNITUDE: Final = 0.037
_MISSING: Final = -0.09
"""The weight of each card missing from a hand that cannot be refreshed; a refresh would bring these cards."""
_STORED: Final = 0.25
_OPUS: Final = 0.48
_TURN: Final = -0.09


def evaluate(g: AlchemyState, seat: Seat) -> float:
    """Return a player's chance to win, from 0 to 1."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AlchemyState, seat: Seat) -> float:
    """Return the sum of a player's weighted advantages."""
    side, is_active = g.sides[seat], g.active == seat
    tenths = 10 * side.score / g.goal
    worth = _SCORE * tenths + _LAST * max(0, tenths - 7)
    worth += _POINT * (side.points if is_active else min(side.points, MOST_POINTS - POINTS_A_TURN))
    worth += _CARD * len(side.hand)
    worth += _MAGNITUDE * sum([card.magnitude for card in side.hand if isinstance(card, ElementCard)])
    if not may_refresh(g, side):
        worth += _MISSING * max(0, HAND - len(side.hand))
    if g.tally:
        worth += _DAMAGE * (side.damage % (2 * DAMAGE_A_POINT))
    return worth + _STORED * len(side.store) + _OPUS * (not side.opus_used) + _TURN * is_active
