"""The status of a match in a sentence, for a user whose request it does not allow."""

from collections.abc import Mapping
from typing import Final

from bot.model.match import Match, Status

NEW_MATCH: Final = "`/match new` opens another one."

_SENTENCES: Final[Mapping[Status, str]] = {
    Status.LOBBY: "hasn't started yet: its host can press Start once everyone is there.",
    Status.LIVE: "has already started.",
    Status.OVER: f"is over. {NEW_MATCH}",
    Status.CLOSED: f"was closed before it started. {NEW_MATCH}",
    Status.QUARANTINED: (
        "is paused: it was started with an older version of the rules. Nothing is lost: it will resume once they are "
        "available again, or `/match abandon` ends it without a result."
    ),
    Status.ABANDONED: f"was ended without a result. {NEW_MATCH}",
}
"""By status, the text that completes “Match #12 …”."""

CLEARED: Final = "Its log and its cards have been deleted because of its age. The result and the ratings are kept."


def status_text(match: Match) -> str:
    """Return the status of a match in a sentence or two."""
    if match.held and match.status is Status.QUARANTINED:
        return f"Match #{match.id} was paused by an admin of the server. It will resume as it is once they allow it."
    if match.settings.merged is not None:
        return f"Match #{match.id} was merged into match #{match.settings.merged}. Its players have been moved there."
    if match.settings.timed_out and match.settings.request is not None:
        return f"Match #{match.id} expired: nobody else joined. `/match find` looks for players again."
    if match.settings.timed_out:
        return f"Match #{match.id} expired: it didn't start in time. {NEW_MATCH}"
    if match.cleared and match.status in (Status.OVER, Status.ABANDONED):
        how = "is over" if match.status is Status.OVER else "was ended without a result"
        return f"Match #{match.id} {how}. {CLEARED}"
    return f"Match #{match.id} {_SENTENCES[match.status]}"
