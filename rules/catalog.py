"""The games of this program."""

from collections.abc import Mapping
from typing import Final

from rules.alchemy.game import Alchemy
from rules.allocator.game import Allocator
from rules.arms_dealer.game import ArmsDealer
from rules.circuitry.game import Circuitry
from rules.core.game import Game
from rules.tnb.game import Tnb

GAMES: Final[dict[str, type[Game]]] = {
    Allocator.key: Allocator,
    ArmsDealer.key: ArmsDealer,
    Alchemy.key: Alchemy,
    Tnb.key: Tnb,
    Circuitry.key: Circuitry,
}
"""By key, in the order in which they are offered."""

EARLIER: Final[Mapping[tuple[str, int], type[Game]]] = {}
"""By key and version: rules that matches are still played by, though new ones are begun by others.

A rule that changes is a new value of an option, which matches keep anyway: the game as it was is made by
`rules.core.earlier_rules`. Where it cannot be one, a copy of the game stands here. The one in `GAMES` has the next
version.
"""
