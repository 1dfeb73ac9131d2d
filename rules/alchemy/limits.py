"""Numbers of Alchemy's rulebook that its rules and its pictures share."""

from typing import Final

HAND: Final = 6
"""1.5, 3.1 Cards that are drawn at the start and by a refresh."""
STORE: Final = 3
"""3.4 Cards that a closed store can hold."""
POINTS_A_TURN: Final = 2
"""2.1 AP that each turn brings."""
MOST_POINTS: Final = 6
"""2.2 AP that a player can keep."""
IDLE_TURNS: Final = 3
"""2.6 Turns in a row without an attack that give the opponent a point."""
REST: Final = 2
"""3.7 The number of turns, of both players, that a refreshed hand has to rest."""
DAMAGE_A_POINT: Final = 6
"""8.2 Damage that scores one more point."""
LAST_TURN: Final = 160
QUIET_TURNS: Final = 20
"""8.4 Turns in a row without an attack that end the match; it also ends after `LAST_TURN`."""
