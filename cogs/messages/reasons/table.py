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
    UndoNotSafe,
)
from cogs.messages.proposed import proposed_text
from cogs.messages.sentences import Sentences, text_for


def _steps(refusal: TooManySteps) -> str:
    return f"You can't undo that many steps. {f'There are {refusal.steps}' if refusal.steps else 'There are none yet'}."


SENTENCES: Final[Sentences] = dict(
    [
        text_for(ProposalClosed, "That has been settled or has expired. The board shows the current state."),
        text_for(OwnerGone, "That player has no seat in this match any more. The board shows the current state."),
        text_for(
            UndoNotSafe,
            "You can't undo that on your own: another player has moved, or new information was revealed. Ask the other "
            "players? They can let you.",
        ),
        text_for(NothingToUndo, lambda r: f"You have nothing to undo in match #{r.match_id}."),
        text_for(TooManySteps, _steps),
        text_for(ResignationInBetween, "Someone has resigned since, so you can't undo anything before that."),
        text_for(
            AlreadyAsked,
            lambda r: (
                f"You've asked the other players to {proposed_text(r.proposal.terms)}: wait for them, or withdraw it "
                "below the board."
            ),
        ),
        text_for(
            OtherProposalOpen,
            lambda r: (
                f"<@{r.user_id}> would like to {proposed_text(r.proposal.terms)}: answer that first, below the board."
            ),
        ),
        text_for(TimeoutNeedsVote, "Vote with one of the three buttons below the board."),
        text_for(SeatNeedsNoVote, "You have no say in that: only the owner of the seat and the new player decide."),
        text_for(OwnProposal, "You've proposed it yourself, so the other players answer. “Refuse” withdraws it."),
        text_for(AlreadyAgreed, "You've already agreed. It happens once everyone else has, too."),
        text_for(NotYourOffer, lambda r: f"That's <@{r.owner_id}>'s seat to offer."),
        text_for(NotATimeoutVote, "Answer that with “Agree” or “Refuse”, below the board."),
        text_for(OwnTimeout, "You're out of time, so the other players decide. You can still move: that settles it."),
        text_for(AlreadyVoted, "You've already voted. It happens once most players have voted for the same."),
        text_for(PlayerLeft, "That player has resigned, and the match goes on without them."),
        text_for(ComputerPlays, "A computer plays that seat for the rest of the match."),
        text_for(SeatAlreadyOffered, "That seat is already offered. “Keep” below the board withdraws the offer."),
        text_for(NoSeatOffered, "That isn't an offer of a seat. The board shows the current state."),
        text_for(SeatForAnother, lambda r: f"This seat is offered to <@{r.user_id}>."),
        text_for(AlreadyPlays, lambda r: f"<@{r.user_id}> is already in match #{r.match_id}."),
        text_for(
            SawAnotherHand,
            lambda r: f"<@{r.user_id}> has seen another hand of match #{r.match_id}, and can't take this one.",
        ),
        text_for(
            FormerPlayerUnknown,
            lambda r: (
                f"A former player of match #{r.match_id} has seen another hand and had their data deleted. That could "
                "be anyone, so nobody can take this seat."
            ),
        ),
        text_for(OwnMatch, lambda r: f"You're a player of match #{r.match_id}, so I tell you about it anyway."),
        text_for(
            FollowsEnough, lambda r: f"You follow {r.limit} matches, the most you can. `/watch` lets you stop one."
        ),
        text_for(NobodyElsePlays, "Nobody would be left to play against the computer. `/match resign` ends the match."),
    ]
)
