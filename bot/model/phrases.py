"""The phrases that players in different places say to each other, since no stranger writes freely."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Phrase(StrEnum):
    """A phrase. Its value is stored."""

    GOOD_GAME = "good-game"
    THANKS = "thanks"
    ONE_MOMENT = "one-moment"
    SORRY = "sorry"


PHRASES: Final[Mapping[Phrase, str]] = {
    Phrase.GOOD_GAME: "Good game!",
    Phrase.THANKS: "Thanks!",
    Phrase.ONE_MOMENT: "One moment, please.",
    Phrase.SORRY: "Sorry!",
}
"""The words of each phrase."""
