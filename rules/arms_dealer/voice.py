"""How Arms Dealer speaks: smugglers at the ring of a demolition derby."""

from typing import Final

from rules.arms_dealer.resolution import BANKRUPTCY, DESTRUCTION
from rules.core.play import LAST_RESORT, RESIGNED
from rules.core.voice import DRAWN, Character, Voice

VOICE: Final = Voice(
    calls={
        "": "Easy there, smuggler.",
        "3": "The ring master frowns.",
        "4": "No deal.",
        "5": "The bets are watched.",
        "7": "Dead weight.",
        "8": "The ring master frowns.",
        "9": "Hands off.",
    },
    endings={
        DESTRUCTION: "The last wreck stops spinning. Sweep up the scrap.",
        BANKRUPTCY: "Empty pockets buy no seat at this ring.",
        LAST_RESORT: "The ring closes for the night, and what still flies counts.",
        RESIGNED: "A quick exit through the cargo hatch.",
        DRAWN: "Both crews split the scrap and the blame.",
    },
    beaten="Your luck ran dry",
    teacher="Aunt Mags",
    characters={
        "novice": Character(
            name="Pip",
            greets="Is this the ring? I sold my helmet to get in.",
            wins="I won? Quick, before somebody counts again!",
            loses="Fair enough. Can I have my helmet back?",
        ),
        "regular": Character(
            name="Tully",
            greets="Ships down, coins up. You know how this works.",
            wins="Pleasure doing business with you.",
            loses="Take it before I change my mind.",
        ),
        "expert": Character(
            name="Voss",
            greets="I own half of this ring. Tonight I came for the rest.",
            wins="The house did not win. I did.",
            loses="Beaten at my own ring. Drinks are on me.",
        ),
    },
)
