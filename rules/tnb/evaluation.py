"""The value of an unfinished state of T&B to each player."""

from typing import Final

from rules.core.evaluation import share_of
from rules.core.events import Seat
from rules.tnb.cards import attack_sums, block_sums
from rules.tnb.state import TnbState

# These weights were fitted to matches between quick players.
_LIFE: Final = 0.35
_LAST_LIFE: Final = -0.3
"""The merit added for a player with at most two Life Points."""
_FALLEN: Final = -4.0
_CARD: Final = 0.16
_ON_BOARD: Final = 0.14
_DAMAGE: Final = 0.12
_HEALTH: Final = 0.02


def evaluate(g: TnbState, seat: Seat) -> float:
    """Return a player's chance to win, from 0 to 1."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: TnbState, seat: Seat) -> float:
    """Return how well a player would stand if the round ended with the present declarations."""
    side = g.sides[seat]
    blocks = block_sums(side.blocks)
    life = side.life_points
    health = {occupant.tile.index: occupant.health for occupant in side.board}
    for index, attack in enumerate(attack_sums(g.sides[1 - seat].attacks)):
        net = attack - blocks[index]
        if net > 0:
            if index in health:
                health[index] -= net
            else:
                life -= 1
    worth = _LIFE * life + _CARD * (len(side.deck) + len(side.hand))
    for occupant in side.board:
        left = health[occupant.tile.index]
        if left > 0:
            card = occupant.card
            worth += _CARD + _ON_BOARD + _HEALTH * left + _DAMAGE * card.damage * len(card.coverages[0].tiles)
    if life <= 2:
        worth += _LAST_LIFE
    return worth + (_FALLEN if life <= 0 else 0)
