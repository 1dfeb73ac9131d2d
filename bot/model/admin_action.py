"""The actions on a match besides playing, which its log lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.model.match import Match, UserId, with_player


class Deed(StrEnum):
    """The kinds of actions, by admins or by players together."""

    ENDED = "ended"
    HELD = "held"
    """An admin paused the match until it is revived."""
    REVIVED = "revived"
    KICKED = "kicked"
    """An admin removed a user from the lobby."""
    AGREED = "agreed"
    """A player ended the match without a result, as all had agreed."""
    GAVE_UP = "gave-up"
    """A player ended the match without a result, as nothing had happened in it for long."""
    TOOK = "took"
    """A user took over a seat."""
    COMPUTER = "computer"
    """A player proposed that a computer plays on for someone, or for themselves, and all others agreed."""
    MORE = "more"
    """The others gave more time to a player who was out of time."""
    PASSED = "passed"
    """The others passed for a player who was out of time."""
    OUT = "out"
    """The others ended the match for a player who was out of time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An action on a match."""

    ply: int
    """The number of the ply before it."""
    user: UserId
    """The user who did it; of a vote, the last to answer."""
    deed: Deed
    about: UserId | None = None
    """The user who was removed, gave their seat away, or was out of time."""
    at: int
    """In seconds since 1970-01-01 UTC."""


def eras(match: Match, acts: Sequence[Act]) -> list[tuple[int, Match]]:
    """Return the players of a match over time: up to which ply, and the match with those players; the last entry has
    the present ones. acts: all of the match, in order.
    """
    found = [(match.ply, match)]
    for act in reversed(acts):
        until, then = found[0]
        match act.deed:
            case Deed.TOOK:
                seat = then.seat_of(act.user)
            case Deed.COMPUTER:
                later = [seat for seat in then.computers if then.players[seat].since]
                seat = max(later, key=lambda seat: then.players[seat].since, default=None)
            case _:
                seat = None
        if act.about is not None and seat is not None:
            found.insert(0, (min(act.ply, until), with_player(then, seat, act.about, since=0)))
    return found
