"""The words for what a player proposes, and for the answers to it."""

from typing import Final, assert_never

from bot.model.breaks import AGREED
from bot.model.pace import DAY
from bot.model.proposal import Kind, Terms

ANSWERS: Final = {
    Kind.UNDO: ("Yes, undo", "No undo"),
    Kind.DRAW: ("Yes, a draw", "No draw"),
    Kind.ABANDON: ("Yes, end without a result", "No, go on playing"),
    Kind.BREAK: ("Yes, take a break", "No break"),
    Kind.COMPUTER: ("Yes, a computer", "No computer"),
}
"""For each kind of proposal that the others answer with yes or no: the labels of the two buttons.

They name the matter, and no game has choices that begin like them: “Decline” alone may also be a move.
"""


def proposed_text(terms: Terms) -> str:
    """Return what is proposed, in words that complete “Ada would like to …”."""
    match terms.kind:
        case Kind.UNDO:
            return "undo the last step" if terms.undoes == 1 else f"undo the last {terms.undoes} steps"
        case Kind.DRAW:
            return "end the match as a draw"
        case Kind.ABANDON:
            return "end the match without a result"
        case Kind.BREAK:
            return f"take a break of up to {AGREED // DAY} days, in which no clock runs"
        case Kind.SEAT:
            return "hand a seat over" + (f" to <@{terms.to}>" if terms.to else "")
        case Kind.LATE | Kind.CLAIM:
            return "have more time"
        case Kind.COMPUTER:
            player = "them" if terms.to is None else f"<@{terms.to}>"
            return f"let a computer ({terms.computer}) play on for {player}"
        case _:
            assert_never(terms.kind)
