"""Sentences of refusals about agreements, seats that change hands, and steps taken back."""

from typing import Final

from bot.model.reasons import proposals, table
from cogs.messages.proposed import proposed_text
from cogs.messages.sentences import Sentences


def _steps(refusal: table.TooManySteps) -> str:
    return f"You can't undo that many steps. {f'There are {refusal.steps}' if refusal.steps else 'There are none yet'}."


SENTENCES: Final[Sentences] = {
    table.SeatsApart: (
        "The players of match #{match_id} sit in several places, so only a computer can take over a seat there."
    ),
    table.AllSitHere: "Everyone in match #{match_id} sits in one channel: just write there.",
    table.NoWordsAcross: (
        "The players of match #{match_id} sit in several places, so there are phrases instead of free text: use "
        "`/match say`."
    ),
    table.NoBreakNow: "Match #{match_id} has no break now. `/match pause` asks the others for one.",
    proposals.ProposalClosed: "That has been settled or has expired. The board shows the current state.",
    proposals.OwnerGone: "That player has no seat in this match any more. The board shows the current state.",
    table.UndoNotSafe: (
        "You can't undo that on your own: another player has moved, or new information was revealed. Ask the other "
        "players? They can let you."
    ),
    table.NothingToUndo: "You have nothing to undo in match #{match_id}.",
    table.TooManySteps: _steps,
    table.ResignationInBetween: "Someone has resigned since, so you can't undo anything before that.",
    table.AlreadyAsked: lambda r: (
        f"You've asked the other players to {proposed_text(r.proposal.terms)}: wait for them, or withdraw it "
        "below the board."
    ),
    table.OtherProposalOpen: lambda r: (
        f"<@{r.user_id}> would like to {proposed_text(r.proposal.terms)}: answer that first, below the board."
    ),
    table.TimeoutNeedsVote: "Vote with one of the three buttons below the board.",
    table.SeatNeedsNoVote: "You have no say in that: only the owner of the seat and the new player decide.",
    table.OwnProposal: "You've proposed it yourself, so the other players answer. The second button withdraws it.",
    table.AlreadyAgreed: "You've already agreed. It happens once everyone else has, too.",
    table.NotYourOffer: "That's <@{owner_id}>'s seat to offer.",
    table.NotATimeoutVote: "Answer that with one of its two buttons, below the board.",
    table.OwnTimeout: "You're out of time, so the other players decide. You can still move: that settles it.",
    table.AlreadyVoted: "You've already voted. It happens once most players have voted for the same.",
    table.AskedToo: "It's your turn, too, so you don't wait for them. Move first.",
    table.PlayerLeft: "That player has resigned, and the match goes on without them.",
    table.ComputerPlays: "A computer plays that seat for the rest of the match.",
    table.SeatAlreadyOffered: "That seat is already offered. “Keep” below the board withdraws the offer.",
    table.NoSeatOffered: "That isn't an offer of a seat. The board shows the current state.",
    table.SeatForAnother: "This seat is offered to <@{user_id}>.",
    table.AlreadyPlays: "<@{user_id}> is already in match #{match_id}.",
    table.SawAnotherHand: "<@{user_id}> has seen another hand of match #{match_id}, and can't take this one.",
    table.FormerPlayerUnknown: (
        "This seat can't be taken: someone whose data was deleted has seen a hand in match #{match_id}, and they could "
        "be anyone."
    ),
    table.OwnMatch: "You're a player of match #{match_id}, so I tell you about it anyway.",
    table.FollowsEnough: "You follow {limit} matches, the most you can. `/watch` lets you stop one.",
    table.NobodyElsePlays: "Nobody would be left to play against the computer. `/match resign` ends the match.",
}
