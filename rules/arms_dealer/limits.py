"""Numbers of Arms Dealer's rulebook that its rules and its pictures share."""

from typing import Final

SPACES: Final = 5
"""1.1 Spaces of a formation."""
SHOP: Final = 6
ASTEROID_ROW: Final = 5
"""1.4"""
START: Final = 18_000
"""1.6"""
LOOKING: Final = 1_000
"""4.2"""
KEEPING: Final = 2_000
"""4.3"""
FIRST_BET: Final = 3_000
SECOND_BET: Final = 2_000
"""5.1"""
NEEDED: Final = 3
"""9.1 Skirmish wins."""
