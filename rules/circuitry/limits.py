"""The numbers of Circuitry's rulebook, for its rules and its pictures."""

from typing import Final

HAND: Final = 3
"""3.3 The number of circuit cards dealt to each player in addition to the charge-point card."""
GOLD_AT_START: Final = {2: (4, 3), 3: (2, 2, 2), 4: (3, 1, 2, 2), 5: (3, 1, 1, 2, 2), 6: (3, 1, 1, 2, 2, 2)}
"""3.5 The number of gold cards dealt to each seat, by the number of players."""
TAKEN: Final = 2
"""4.2 The number of mini cards taken in a turn."""
INHIBITED: Final = 3
"""9.5 The number of turns for which an Inhibit lasts."""
PLAYED: Final = 6
"""11.11 The maximum number of mini cards played in a turn."""
HELD: Final = 8
"""11.12 The maximum number of mini cards and charges together that a player may hold."""
GIFTS: Final = 8
"""11.7 The maximum number of cards given among team-mates in a turn."""
LAST_ROUND: Final = 30
"""10.3 The round after which the last resort decides."""
QUIET_ROUNDS: Final = 6
"""10.4 The number of rounds without progress after which the match ends."""
TURNED_OVER: Final = 4
"""6.5 The round in which card 1 is turned over at the latest."""
SPARE: Final = 1
"""7.2 The number of charges from the player's own charge point that may be carried beyond those needed to win."""
