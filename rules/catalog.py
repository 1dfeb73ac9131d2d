"""The games that there are."""

from typing import Any, Final

from rules.alchemy.game import Alchemy
from rules.allocator.game import Allocator
from rules.arms_dealer.game import ArmsDealer
from rules.circuitry.game import Circuitry
from rules.core.game import Game
from rules.tnb.game import Tnb

GAMES: Final[dict[str, type[Game[Any, Any]]]] = {
    Allocator.key: Allocator,
    ArmsDealer.key: ArmsDealer,
    Alchemy.key: Alchemy,
    Tnb.key: Tnb,
    Circuitry.key: Circuitry,
}
"""By key, in the order in which they are offered."""
