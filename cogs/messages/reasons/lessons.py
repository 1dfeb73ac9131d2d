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
from cogs.messages.sentences import Sentences, text_for

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."
REPLACED: Final = "This lesson was rewritten since you were here, so it starts from the first step."

SENTENCES: Final[Sentences] = dict(
    [
        text_for(NoLesson, "There is no lesson for that game here. `/learn` shows all lessons."),
        text_for(UnknownLesson, "That lesson has expired. `/learn` starts one."),
        text_for(NothingToChoose, "There is nothing to choose in this step."),
        text_for(ChoiceMissing, "Choose something first in this step."),
        text_for(LessonMovedOn, MOVED_ON),
        text_for(LessonReplaced, REPLACED),
        text_for(OtherChoice, lambda r: r.text),
    ]
)
