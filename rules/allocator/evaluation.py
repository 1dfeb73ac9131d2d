"""The value of an unfinished state of Allocator to each player."""

from typing import Final

from rules.allocator.cards import Faction, System
from rules.allocator.state import AllocatorState, Side
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to the starts of turns in matches that began in states of poor play and that the quick
# player finished.
_LIFE: Final = 1.6
_LAST_LIFE: Final = -0.67
"""Added for a player with at most one Life card."""
_NO_LIFE: Final = -1.32
"""Added for a player without Life cards, because the next hit ends the match."""
_CARD: Final = 0.39
"""The weight of a card in hand."""
_LAID: Final = 0.24
"""The weight of a card in a system."""
_BEST_BOOST: Final = 0.07
"""The weight of the highest boost in hand, whether or not it can be used."""
_BOOST: Final = 0.026
"""The weight of all boosts in hand that Function Match allows for Attack now."""
_DEFENSE_BOOST: Final = 0.05
"""The weight of all boosts in hand that Function Match allows for Defense now."""
_DEVELOPMENT: Final = 0.28
_USEFUL_DEVELOPMENT: Final = 8
_POINT: Final = 0.17
_DEFENSE: Final = 0.05
_TURN: Final = 0.3
_HITS: Final = 0.6
"""Added for the active player if their Attack, with the siege, is at least the other player's Defense."""


def evaluate(g: AllocatorState, seat: Seat) -> float:
    """Return a player's chance to win, from 0 to 1."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: AllocatorState, seat: Seat) -> float:
    """Return the sum of a player's weighted advantages."""
    side, other = g.sides[seat], g.sides[1 - seat]
    life = len(side.life)
    worth = _LIFE * life + _LAST_LIFE * (life <= 1) + _NO_LIFE * (not life)
    worth += _CARD * len(side.hand) + _LAID * sum(map(len, side.systems.values()))
    worth += _BEST_BOOST * max([card.boost for card in side.hand], default=0)
    worth += _BOOST * _boosts(side, System.ATTACK) + _DEFENSE_BOOST * _boosts(side, System.DEFENSE)
    worth += _DEVELOPMENT * min(side.powers[System.DEVELOPMENT], _USEFUL_DEVELOPMENT)
    worth += _POINT * side.development_points + _DEFENSE * side.powers[System.DEFENSE]
    if g.active == seat:
        hits = side.powers[System.ATTACK] + g.siege >= other.powers[System.DEFENSE]
        worth += _TURN + _HITS * hits
    return worth


def _boosts(side: Side, system: System) -> int:
    """Return the sum of all boosts in hand that Function Match allows for a system."""
    counts: dict[Faction, int] = {}
    for card in side.systems[system]:
        counts[card.faction] = counts.get(card.faction, 0) + 1
    return sum([card.boost for card in side.hand if card.function_match <= counts.get(card.faction, 0)])
