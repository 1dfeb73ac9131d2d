"""The types of ids of the buttons and menus of puzzles."""

from typing import Final

from cogs.widgets.ids import DECISION, NAME, NUMBER, PAGE, WORDS, Field, Purpose

ACT: Final = Purpose("puzzle-act", NUMBER, DECISION, WORDS)
SHOW: Final = Purpose("puzzle-show", NUMBER, DECISION, PAGE, WORDS)
CHOOSE: Final = Purpose("puzzle-choose", NUMBER, DECISION, WORDS, Field("part", "[0-9]", int, optional=True))
UNDO: Final = Purpose("puzzle-undo", NUMBER, DECISION)
AGAIN: Final = Purpose("puzzle-again", NUMBER, DECISION)
HINT: Final = Purpose("puzzle-hint", NUMBER, DECISION)
STEP: Final = Purpose("puzzle-step", NUMBER, PAGE)
SHARE: Final = Purpose("puzzle-share", NUMBER)
HOW: Final = Purpose("puzzle-how", NUMBER)
BOARD: Final = Purpose("puzzle-board", NUMBER)
OPEN: Final = Purpose("puzzle-open", NUMBER)
GAME: Final = Purpose("puzzle-game", Field("level", "[0-9]", int))
LEVEL: Final = Purpose("puzzle-level", NAME)
