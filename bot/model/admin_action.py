"""Actions on a match besides playing it, by admins or players. The match's log records them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.model.match import Match, UserId, with_player


class AdminActionKind(StrEnum):
    """A kind of action on a match, by an admin or by its players."""

    ENDED = "ended"
    HELD = "held"
    """An admin suspended the match until an admin revives it."""
    REVIVED = "revived"
    KICKED = "kicked"
    """An admin removed a user from a lobby."""
    UNRATED = "unrated"
    """An admin took the result out of the ratings."""
    AGREED = "agreed"
    """A player ended the match without a result, by agreement of all."""
    GAVE_UP = "gave-up"
    """A player ended the match without a result, since it could not be played."""
    LEFT = "left"
    """A player left, and the match ended without a result, since nobody was left to play it."""
    CLAIMED = "claimed"
    """The players who waited claimed that a player is absent."""
    IDLE = "idle"
    """A player had not moved for `bot.model.waiting.IDLE`, which nobody claimed: the match ended without a result."""
    TOOK = "took"
    """A user took over another player's seat."""
    COMPUTER = "computer"
    """A computer took over the seat of a player, as a player had proposed and all others agreed."""
    MORE = "more"
    """The other players gave more time to a player whose time was over."""
    PASSED = "passed"
    """The other players had the bot pass for a player whose time was over."""
    OUT = "out"
    """The other players ended the match for a player whose time was over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminAction:
    """One recorded action."""

    ply: int
    """The number of plies that had been played at that time."""
    user: UserId
    """The user who acted; after a vote, the last one who answered."""
    kind: AdminActionKind
    about: UserId | None = None
    """The user who was kicked, lost their seat to another, or had no time left."""
    at: int
    """The time of the action, in seconds since 1970-01-01 UTC."""


def eras(match: Match, acts: Sequence[AdminAction]) -> list[tuple[int, Match]]:
    """Return the match once for each set of players that it has had, with the last ply of that set, in order of time.

    The last entry has the present players. acts: every action of the match, in order.
    """
    periods = [(match.ply, match)]
    for act in reversed(acts):
        until, earlier_match = periods[0]
        match act.kind:
            case AdminActionKind.TOOK:
                seat = earlier_match.seat_of(act.user)
            case AdminActionKind.COMPUTER:
                later = [seat for seat in earlier_match.computers if earlier_match.players[seat].since]
                seat = max(later, key=lambda seat: earlier_match.players[seat].since, default=None)
            case _:
                seat = None
        if act.about is not None and seat is not None:
            periods.insert(0, (min(act.ply, until), with_player(earlier_match, seat, act.about, since=0)))
    return periods
