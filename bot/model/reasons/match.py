"""Reasons why a match cannot be found, played or shown."""

from bot.model.lobby_change import LobbyChange
from bot.model.match import Match
from bot.model.refusals import (
    BadTable,
    NoSuchMatch,
    NotAllowed,
    NotALobby,
    NotAtThisTable,
    NotLive,
    NotUnderstood,
    NotYourDecision,
    StaleDecision,
)


class UnknownMatch(NoSuchMatch):
    """No match has this number."""

    match_id: int


class MatchNotLive(NotLive):
    """The match has another status than the request needs; its sentence says which."""

    match: Match


class MatchNotALobby(NotALobby):
    """The match has begun or ended. wanted: the change that only a lobby allows."""

    match: Match
    wanted: LobbyChange | None = None


class NotSeated(NotAtThisTable):
    """The user who asked has no seat in the match."""

    match_id: int


class UserNotSeated(NotAtThisTable):
    """Another user, whom the request names, has no seat in the match."""

    match_id: int
    user_id: int


class HasLeft(NotAllowed):
    """The user who asked has resigned from the match, which the others play on."""

    match_id: int


class AlreadyResigned(NotAllowed):
    """The user has resigned already."""

    match_id: int


class NotYourTurn(NotYourDecision):
    """The user has no decision now, and cannot react."""


class BoardMovedOn(StaleDecision):
    """The button was made for a decision that has passed."""


class StateLost(StaleDecision):
    """The button shows a later state than the stored one: a backup was restored."""


class SomeoneWasFaster(StaleDecision):
    """The decision of another player was stored first."""


class NoLongerDue(NotAllowed):
    """The task of a timer has been done, or is no longer wanted."""


class UnreadableAction(NotUnderstood):
    """The text is not a valid action of the game.

    reason: the message of the notation's error; "" if the text has characters that no action has.
    """

    text: str
    reason: str = ""


class ForbiddenByRules(NotAllowed):
    """The rules refuse the action now. reason: their sentence, with the clause."""

    reason: str


class TableForbiddenByRules(BadTable):
    """The rules refuse to deal. reason: their sentence."""

    reason: str


class NotAPreMove(NotUnderstood):
    """The text is not a valid pre-move of the game."""


class PreMoveTooLate(NotAllowed):
    """The pre-move is no longer possible: the board has changed."""


class PrivateNoteTooLong(NotAllowed):
    """The private note has more characters than the limit."""

    length: int
    limit: int


class PingOutdated(NotAllowed):
    """The ping was for a decision that has passed."""


class NotYoursToEnd(NotAtThisTable):
    """The user neither plays in the match nor manages its channel."""

    match_id: int


class JudgeInOwnMatch(NotAllowed):
    """An admin cannot end or pause a live match in which they play themselves."""

    match_id: int


class MatchInUse(NotAllowed):
    """One player alone cannot end a match without a result that can still be played."""

    match_id: int
