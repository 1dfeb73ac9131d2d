"""Sentences of refusals in lessons."""

from typing import Final

from bot.lessons import refusals as lessons
from cogs.messages.sentences import Sentences

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."
REPLACED: Final = "This lesson was rewritten since you were here, so it starts from the first step."

SENTENCES: Final[Sentences] = {
    lessons.NoLesson: "There is no lesson for that game here. `/learn` shows all lessons.",
    lessons.UnknownLesson: "That lesson has expired. `/learn` starts one.",
    lessons.NothingToChoose: "There is nothing to choose in this step.",
    lessons.ChoiceMissing: "Choose something first in this step.",
    lessons.LessonMovedOn: MOVED_ON,
    lessons.LessonReplaced: REPLACED,
    lessons.OtherChoice: "{text}",
}
