"""Sentences of refusals about puzzles."""

from typing import Final

from bot.puzzles import refusals
from cogs.messages.sentences import Sentences

MOVED_ON: Final = "You've gone on since, perhaps on another device. Here is the current state."

SENTENCES: Final[Sentences] = {
    refusals.NoPuzzlesOfGame: "There are no puzzles for that game here any more.",
    refusals.NoPuzzles: "There are no puzzles here: none of the games has any.",
    refusals.UnknownPuzzle: "That puzzle has expired. Get another one with `/puzzle daily` or `/puzzle play`.",
    refusals.NoPuzzleNamed: (
        "There is no puzzle {name!q}. Name it by level and number (3.12), by its day (2026-01-31), or as its title "
        "does (#17)."
    ),
    refusals.PuzzleOfToday: "People still solve that puzzle today. You can play on from it tomorrow.",
    refusals.UnknownLevel: "The levels are 1 to {levels}.",
    refusals.NotADay: "Write a date like 2026-01-31, or leave it empty for today's puzzle.",
    refusals.DayToCome: "That day hasn't come yet, and even I don't know its puzzle. Today's is ready.",
    refusals.DayTooLongAgo: "That's too long ago: I keep the daily puzzles for a year. Today's is ready.",
    refusals.AllSolved: (
        "You've solved all the puzzles of level {level} that I have so far. I'm making more: ask again in a few "
        "minutes, or try another level!"
    ),
    refusals.GoalReached: "You've solved it. Start again to try it another way.",
    refusals.NoHintNeeded: "You've solved it: there is nothing left to do.",
    refusals.NoTurnToPass: "A puzzle is a single turn, so you don't need that.",
    refusals.NothingToTakeBack: "You haven't done anything yet, so there is nothing to undo.",
    refusals.BoardHidden: "You can see how others did once you've solved it yourself.",
    refusals.SolutionHidden: "You can see the solution once you've solved it. `/puzzle hint` gives you a step.",
    refusals.AttemptMovedOn: MOVED_ON,
}
