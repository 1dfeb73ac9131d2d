"""Reasons why a request about puzzles is refused."""

from bot.model.refusals import NotAllowed, NotUnderstood, Refusal, StaleDecision


class NoPuzzlesOfGame(Refusal):
    """The game is not played here, or offers no puzzles."""


class NoPuzzles(Refusal):
    """No game that is played here offers puzzles."""


class UnknownPuzzle(NotUnderstood):
    """No puzzle has this number, its day has not come, or the user has not begun it."""


class NoPuzzleNamed(NotUnderstood):
    """The game has no puzzle of this name."""

    name: str


class PuzzleOfToday(NotAllowed):
    """The day of a daily puzzle is not over: its players would learn how to solve it."""


class UnknownLevel(NotUnderstood):
    """The game has no such level."""

    levels: int


class NotADay(NotUnderstood):
    """The text is not a valid date."""


class DayToCome(NotAllowed):
    """The day has not come yet."""


class DayTooLongAgo(NotAllowed):
    """The puzzle of that day is no longer stored."""


class AllSolved(NotAllowed):
    """The user has solved all puzzles of the level."""

    level: int


class GoalReached(NotAllowed):
    """The attempt has reached its goal, so nothing more can be played."""


class NoHintNeeded(NotAllowed):
    """The attempt has reached its goal, so no hint is left to give."""


class NoTurnToPass(NotAllowed):
    """The action would end the turn, and a puzzle is one turn."""


class NothingToTakeBack(NotAllowed):
    """Nothing was played yet."""


class BoardHidden(NotAllowed):
    """The results of others are shown to users who have solved the puzzle."""


class SolutionHidden(NotAllowed):
    """The solution is shown to users who have solved the puzzle."""


class AttemptMovedOn(StaleDecision):
    """The user has gone on since, perhaps on another device."""
