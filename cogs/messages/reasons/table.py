"""Sentences of refusals about agreements, seats that change hands, and steps taken back."""

from typing import Final

from bot.model.reasons.proposals import OwnerGone, ProposalClosed
from bot.model.reasons.table import (
    AlreadyAgreed,
    AlreadyAsked,
    AlreadyPlays,
    AlreadyVoted,
    ComputerPlays,
    FollowsEnough,
    FormerPlayerUnknown,
    NobodyElsePlays,
    NoSeatOffered,
    NotATimeoutVote,
    NothingToUndo,
    NotYourOffer,
    OtherProposalOpen,
    OwnMatch,
    OwnProposal,
    OwnTimeout,
    PlayerLeft,
    ResignationInBetween,
    SawAnotherHand,
    SeatAlreadyOffered,
    SeatForAnother,
    SeatNeedsNoVote,
    TimeoutNeedsVote,
    TooManySteps,
    UndoNotFree,
)
from cogs.messages.proposed import proposed_text
from cogs.messages.sentences import Sentences, says


def _steps(refusal: TooManySteps) -> str:
    return f"You can't undo that many steps. {f'There are {refusal.steps}' if refusal.steps else 'There are none yet'}."


SENTENCES: Final[Sentences] = dict(
    [
        says(ProposalClosed, "That has been settled or has expired. The board shows the current state."),
        says(OwnerGone, "That player has no seat in this match any more. The board shows the current state."),
        says(
            UndoNotFree,
            "You can't undo that on your own: another player has moved, or new information was revealed. Ask the other "
            "players? They can let you.",
        ),
        says(NothingToUndo, lambda r: f"You have nothing to undo in match #{r.match_id}."),
        says(TooManySteps, _steps),
        says(ResignationInBetween, "Someone has resigned since, so you can't undo anything before that."),
        says(
            AlreadyAsked,
            lambda r: (
                f"You've asked the other players to {proposed_text(r.proposal.terms)}: wait for them, or withdraw it "
                "below the board."
            ),
        ),
        says(
            OtherProposalOpen,
            lambda r: (
                f"<@{r.user_id}> would like to {proposed_text(r.proposal.terms)}: answer that first, below the board."
            ),
        ),
        says(TimeoutNeedsVote, "Vote with one of the three buttons below the board."),
        says(SeatNeedsNoVote, "The other players aren't asked about that: only the two who hand the seat over are."),
        says(OwnProposal, "You've proposed it yourself, so the other players answer. “Refuse” withdraws it."),
        says(AlreadyAgreed, "You've already agreed. It happens once all others have, too."),
        says(NotYourOffer, lambda r: f"That's <@{r.owner_id}>'s seat to offer."),
        says(NotATimeoutVote, "Answer that with “Agree” or “Refuse”, below the board."),
        says(OwnTimeout, "You're out of time, so the other players decide. You can still move: that settles it."),
        says(AlreadyVoted, "You've already voted. It happens once most players have voted for the same."),
        says(PlayerLeft, "That player has resigned, and the match goes on without them."),
        says(ComputerPlays, "A computer plays that seat for the rest of the match."),
        says(SeatAlreadyOffered, "That seat is already offered. “Keep” below the board withdraws the offer."),
        says(NoSeatOffered, "That offers no seat. The board shows the current state."),
        says(SeatForAnother, lambda r: f"This seat is offered to <@{r.user_id}>."),
        says(AlreadyPlays, lambda r: f"<@{r.user_id}> is already in match #{r.match_id}."),
        says(
            SawAnotherHand,
            lambda r: f"<@{r.user_id}> has seen another hand of match #{r.match_id}, and can't take this one.",
        ),
        says(
            FormerPlayerUnknown,
            lambda r: (
                f"A former player of match #{r.match_id} has seen another hand and had their data deleted. That could "
                "be anyone, so nobody can take this seat."
            ),
        ),
        says(OwnMatch, lambda r: f"You play in match #{r.match_id}: I tell you about it anyway."),
        says(FollowsEnough, lambda r: f"You follow {r.limit} matches, the most you can. `/watch` lets you stop one."),
        says(NobodyElsePlays, "Nobody would be left to play against it. `/match resign` gives up the match."),
    ]
)
