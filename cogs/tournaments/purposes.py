"""The types of ids of the buttons of tournaments."""

from typing import Final

from bot.tournaments.values import Key
from cogs.widgets.ids import PAGE, Field, Purpose


def _key(text: str) -> Key:
    number, _, tag = text.partition("-")
    return Key(int(number), tag)


KEY: Final = Field("key", "[0-9]{1,15}-[0-9a-z]{6}", _key)
"""`Tournament.key`, whose tag the handlers check."""

NEW: Final = Purpose("tournament-new", Field("terms", "[a-z0-9+:;-]{1,80}", str))
"""A menu of games; `cogs.tournaments.terms` writes and reads the terms."""
JOIN: Final = Purpose("tournament-join", KEY)
LEAVE: Final = Purpose("tournament-leave", KEY)
START: Final = Purpose("tournament-start", KEY)
MINE: Final = Purpose("tournament-mine", KEY)
DROP: Final = Purpose("tournament-drop", KEY)
DROP_FOR_GOOD: Final = Purpose("tournament-drop-for-good", KEY)
DECKS: Final = Purpose("tournament-decks", KEY, PAGE)
DECK: Final = Purpose("tournament-deck", KEY)
STANDINGS: Final = Purpose("tournament-standings", KEY)
PAIRING: Final = Purpose(
    "tournament-pairing", KEY, Field("round", "[0-9]{1,3}", int), Field("board", "[0-9]{1,3}", int)
)
"""A button on the message that announces a pairing. It also serves to find that message again."""
