"""The life of a match: which steps are possible in which status, and where they lead."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, Status
from bot.model.reasons.match import MatchNotALobby, MatchNotLive


class Step(Enum):
    """A step in the life of a match."""

    ARRANGE = auto()
    """Change the lobby: join, leave, choose decks and options, or make another player the host."""
    CLOSE = auto()
    START = auto()
    ACT = auto()
    END = auto()
    QUARANTINE = auto()
    """Pause the match, because it does not replay or an admin wants that."""
    REVIVE = auto()
    ABANDON = auto()
    """End the match without a result."""


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
"""By status: the status to which each possible step leads. Any other step is refused."""

BUSY: Final = (Status.LOBBY, Status.LIVE)
"""A channel has at most one match with one of these statuses."""

ENDED: Final = (Status.OVER, Status.CLOSED, Status.ABANDONED)
"""The final statuses, which no step changes."""

FINISHED: Final = (Status.OVER, Status.ABANDONED)
"""The statuses of a match that was dealt and has ended."""

DEALT: Final = (Status.LIVE, Status.OVER, Status.QUARANTINED, Status.ABANDONED)
"""The statuses of a match that was dealt: it has a deal and a log until they are deleted (`Match.cleared`)."""


def after(match: Match, step: Step, wanted: LobbyChange | None = None) -> Match:
    """Return the match with the status to which a step leads. wanted: the change of a lobby that the step is for.

    Raises:
        NotALobby: the step is possible only in a lobby.
        NotLive: the step is possible only in a match that is being played.
    """
    status = TRANSITIONS[match.status].get(step)
    if status is None:
        raise (
            MatchNotALobby(match=match, wanted=wanted)
            if step in TRANSITIONS[Status.LOBBY]
            else MatchNotLive(match=match)
        )
    return match if status is match.status else replace(match, status=status)
