"""How Alchemy speaks: two masters at one bench, between flasks."""

from typing import Final

from rules.core.play import LAST_RESORT, RESIGNED
from rules.core.voice import DRAWN, Character, Voice

VOICE: Final = Voice(
    calls={
        "": "The flask stays still.",
        "3": "The shelf says no.",
        "4": "The formula fails.",
        "5": "It fizzles.",
        "6": "The mixture parts again.",
        "7": "A great work comes once.",
    },
    endings={
        "points": "Lead turns to gold, and the whole bench shines.",
        LAST_RESORT: "The fire burns down, and the fuller ledger counts.",
        RESIGNED: "The burner is turned off before anything explodes.",
        DRAWN: "Two flasks, one colour. Nobody can tell them apart.",
    },
    beaten="The flask is empty",
    teacher="Master Quill",
    characters={
        "novice": Character(
            name="Tansy",
            greets="I washed all the bottles. The labels came off.",
            wins="It turned gold! I have no idea why!",
            loses="Mine only turned the ceiling green.",
        ),
        "regular": Character(
            name="Orrin",
            greets="Mind the vapours. Shall we begin?",
            wins="Steady heat, steady hand.",
            loses="A purer mixture than mine.",
        ),
        "expert": Character(
            name="Hermia",
            greets="I have seen this experiment end before.",
            wins="As the books foretold, and I wrote them.",
            loses="Write that down. I want to know how you did it.",
        ),
    },
)
