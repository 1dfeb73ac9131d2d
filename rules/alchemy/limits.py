"""Numbers of Alchemy's rulebook that its rules and its pictures share."""

from typing import Final

HAND: Final = 6
"""The number of cards drawn at the start and by a refresh (1.5, 3.1)."""
STORE: Final = 3
"""The number of cards that a closed store can hold (3.4)."""
POINTS_A_TURN: Final = 2
"""2.1 The number of AP that a player gains each turn."""
BEHIND: Final = 3
"""2.7 A player who is this many points behind at the start of a turn gains one AP more."""
MOST_PUTS: Final = 30
"""3.9 By the author's rule, the number of cards that can be put into the store while it is open, so that the visit
ends.
"""
MOST_POINTS: Final = 6
"""2.2 The maximum number of AP that a player can keep."""
IDLE_TURNS: Final = 3
"""2.6 After this many turns in a row without an attack, the opponent scores a point."""
PATIENT_TURNS: Final = 24
"""2.6 In this many turns any attack counts; later, only one that deals damage."""
REST: Final = 2
"""3.7 After a refresh, the number of turns (of both players) before the hand can be refreshed again."""
DAMAGE_A_POINT: Final = 6
"""8.2 The amount of damage that scores one more point."""
LIGHT_TURNS: Final = 11
"""8.2 The number of turns in which damage counts once."""
LAST_TURN: Final = 160
QUIET_TURNS: Final = 30
"""8.4 After this many turns in a row without an attack, the match ends. It also ends after `LAST_TURN`."""
