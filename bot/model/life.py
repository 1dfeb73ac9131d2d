"""The life of a match: what can be done with it in which status, where that leads, and the words of every refusal."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.match import Match, Status
from bot.model.reasons.match import MatchNotALobby, MatchNotLive

ANOTHER: Final = "`/match new` opens another one."

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

_STANDS: Final[Mapping[Status, str]] = {
    Status.LOBBY: "has not begun: its host can press Start once everybody sits.",
    Status.LIVE: "has begun already.",
    Status.OVER: f"is over. {ANOTHER}",
    Status.CLOSED: f"was closed before it began. {ANOTHER}",
    Status.QUARANTINED: (
        "is set aside: this version of the bot plays it differently from the one it was begun on. Nothing is lost: it "
        "goes on once it is played as before, or `/match abandon` ends it without a result."
    ),
    Status.ABANDONED: f"was ended without a result. {ANOTHER}",
}
"""How a match stands that is not as it would have to be, in words that go on after “Match #12”."""


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


def stands(match: Match, hint: str = "") -> str:
    """How a match stands, in a sentence to somebody who wanted it otherwise."""
    more = f" {hint}" if hint and match.status is Status.LIVE else ""
    if match.held and match.status is Status.QUARANTINED:
        return f"Match #{match.id} was set aside by an admin of the server. It goes on as it is once they let it."
    if match.gathering.merged is not None:
        return f"Match #{match.id} has come together with match #{match.gathering.merged}: those who waited sit there."
    if match.gathering.lapsed and match.gathering.wish is not None:
        return f"Match #{match.id} was closed by itself: nobody else came. `/match find` looks for others again."
    if match.gathering.lapsed:
        return f"Match #{match.id} was closed by itself: it did not come together in time. {ANOTHER}"
    return f"Match #{match.id} {_STANDS[match.status]}{more}"
