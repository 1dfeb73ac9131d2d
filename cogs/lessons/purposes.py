"""The types of ids of the buttons and menus of lessons."""

from typing import Final

from cogs.widgets.ids import DECISION, NUMBER, PAGE, WORDS, Field, Purpose

LEARN_OF: Final = Purpose("learn-of")
LESSON_ACT: Final = Purpose("lesson-act", NUMBER, DECISION, WORDS)
LESSON_SHOW: Final = Purpose("lesson-show", NUMBER, DECISION, PAGE, WORDS)
LESSON_CHOOSE: Final = Purpose("lesson-choose", NUMBER, DECISION, WORDS, Field("part", "[0-9]", int, optional=True))
LESSON_ON: Final = Purpose("lesson-on", NUMBER, DECISION)
LESSON_AGAIN: Final = Purpose("lesson-again", NUMBER, DECISION)
LESSON_LOOK: Final = Purpose("lesson-look", NUMBER, DECISION, Field("at", "table|hand", str))
