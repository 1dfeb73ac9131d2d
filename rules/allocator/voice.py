"""How Allocator speaks: the bridge of a warship, and engineers who count every unit of power."""

from typing import Final

from rules.core.play import LAST_RESORT, RESIGNED
from rules.core.voice import DRAWN, Character, Voice

VOICE: Final = Voice(
    calls={
        "": "Bridge to engineer: hold.",
        "4": "The consoles refuse.",
        "5": "Weapons hold.",
        "6": "No spark in that boost.",
    },
    endings={
        "breach": "The hull breaks, and the lights go out deck by deck.",
        LAST_RESORT: "Both reactors run dry, and the longer hull counts.",
        RESIGNED: "A white flag on all channels: power down, everyone.",
        DRAWN: "Two ships drift side by side, and neither has a shot left.",
    },
    beaten="Hull breach",
    teacher="Chief Coil",
    characters={
        "novice": Character(
            name="Fuse",
            greets="First watch on the bridge! Which lever was Defense?",
            wins="I pulled every lever, and one of them was right!",
            loses="So that is what the red light means.",
        ),
        "regular": Character(
            name="Dyna",
            greets="Reactor warm, shields up. Whenever you are ready.",
            wins="A clean shot. Good duel, Captain.",
            loses="You had more left in the tank. Well flown.",
        ),
        "expert": Character(
            name="Vesta",
            greets="I have counted your power twice. Have you?",
            wins="You spent a unit too early. I waited for it.",
            loses="An answer that I had not counted. Remarkable.",
        ),
    },
)
