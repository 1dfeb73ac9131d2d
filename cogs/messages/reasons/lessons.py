"""Sentences of refusals in lessons."""

from typing import Final

from bot.model.reasons.lessons import (
    ChoiceMissing,
    LessonMovedOn,
    LessonReplaced,
    NoLesson,
    NothingToChoose,
    OtherChoice,
    UnknownLesson,
)
from cogs.messages.sentences import Sentences, says

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."
REPLACED: Final = "This lesson was rewritten since you were here, so it starts from the first step."

SENTENCES: Final[Sentences] = dict(
    [
        says(NoLesson, "There is no lesson for that game here. `/learn` shows all lessons."),
        says(UnknownLesson, "That lesson has expired. `/learn` starts one."),
        says(NothingToChoose, "There is nothing to choose in this step."),
        says(ChoiceMissing, "Choose something first in this step."),
        says(LessonMovedOn, MOVED_ON),
        says(LessonReplaced, REPLACED),
        says(OtherChoice, lambda r: r.text),
    ]
)
