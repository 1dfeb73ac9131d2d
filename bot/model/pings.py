"""The pings that a match needs after a change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.core.events import Seat

DEFAULT_PING_DELAY: Final = 45
"""The default number of seconds before a player is pinged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pings:
    """The seats to ping after a change, and the facts that decide when."""

    asked: Mapping[Seat, int]
    """By seat, the ply that gave it its decision."""
    at_once: Mapping[Seat, int] = field(default_factory=dict)
    """The seats that are pinged without delay unless their players have acted lately. By seat, the ply of its latest
    action; 0: none.
    """
    actor: Seat | None = None
    """The seat that has just acted. Its player is present, so a ping for a further decision comes only after a long
    delay: in the same turn, or, where seats are pinged at every decision, in any turn.
    """
    ply: int = 0
    """The ply of that action."""
    ended_turn: int | None = None
    """The turn or round before the change; None: the seats are pinged at every decision."""
    turn: int | None = None
    """The present turn or round, in which each seat is pinged at most once; None: it is pinged at every decision."""
