"""Reasons why players cannot agree on something, hand a seat over, or take a step back."""

from bot.model.proposal import Proposal
from bot.model.refusals import AlreadyAtThisTable, NeedsConsent, NotAllowed, NothingProposed


class UndoNotSafe(NeedsConsent):
    """Another player has acted since, or something was revealed."""


class NothingToUndo(NotAllowed):
    """The user has no decision left to undo."""

    match_id: int


class TooManySteps(NotAllowed):
    """The user wants to undo more steps than they can."""

    steps: int


class ResignationInBetween(NotAllowed):
    """Someone has resigned since then: steps before a resignation cannot be undone."""


class SeatsApart(NotAllowed):
    """The players of the match sit in several places, so that only a computer can take over a seat."""

    match_id: int


class AllSitHere(NotAllowed):
    """There are no phrases in a match whose players sit in one place: they can write there."""

    match_id: int


class NoWordsAcross(NotAllowed):
    """Players who sit in several places do not write to each other: they have phrases."""

    match_id: int


class NoBreakNow(NotAllowed):
    """The match has no break at present."""

    match_id: int


class AlreadyAsked(NotAllowed):
    """The user has an open proposal."""

    proposal: Proposal


class OtherProposalOpen(NotAllowed):
    """Another player has an open proposal, which is to be answered first."""

    proposal: Proposal
    user_id: int


class TimeoutNeedsVote(NotAllowed):
    """A vote about a player who is out of time is answered with one of its three buttons."""


class SeatNeedsNoVote(NotAllowed):
    """An offered seat is handed over by two players; the others are not asked."""


class OwnProposal(NotAllowed):
    """The user has made the proposal, so the others answer it."""


class AlreadyAgreed(NotAllowed):
    """The user has agreed already."""


class NotYourOffer(NotAllowed):
    """The seat is another user's to offer."""

    owner_id: int


class NotATimeoutVote(NothingProposed):
    """The proposal is answered with yes or no."""


class OwnTimeout(NotAllowed):
    """The vote is about the user who asked."""


class AlreadyVoted(NotAllowed):
    """The user has voted already."""


class AskedToo(NotAllowed):
    """The user is asked as well, and so does not wait for the player whom the claim is about."""


class PlayerLeft(NotAllowed):
    """The player of the seat has resigned, and the match continues without them."""


class ComputerPlays(NotAllowed):
    """A computer plays in the seat until the match ends."""


class SeatAlreadyOffered(NotAllowed):
    """The seat is offered already."""


class NoSeatOffered(NothingProposed):
    """The proposal offers no seat."""


class SeatForAnother(NotAllowed):
    """The seat is offered to another user."""

    user_id: int


class AlreadyPlays(AlreadyAtThisTable):
    """The user who is to get the seat has one in the match."""

    match_id: int
    user_id: int


class SawAnotherHand(NotAllowed):
    """The user has had another seat of the match."""

    match_id: int
    user_id: int


class FormerPlayerUnknown(NotAllowed):
    """A former player of another seat had their data deleted: any user may be that player."""

    match_id: int


class NobodyElsePlays(NotAllowed):
    """Nobody would be left to play against the computer."""


class OwnMatch(NotAllowed):
    """The user plays in the match that they would watch."""

    match_id: int


class FollowsEnough(NotAllowed):
    """The user follows as many matches as one may."""

    limit: int
