"""Numbers of Arms Dealer's rulebook that its rules and its pictures share."""

from typing import Final

SPACES: Final = 5
"""1.1 Spaces of a formation."""
SHOP: Final = 6
ASTEROID_ROW: Final = 5
"""1.4 Places of the asteroid row; `SHOP` counts those of the shop row."""
START: Final = 18_000
"""The coins that each player starts with (1.6)."""
LOOKING: Final = 1_000
"""4.2 The price of a look at an item."""
KEEPING: Final = 2_000
"""4.3 The further price of keeping it."""
FIRST_BET: Final = 3_000
SECOND_BET: Final = 2_000
"""5.1 The initial bets of the player who bets first and of the other."""
NEEDED: Final = 3
"""9.1 The number of skirmishes that win a battle."""
