"""Reasons why the computer gives no hint, or does not analyse a match."""

from bot.model.refusals import NotAllowed, NotAtThisTable, NotLive, NotYourDecision, Unavailable


class AnalysedWhenOver(NotLive):
    """The match is still in play."""

    match_id: int


class DidNotFinish(NotAtThisTable):
    """The user had no seat in the match when it ended."""

    match_id: int


class AnalysesBusy(Unavailable):
    """The maximum number of matches is being analysed already."""


class AnalysisFailed(Unavailable):
    """The expert did not answer."""


class NotReplayable(Unavailable):
    """The match does not replay now."""


class NoHintsWhenRated(NotAllowed):
    """The match counts for the leaderboard."""


class NoHintNow(NotYourDecision):
    """The user has nothing to decide now."""
