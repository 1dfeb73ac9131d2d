"""What is done with a match besides playing it: it stands in its log."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.model.match import Match, UserId, with_player


class Deed(StrEnum):
    """What admins do with a match, and players together."""

    ENDED = "ended"
    HELD = "held"
    """Set aside until it is revived."""
    REVIVED = "revived"
    KICKED = "kicked"
    """Took somebody out of a lobby."""
    AGREED = "agreed"
    """A player ended it without a result, as all had agreed."""
    GAVE_UP = "gave-up"
    """A player ended it without a result, as nothing had been done in it for long."""
    TOOK = "took"
    """Plays on for somebody else."""
    COMPUTER = "computer"
    """Proposed that a computer plays on for somebody, or for themselves, and all others agreed."""
    MORE = "more"
    """The others gave somebody more time who had none left..."""
    PASSED = "passed"
    """... let me pass for them..."""
    OUT = "out"
    """... or had them give up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that was done."""

    ply: int
    """After which it was done."""
    user: UserId
    """By whom; of a vote: who answered last."""
    deed: Deed
    about: UserId | None = None
    """Who was kicked, gave their seat away, or had no time left."""
    at: int
    """In seconds since 1970-01-01 UTC."""


def eras(match: Match, acts: Sequence[Act]) -> list[tuple[int, Match]]:
    """Who sat at a match when: up to which ply, and the match with those who played until then; the last ones are those
    who play now. acts: all of it, in order.
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
