"""The value of an unfinished state of Alchemy to each player."""

from typing import Final

from rules.alchemy.cards import ElementCard
from rules.alchemy.limits import DAMAGE_A_POINT
from rules.alchemy.state import AlchemyState
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to matches that the quick player finished, some of them from states of poor play.
_SCORE: Final = 0.5
"""For each tenth of the points that win."""
_DAMAGE: Final = 0.04
"""For each half of the damage that has not scored a point yet."""
_POINT: Final = 0.22
_CARD: Final = 0.07
_MAGNITUDE: Final = 0.06
_STORED: Final = 0.2
_OPUS: Final = 0.5
_TURN: Final = -0.15


def evaluate(g: AlchemyState, seat: Seat) -> float:
    """Return the share of the win that a player can expect."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AlchemyState, seat: Seat) -> float:
    """Return how well a player stands."""
    side = g.sides[seat]
    worth = _SCORE * 10 * side.score / g.goal + _POINT * side.points + _CARD * len(side.hand)
    worth += _MAGNITUDE * sum([card.magnitude for card in side.hand if isinstance(card, ElementCard)])
    if g.tally:
        worth += _DAMAGE * (side.damage % (2 * DAMAGE_A_POINT))
    return worth + _STORED * len(side.store) + _OPUS * (not side.opus_used) + _TURN * (g.active == seat)
