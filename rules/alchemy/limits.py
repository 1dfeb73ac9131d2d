"""Numbers of Alchemy's rulebook that its rules and its pictures share."""

from typing import Final

HAND: Final = 6
"""The number of cards drawn at the start and by a refresh (1.5, 3.1)."""
STORE: Final = 3
"""The number of cards that a closed store can hold (3.4)."""
POINTS_A_TURN: Final = 2
"""The AP that a player gains each turn (2.1)."""
BEHIND: Final = 3
"""The number of points behind the opponent that gives a player 1 AP more at the start of a turn (2.7)."""
MOST_POINTS: Final = 6
"""The AP that a player can keep (2.2)."""
IDLE_TURNS: Final = 3
"""The turns in a row without an attack that give the opponent a point (2.6)."""
REST: Final = 2
"""3.7 After a refresh, the number of turns (of both players) before the hand can be refreshed again."""
DAMAGE_A_POINT: Final = 6
"""The damage that scores one more point (8.2)."""
LAST_TURN: Final = 160
QUIET_TURNS: Final = 20
"""8.4 Turns in a row without an attack that end the match; it also ends after `LAST_TURN`."""
