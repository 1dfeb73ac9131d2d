"""The effect of a proposal on points, in words for players."""

from typing import Final

from bot.model.match import Match
from bot.model.proposal import Kind

CHANGED_HANDS: Final = (
    "If you hand over your seat, a loss still costs you points but a win earns none. The substitute's rating doesn't "
    "change."
)
"""How a seat that changes hands is rated, in words for players. Other seats are rated as usual."""
_STAKES: Final = {
    Kind.DRAW: "A draw is rated if everyone has moved: the player with more points loses some to the others.",
    Kind.ABANDON: "No one's points change.",
    Kind.BREAK: "A break changes no points, and any player can end it.",
    Kind.UNDO: "An undo changes no points. Cards you drew go back and are redrawn.",
    Kind.SEAT: CHANGED_HANDS,
    Kind.COMPUTER: CHANGED_HANDS,
    Kind.CLAIM: "An absence counts as resigning, or as handing over the seat. More time costs no points.",
    Kind.LATE: "Ending the match counts as resigning. More time or a skipped turn costs no points.",
}


def at_stake(match: Match, kind: Kind) -> str:
    """Return a sentence for voters about the effect of a proposal of this kind on points."""
    if not match.is_rated and kind is not Kind.UNDO:
        return "A computer has played from the beginning: nobody's points change."
    return _STAKES[kind]
