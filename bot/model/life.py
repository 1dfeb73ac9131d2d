"""The life of a match: what can be done with it in which status, where that leads."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, Status
from bot.model.reasons.match import MatchNotALobby, MatchNotLive

IDLE: Final = 7 * 24 * 60 * 60
"""Seconds after which a match in which nothing was done may be abandoned by any of its players."""


class Step(Enum):
    """What can be done with a match."""

    ARRANGE = auto()
    """Sit down, stand up, choose decks and options, pass the lobby on."""
    CLOSE = auto()
    START = auto()
    ACT = auto()
    END = auto()
    QUARANTINE = auto()
    """It does not replay: it is set aside."""
    REVIVE = auto()
    ABANDON = auto()
    """End it without a result."""


TRANSITIONS: Final[Mapping[Status, Mapping[Step, Status]]] = {
    Status.LOBBY: {Step.ARRANGE: Status.LOBBY, Step.CLOSE: Status.CLOSED, Step.START: Status.LIVE},
    Status.LIVE: {
        Step.ACT: Status.LIVE,
        Step.END: Status.OVER,
        Step.QUARANTINE: Status.QUARANTINED,
        Step.ABANDON: Status.ABANDONED,
    },
    Status.QUARANTINED: {Step.REVIVE: Status.LIVE, Step.ABANDON: Status.ABANDONED},
    Status.OVER: {},
    Status.CLOSED: {},
    Status.ABANDONED: {},
}
"""Where each step leads from each status; a step that is not there is refused."""

BUSY: Final = (Status.LOBBY, Status.LIVE)
"""A channel has at most one match in one of these."""

ENDED: Final = (Status.OVER, Status.CLOSED, Status.ABANDONED)
"""Nothing leads anywhere else from these."""

DEALT: Final = (Status.LIVE, Status.OVER, Status.QUARANTINED, Status.ABANDONED)
"""The match has a deal and a log."""


def after(match: Match, step: Step, wanted: LobbyChange | None = None) -> Match:
    """Return the match with the status to which a step leads. wanted: the change of a lobby that the step is for.

    Raises:
        NotALobby: only a lobby could.
        NotLive: only a match in play could.
    """
    status = TRANSITIONS[match.status].get(step)
    if status is None:
        raise (
            MatchNotALobby(match=match, wanted=wanted)
            if step in TRANSITIONS[Status.LOBBY]
            else MatchNotLive(match=match)
        )
    return match if status is match.status else replace(match, status=status)
