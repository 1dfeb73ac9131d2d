"""The application: matches from their lobby to their result. It knows no Discord."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from rules.core.game import Event, Outcome, Seat, View

MatchId = NewType("MatchId", int)
"""Counted up by the store; players read it as “#12”."""
UserId = int
"""A Discord user's id."""


class Status(StrEnum):
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
    """The id of the chosen deck; "" in a game without decks."""


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
    """How many actions have been played."""
    outcome: Outcome | None

    def seat_of(self, user: UserId) -> Seat | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as one person may see it now."""

    match: Match
    view: View
    window: int
    """The number of this seat's decision window. A button carries it; `act` refuses one that has passed."""
    story: tuple[tuple[Event, ...], ...]
    """What this person may read of each ply since their own latest one, oldest first; for a spectator, since the
    decision passed to those who are asked now."""


class Refusal(Exception):
    """A request that cannot be met. Its text is a kind sentence to the person who asked, saying what to do."""


# Subclasses, each with its own sentence, so that the face can add what helps (a fresh table to a stale press ...):
# NoSuchMatch, ChannelTaken, NotAtThisTable, NotTheHost, NotALobby, NotLive, TableFull, TooFewPlayers, StaleWindow,
# NotUnderstood (notation), NotAllowed (IllegalActionError), BadTable (TableError)


class Matches:
    """Every method is safe to call from many tasks at once; whoever commits a ply first wins.

    `interaction` is the id of the Discord interaction that asks: the same id delivered twice acts once and answers
    alike. Every method that changes something has committed it when it returns.
    """

    async def create(
        self,
        *,
        guild: int,
        channel: int,
        host: UserId,
        game: str,
        options: Mapping[str, str],
        deck: str | None,
        interaction: int,
    ) -> Match:
        """A lobby with its host as the first chair. deck None: a ready-made one."""

    async def join(self, match: MatchId, user: UserId, *, deck: str | None = None, interaction: int) -> Match: ...
    async def leave(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """The host's leaving closes the lobby."""

    async def choose_deck(self, match: MatchId, user: UserId, deck: str, *, interaction: int) -> Match: ...
    async def choose_option(
        self, match: MatchId, user: UserId, name: str, value: str, *, interaction: int
    ) -> Match: ...
    async def start(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """Seats are drawn at random. The seed comes from the system's generator and never leaves the store."""

    async def act(self, match: MatchId, user: UserId, action: str, *, window: int | None, interaction: int) -> Match:
        """Play an action given in notation. window None: by a command, which always means the present window."""

    async def resign(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """Whoever resigns is ranked last; in a match of more than two, see the ruling in the docstring."""

    async def get(self, match: MatchId) -> Match: ...
    async def in_channel(self, channel: int) -> Match | None:
        """The lobby or live match of a channel: there is at most one."""

    async def of_user(self, user: UserId) -> Sequence[Match]:
        """Lobbies and live matches that the user sits at, newest first."""

    async def look(self, match: MatchId, user: UserId | None) -> Look:
        """The table as this user sees it; anybody who does not sit there, and None, is a spectator."""
