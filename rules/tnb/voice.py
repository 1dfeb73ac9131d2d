"""How T&B speaks: knights on a drill ground, and orders called across it."""

from typing import Final

from rules.core.play import LAST_RESORT, RESIGNED
from rules.core.voice import DRAWN, Character, Voice

VOICE: Final = Voice(
    calls={
        "": "Halt!",
        "2": "Mind the drill.",
        "5": "No such order.",
        "6": "The ranks stand still.",
        "9": "One order each.",
    },
    endings={
        "life_points": "The banner falls, and the field goes quiet.",
        "cards": "An empty field needs no victor's charge.",
        "simultaneous": "Both banners fall. One falls a breath later.",
        LAST_RESORT: "The horn calls off the day, and those who stand are counted.",
        RESIGNED: "A sword laid down in time keeps its edge.",
        DRAWN: "Two banners still stand. The ground belongs to the grass.",
    },
    beaten="The field is lost",
    teacher="Dame Orla",
    characters={
        "novice": Character(
            name="Wat",
            greets="I polished my shield. I can see myself in it!",
            wins="Did you see that? I hit the right one!",
            loses="I blocked where you were a moment ago.",
        ),
        "regular": Character(
            name="Brand",
            greets="Shields up. May the better wall hold.",
            wins="A fair fight. My wall held.",
            loses="Through the gap. Well aimed.",
        ),
        "expert": Character(
            name="Isolde",
            greets="I know where you will strike. Surprise me.",
            wins="You looked at my sword. You should have watched my feet.",
            loses="That turn I did not see. I salute you.",
        ),
    },
)
