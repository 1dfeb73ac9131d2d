"""The games that there are."""

from collections.abc import Mapping
from typing import Final

from rules.alchemy.game import Alchemy
from rules.allocator.game import Allocator
from rules.arms_dealer.game import ArmsDealer
from rules.circuitry.game import Circuitry
from rules.core.earlier import earlier
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

EARLIER: Final[Mapping[tuple[str, int], type[Game]]] = {
    ("allocator", 1): earlier(Allocator, 1, {"siege": "off"}),
    ("arms_dealer", 1): earlier(
        ArmsDealer, 1, {"fleet": "25", "opening": "none", "first_bet": "skirmish", "idle_redraw": "allowed"}
    ),
    ("arms_dealer", 2): earlier(ArmsDealer, 2, {}),
    ("alchemy", 1): earlier(Alchemy, 1, {"damage_scoring": "off", "pace": "free"}),
    ("tnb", 1): earlier(Tnb, 1, {"overdrive": "off", "going_first": "two_rounds_each"}),
}
"""By key and version: rules that matches are still played by, though new ones are begun by others.

A rule that changes is a new value of an option, which matches keep anyway. Where it cannot be one, the game as it was
stays here, and the one in `GAMES` has the next version.
"""
