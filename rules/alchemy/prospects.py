"""What the table of Alchemy is worth to its players, before one of them has won."""

from typing import Final

from rules.alchemy.cards import ElementCard
from rules.alchemy.limits import DAMAGE_A_POINT
from rules.alchemy.state import AlchemyState
from rules.core.events import Seat
from rules.core.prospects import share_of

# Fitted to matches that the quick player played on, some from tables where nobody had played well.
_SCORE: Final = 0.5
"""For a tenth of what wins."""
_DAMAGE: Final = 0.04
"""Of what has not scored a point yet, for each half."""
_POINT: Final = 0.22
_CARD: Final = 0.07
_MAGNITUDE: Final = 0.06
_STORED: Final = 0.2
_OPUS: Final = 0.5
_TURN: Final = -0.15


def prospects(g: AlchemyState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AlchemyState, seat: Seat) -> float:
    """How well a player stands."""
    side = g.sides[seat]
    worth = _SCORE * 10 * side.score / g.goal + _POINT * side.points + _CARD * len(side.hand)
    worth += _MAGNITUDE * sum([card.magnitude for card in side.hand if isinstance(card, ElementCard)])
    if g.tally:
        worth += _DAMAGE * (side.damage % (2 * DAMAGE_A_POINT))
    return worth + _STORED * len(side.store) + _OPUS * (not side.opus_used) + _TURN * (g.active == seat)
