"""Reasons why a request about a tournament is refused."""

from bot.model.refusals import (
    ChannelTaken,
    NotAllowed,
    NotUnderstood,
    StaleDecision,
    TooFewPlayers,
)


class NoTournament(NotUnderstood):
    """There is no unfinished tournament in this channel."""


class UnknownTournament(NotUnderstood):
    """The tournament that a button names no longer exists, so the button has expired."""


class TournamentHere(ChannelTaken):
    """The channel has an unfinished tournament already. tournament_id: its number."""

    tournament_id: int


class GameNotForTwo(TooFewPlayers):
    """The game cannot be played by two, so it has no tournaments. title: the title of the game."""

    title: str


class TimeForRoundUnreadable(NotUnderstood):
    """The text cannot be read as the time for a round, or the time is too short or too long."""


class AlreadyEntered(NotAllowed):
    """The user is already in the tournament, or on its waiting list."""


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
    """Only the organizer, or someone who manages the server, may do this."""


class EnteredWithBlocked(NotAllowed):
    """The user cannot enter because they have blocked a player, and any two players of a tournament may meet."""


class PlacesReserved(NotAllowed):
    """The user cannot enter because a player has blocked them. They are not told this reason."""


class TooManyWaiting(NotAllowed):
    """The waiting list is full."""
