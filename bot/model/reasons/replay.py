"""Reasons why a match is not replayed, or not continued from one of its moments."""

from bot.model.refusals import NoSuchMatch, NotAllowed, NotAtThisTable, NotLive, Unavailable


class NothingFinished(NoSuchMatch):
    """The user has played no match to its end."""


class ReplayWhenOver(NotLive):
    """The match is not over, so nobody may replay it yet."""

    match_id: int


class ReplayNotOpen(NotAllowed):
    """The match is not open to everyone, and the user had no seat in it."""

    match_id: int


class NotReplayedNow(Unavailable):
    """The match does not replay to its stored states."""

    match_id: int


class NothingToPlayOn(NotAllowed):
    """Nobody has to decide at this moment."""

    match_id: int


class NeverSeated(NotAtThisTable):
    """The match has no such seat."""

    match_id: int
