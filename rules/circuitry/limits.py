"""The numbers of Circuitry's rulebook, for its rules and its pictures."""

from typing import Final

HAND: Final = 3
"""3.3 Circuit cards dealt to each player besides the charge-point card."""
GOLD_AT_START: Final = {2: (3, 3), 3: (1, 2, 1), 4: (2, 1, 3, 2), 5: (0, 2, 2, 2, 2), 6: (1, 2, 2, 2, 2, 2)}
"""3.5 Gold cards dealt to each seat, by the number of players."""
TAKEN: Final = 2
"""4.2 Mini cards taken in a turn."""
INHIBITED: Final = 3
"""9.5 Turns for which an Inhibit lasts."""
PLAYED: Final = 6
"""11.11 The maximum number of mini cards played in a turn."""
HELD: Final = 8
"""11.12 The maximum number of mini cards and charges held."""
GIFTS: Final = 8
"""11.7 The maximum number of cards given among team-mates in a turn."""
LAST_ROUND: Final = 30
"""10.3 The round after which the last resort decides."""
QUIET_ROUNDS: Final = 6
"""10.4 Rounds without progress after which the match ends."""
TURNED_OVER: Final = 6
"""6.5 The round in which card 1 is turned over at the latest."""
SPARE: Final = 1
"""7.2 Charges from the player's own charge point that may be carried beyond those needed to win."""
