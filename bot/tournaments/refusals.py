"""Reasons why a request about a tournament is refused."""

from bot.model.refusals import (
    ChannelTaken,
    NotAllowed,
    NotUnderstood,
    StaleDecision,
    TooFewPlayers,
)


class NoTournament(NotUnderstood):
    """No unfinished tournament is in this channel."""


class UnknownTournament(NotUnderstood):
    """No tournament has this name: its button has expired."""


class TournamentHere(ChannelTaken):
    """The channel has an unfinished tournament. tournament_id: its number."""

    tournament_id: int


class GameNotForTwo(TooFewPlayers):
    """The game cannot be played by two, so nobody can be paired. title: the game's."""

    title: str


class TimeForRoundUnreadable(NotUnderstood):
    """The text is no time for a round, or it is too short or too long."""


class AlreadyEntered(NotAllowed):
    """The user is in the tournament, or waits for a place."""


class NotEntered(NotAllowed):
    """The user is not in the tournament."""


class DroppedOutBefore(NotAllowed):
    """The user has dropped out of the tournament, and cannot come back."""


class HasStarted(StaleDecision):
    """The tournament has started, so its sign-up is over."""


class NotStarted(NotAllowed):
    """The tournament has not started."""


class IsOver(StaleDecision):
    """The tournament is over."""


class TooFewEntries(TooFewPlayers):
    """Too few users have signed up. missing: how many more are needed."""

    missing: int


class NotOrganizer(NotAllowed):
    """Only the organizer, or somebody who manages the server, may do this."""


class EnteredWithBlocked(NotAllowed):
    """The user has blocked someone in a tournament in which any two players may meet."""


class PlacesReserved(NotAllowed):
    """The user cannot enter: somebody in the tournament has blocked them, which they do not learn."""


class TooManyWaiting(NotAllowed):
    """The waiting list is full."""
