"""Numbers of Arms Dealer's rulebook that its rules and its pictures share."""

from typing import Final

SPACES: Final = 5
"""1.1 The number of spaces of a formation."""
SHOP: Final = 6
ASTEROID_ROW: Final = 5
"""1.4 The number of places in the asteroid row; `SHOP` is that of the shop row."""
START: Final = 18_000
"""1.6 The number of coins that each player starts with."""
LOOKING: Final = 1_000
"""4.2 The price of a look at an item."""
KEEPING: Final = 2_000
"""4.3 The further price of keeping the item."""
FIRST_BET: Final = 3_000
SECOND_BET: Final = 2_000
"""5.1 The initial bet of the player who bets second; `FIRST_BET` is that of the player who bets first."""
PICKS: Final = 2
"""9.3 The largest number of asteroids that the loser of a battle picks."""
NEEDED: Final = 3
"""9.1 The number of skirmishes that win a battle."""
