"""How Circuitry speaks: engineers who race over a board that they are still soldering."""

from typing import Final

from rules.circuitry.result import DELIVERY, STALEMATE
from rules.core.play import LAST_RESORT, RESIGNED
from rules.core.voice import DRAWN, Character, Voice

VOICE: Final = Voice(
    calls={
        "": "Open circuit.",
        "4": "That doesn't plug in.",
        "5": "No current that way.",
        "6": "The core stays shut.",
        "7": "No charge.",
        "8": "The relay only clicks.",
        "9": "Blocked line.",
    },
    endings={
        DELIVERY: "The core lights up, and every lamp on the board with it.",
        STALEMATE: "The board hums on, and nobody gets through.",
        LAST_RESORT: "The lab closes for the night, and the charges are counted.",
        RESIGNED: "Someone pulls the plug, and the fans spin down.",
        DRAWN: "Equal charge on both poles: no current flows.",
    },
    beaten="Short circuit",
    teacher="Doc Ohm",
    characters={
        "novice": Character(
            name="Dot",
            greets="I brought a soldering iron. Which end is hot?",
            wins="It works! Nobody touch anything!",
            loses="I think I plugged myself in backwards.",
        ),
        "regular": Character(
            name="Rivet",
            greets="Measure twice, turn once. Let us build.",
            wins="Clean joints, short path.",
            loses="A neat shortcut. I will draw that one down.",
        ),
        "expert": Character(
            name="Nyx",
            greets="I have the whole board in my head. And yours.",
            wins="The shortest path was mine three turns ago.",
            loses="You rewired my plan. Show me how.",
        ),
    },
)
