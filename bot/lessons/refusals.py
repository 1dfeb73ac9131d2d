"""Reasons why a step of a lesson is refused."""

from bot.model.refusals import NotAllowed, NotUnderstood, Refusal, StaleDecision


class NoLesson(Refusal):
    """The game has no lesson here."""


class UnknownLesson(NotUnderstood):
    """The user has begun no lesson of this number."""


class NothingToChoose(NotAllowed):
    """The step asks for no choice."""


class ChoiceMissing(NotAllowed):
    """The step asks for a choice first."""


class LessonMovedOn(StaleDecision):
    """The user has gone on since, perhaps on another device."""


class LessonReplaced(StaleDecision):
    """The lesson was rewritten after the user started it, so it starts over."""


class OtherChoice(Refusal):
    """The action is legal, but not the one that the step is about. text: the lesson's explanation why not now."""

    text: str
