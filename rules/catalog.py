"""The games of this program."""

from collections.abc import Mapping
from typing import Final

from rules.alchemy.game import Alchemy
from rules.allocator.game import Allocator
from rules.arms_dealer.game import ArmsDealer
from rules.circuitry.game import Circuitry
from rules.core.game import Game, catalog_key
from rules.core.voice import SILENT, Voice
from rules.tnb.game import Tnb

GAMES: Final[dict[str, type[Game]]] = {
    Allocator.key: Allocator,
    ArmsDealer.key: ArmsDealer,
    Alchemy.key: Alchemy,
    Tnb.key: Tnb,
    Circuitry.key: Circuitry,
}
"""The class of each game by its key, in the order in which games are offered."""


def voice_of(key: str) -> Voice:
    """Return the voice of a game, or of the game whose rules a content pack follows; `SILENT` for an unknown game."""
    game = GAMES.get(catalog_key(key))
    return SILENT if game is None else game.voice


EARLIER: Final[Mapping[tuple[str, int], type[Game]]] = {}
"""Earlier games by key and version, for matches that began with rules which have changed since.

A changed rule is normally a new value of an option, and `rules.core.earlier_rules` makes the earlier game from it. If a
rule cannot be an option, this dict has a copy of the earlier game. The game in `GAMES` has a higher version.
"""
