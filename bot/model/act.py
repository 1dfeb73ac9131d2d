"""What is done with a match besides playing it: it stands in its log."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model.match import UserId


class Deed(StrEnum):
    """What an admin can do with a match."""

    ENDED = "ended"
    HELD = "held"
    """Set aside until it is revived."""
    REVIVED = "revived"
    KICKED = "kicked"
    """Took somebody out of a lobby."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that an admin did."""

    ply: int
    """After which it was done."""
    user: UserId
    """By whom."""
    deed: Deed
    about: UserId | None = None
    """Who was kicked."""
    at: int
    """In seconds since 1970-01-01 UTC."""
