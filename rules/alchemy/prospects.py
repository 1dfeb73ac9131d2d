"""What the table of Alchemy is worth to its players, before one of them has won."""

from typing import Final

from rules.alchemy.cards import ElementCard
from rules.alchemy.state import AlchemyState
from rules.core.events import Seat
from rules.core.prospects import share_of

# Fitted to matches of the quick player.
_SCORE: Final = 0.45
"""For a tenth of what wins."""
_DAMAGE: Final = 0.03
_POINT: Final = 0.2
_CARD: Final = 0.05
_MAGNITUDE: Final = 0.03
_STORED: Final = 0.12
_OPUS: Final = 0.14
_TURN: Final = -0.1


def prospects(g: AlchemyState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AlchemyState, seat: Seat) -> float:
    """How well a player stands."""
    side = g.sides[seat]
    worth = _SCORE * 10 * side.score / g.goal + _POINT * side.points + _CARD * len(side.hand)
    worth += _MAGNITUDE * sum([card.magnitude for card in side.hand if isinstance(card, ElementCard)])
    if g.tally:
        worth += _DAMAGE * (side.damage % 12)
    return worth + _STORED * len(side.store) + _OPUS * (not side.opus_used) + _TURN * (g.active == seat)
