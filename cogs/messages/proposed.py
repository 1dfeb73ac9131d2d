"""The words for what a player proposes."""

from typing import assert_never

from bot.model.proposal import Kind, Proposal


def proposed_text(proposal: Proposal) -> str:
    """Return what is proposed, in words that complete “Ada would like to …”."""
    match proposal.kind:
        case Kind.UNDO:
            return "undo the last step" if proposal.undoes == 1 else f"undo the last {proposal.undoes} steps"
        case Kind.DRAW:
            return "end the match as a draw"
        case Kind.ABANDON:
            return "end the match without a result"
        case Kind.SEAT:
            return "hand a seat over" + (f" to <@{proposal.to}>" if proposal.to else "")
        case Kind.LATE:
            return "have more time"
        case Kind.COMPUTER:
            player = "them" if proposal.to is None else f"<@{proposal.to}>"
            return f"let a computer ({proposal.computer}) play on for {player}"
        case _:
            assert_never(proposal.kind)
