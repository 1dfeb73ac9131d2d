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
from cogs.messages.sentences import Sentences, text_for

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."

SENTENCES: Final[Sentences] = dict(
    [
        text_for(NoPuzzlesOfGame, "There are no puzzles for that game here any more."),
        text_for(NoPuzzles, "There are no puzzles here: none of the games has any."),
        text_for(UnknownPuzzle, "That puzzle has expired. Get another one with `/puzzle daily` or `/puzzle play`."),
        text_for(UnknownLevel, lambda r: f"The levels are 1 to {r.levels}."),
        text_for(NotADay, "Write a date like 2026-01-31, or leave it empty for today's puzzle."),
        text_for(DayToCome, "That day hasn't come yet, and even I don't know its puzzle. Today's is ready."),
        text_for(DayTooLongAgo, "That's too long ago: I keep the daily puzzles for a year. Today's is ready."),
        text_for(
            AllSolved,
            lambda r: (
                f"You've solved all the puzzles of level {r.level} that I have so far. I'm making more: ask again in a "
                "few minutes, or try another level!"
            ),
        ),
        text_for(GoalReached, "You've solved it. Start again to try it another way."),
        text_for(NoHintNeeded, "You've solved it: there is nothing left to do."),
        text_for(NoTurnToPass, "A puzzle is a single turn, so you don't need that."),
        text_for(NothingToTakeBack, "You haven't done anything yet, so there is nothing to undo."),
        text_for(BoardHidden, "You can see how others did once you've solved it yourself."),
        text_for(SolutionHidden, "You can see the solution once you've solved it. `/puzzle hint` gives you a step."),
        text_for(AttemptMovedOn, MOVED_ON),
    ]
)
