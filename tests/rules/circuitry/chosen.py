"""Puzzles that chance makes rarely, chosen because each has something that the solver must not get wrong.

`chosen_puzzles.json` has a puzzle in each line, under its name:

- exchanged: a charge of another pawn is useful.
- turned over: card 1 is turned over by another pawn that is forced off it.
- to the last card: a charge is taken with the last or the second to last card.
- off card 1: the last pawn leaves card 1 along either axis.
- short of black: a colour must be paid with its own card, since black cards are needed later.
- changed behind: the board is changed after another pawn was forced.
- portal swapped: a Swap uncovers a portal, and would be impossible after the jump.
- moved late: one of two changes that move cards has to come first, or neither.
- laid and swapped: a card that is laid can be swapped before or after.
- several keys: there are solutions with different key actions.
- judged: they differ in every measure of a puzzle.
- small, large: the solver has to work hard.

The first four kinds and “small” have at most three cards besides card 1, so that a search by the rules is quick.
"""

import json
from pathlib import Path
from typing import Final

from rules.circuitry.puzzle.puzzle import Puzzle, read
from tests.rules.circuitry.tables import GAME

_FILE: Final = Path(__file__).with_name("chosen_puzzles.json")
CHOSEN: Final = {
    name: read(GAME.content, written) for name, written in json.loads(_FILE.read_text(encoding="utf-8")).items()
}
"""Each puzzle by its name."""


def chosen(*kinds: str) -> list[Puzzle]:
    """Return the puzzles of these kinds."""
    return [puzzle for name, puzzle in CHOSEN.items() if name.rpartition(" ")[0] in kinds]
