"""Sentences of refusals about puzzles."""

from typing import Final

from bot.puzzles.refusals import (
    AllSolved,
    AttemptMovedOn,
    BoardHidden,
    DayToCome,
    DayTooLongAgo,
    GoalReached,
    NoHintNeeded,
    NoPuzzles,
    NoPuzzlesOfGame,
    NotADay,
    NothingToTakeBack,
    NoTurnToPass,
    SolutionHidden,
    UnknownLevel,
    UnknownPuzzle,
)
from cogs.messages.sentences import Sentences, says

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."

SENTENCES: Final[Sentences] = dict(
    [
        says(NoPuzzlesOfGame, "There are no puzzles for that game here any more."),
        says(NoPuzzles, "There are no puzzles here: none of the games has any."),
        says(UnknownPuzzle, "That puzzle has expired. Get another one with `/puzzle daily` or `/puzzle play`."),
        says(UnknownLevel, lambda r: f"The levels are 1 to {r.levels}."),
        says(NotADay, "Write a date like 2026-01-31, or leave it empty for today's puzzle."),
        says(DayToCome, "That day hasn't come yet, and even I don't know its puzzle. Today's is ready."),
        says(DayTooLongAgo, "That's too long ago: I keep the daily puzzles for a year. Today's is ready."),
        says(
            AllSolved,
            lambda r: (
                f"You've solved all the puzzles of level {r.level} that I have so far. I'm making more: ask again in a "
                "few minutes, or try another level!"
            ),
        ),
        says(GoalReached, "You've solved it. Start again to try it another way."),
        says(NoHintNeeded, "You've solved it: there is nothing left to do."),
        says(NoTurnToPass, "A puzzle is a single turn, so you don't need that."),
        says(NothingToTakeBack, "You haven't done anything yet, so there is nothing to undo."),
        says(BoardHidden, "You can see how others did once you've solved it yourself."),
        says(SolutionHidden, "You can see the solution once you've solved it. `/puzzle hint` gives you a step."),
        says(AttemptMovedOn, MOVED_ON),
    ]
)
