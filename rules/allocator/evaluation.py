"""The value of an unfinished state of Allocator to each player."""

from typing import Final

from rules.allocator.cards import System
from rules.allocator.state import AllocatorState
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to matches that began in states of poor play and that the quick player finished.
_LIFE: Final = 1.9
_NO_LIFE: Final = -3.5
"""Added for a player without Life cards, because the next hit ends the match."""
_CARD: Final = 0.2
_BOOST: Final = 0.06
_DEVELOPMENT: Final = 0.2
_USEFUL_DEVELOPMENT: Final = 4
_HITS: Final = 0.4
"""Added if a player's Attack is at least the other player's Defense."""
_TURN: Final = 0.3


def evaluate(g: AllocatorState, seat: Seat) -> float:
    """Return a player's chance to win."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AllocatorState, seat: Seat) -> float:
    """Return how well a player stands."""
    side, other = g.sides[seat], g.sides[1 - seat]
    life = len(side.life)
    worth = _LIFE * life if life else _NO_LIFE
    worth += _CARD * len(side.hand) + _BOOST * sum([card.boost for card in side.hand])
    worth += _DEVELOPMENT * min(side.powers[System.DEVELOPMENT], _USEFUL_DEVELOPMENT)
    if side.powers[System.ATTACK] + g.siege >= other.powers[System.DEFENSE]:
        worth += _HITS
    return worth + _TURN * (g.active == seat)
