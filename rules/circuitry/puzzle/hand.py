"""A hand by the roles of its cards: which action cards it has, and what its movement cards can pay."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.circuitry.cards import BLACK
from rules.circuitry.puzzle.layout import COLOUR, COLOURS
from rules.core.cards import CardId

KINDS: Final = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange", "place")
"""What can be played beside movement cards; `place` is a circuit card."""
ROTATE, FLIP, SWAP, SLIDE, FORCE, PORTAL, EXCHANGE, PLACE = range(len(KINDS))
CHANGES: Final = (ROTATE, FLIP, SWAP, SLIDE, PLACE)
"""Those that change the board alone."""
PLACING: Final = (SWAP, SLIDE, PLACE)
"""Those that change where cards lie: two of them may need their order."""

Actions = tuple[int, ...]
"""How many cards of each kind."""
Demands = int
"""How many steps, charges and jumps have asked for each colour: four bits a colour. Each was paid with a card of the
colour or a black one. Own steps take any card, so they are only counted."""

WANTED: Final = tuple(1 << 4 * colour for colour in range(COLOURS))
"""What one more card of a colour adds to the demands."""


def spent(actions: Actions, kind: int) -> Actions:
    """With one card less of a kind."""
    return (*actions[:kind], actions[kind] - 1, *actions[kind + 1 :])


class Hand:
    """What is in a hand at first."""

    def __init__(self, minis: Sequence[CardId], circuits: int) -> None:
        counts = Counter(minis)
        self.actions: Actions = tuple(circuits if kind == "place" else counts[CardId(kind)] for kind in KINDS)
        self.coloured = tuple(counts[CardId(colour.word)] for colour in COLOUR)
        self.black = counts[CardId(BLACK)]
        self.movement = sum(self.coloured) + self.black
        self.cards = self.movement + sum(self.actions)
        self._short: dict[Demands, int] = {}

    def short(self, demands: Demands) -> int:
        """How many black cards these demands take."""
        found = self._short.get(demands)
        if found is None:
            found = sum(max(0, (demands >> 4 * colour & 15) - self.coloured[colour]) for colour in range(COLOURS))
            self._short[demands] = found
        return found
