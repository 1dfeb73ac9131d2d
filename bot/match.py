"""A match as the application speaks of it. Imported from `bot.matches` by everybody else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from rules.core.events import Event, Seat
from rules.core.play import Outcome, View

MatchId = NewType("MatchId", int)
"""Counted up by the store; players read it as “#12”."""
UserId = int
"""A Discord user's id."""


class Status(StrEnum):
    """Where a match is in its life."""

    LOBBY = "lobby"
    LIVE = "live"
    OVER = "over"
    CLOSED = "closed"  # a lobby that never began
    PARKED = "parked"  # no longer replays to what was stored; its players were told


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat of a match and who sits on it."""

    user: UserId
    deck: str
    """The id of the chosen deck, ready-made or the user's own (`bot.deck.OwnDeck.id`); "" in a game without decks."""
    deck_name: str = ""
    """What a deck of one's own was called when it was chosen, to be escaped before it is shown; "" for any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What everybody may know of a match without looking at its table."""

    id: MatchId
    game: str
    guild: int
    channel: int
    """The channel or thread in which it is played."""
    host: UserId
    status: Status
    options: Mapping[str, str]
    """Only those that differ from the default."""
    chairs: tuple[Chair, ...]
    """By seat once the match is live; in the order of joining while it is a lobby."""
    ply: int
    """How many decisions have been played; a resignation counts as one."""
    outcome: Outcome | None

    def seat_of(self, user: UserId) -> Seat | None:
        """The user's place among the chairs; None: they do not sit here."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.user == user), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as one person may see it now."""

    match: Match
    view: View
    window: int
    """What a button made from this look carries: `act` refuses it once the decision it was made for has passed. For
    a seat that may do something: the ply after which that opened; for everybody else, as on a public board: the
    present ply, which is good for the decision of whoever presses."""
    story: tuple[tuple[Event, ...], ...]
    """What this person may read of each ply, oldest first, the deal being ply 0. If nothing else was asked for: after
    their own latest one; for a spectator, from the ply on that passed the decision to those who are asked now."""
    passed: int
    """The ply that passed the decision to those who are asked now."""
