"""A match as the application uses it, as a value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from typing import Final, NamedTuple, NewType

from bot.model.lobby_settings import NOBODY_ASKED, Gathering
from bot.model.pace import NO_CLOCK, Pace
from rules.core.events import Event, Seat
from rules.core.play import Outcome, View
from rules.core.pre_moves import PreMove

MatchId = NewType("MatchId", int)
"""Counted up by the store; players read it as “#12”."""
UserId = int
"""A Discord user's id. A negative id is the pseudonym of a user whose data was deleted; ids from `COMPUTERS` up are
computer players in their match.
"""

COMPUTERS: Final = -(2**62)
"""The id of the first computer player of a match; the next one's is one more."""


class MatchKey(NamedTuple):
    """A match as the ids of buttons name it. A number can come again after a backup was restored or a file was lost; a
    button of the other match must not act on this one.
    """

    id: MatchId
    tag: str

    def __str__(self) -> str:
        return f"{self.id}-{self.tag}"


class Status(StrEnum):
    """The status of a match in its life (`bot.model.life` says which leads where)."""

    LOBBY = "lobby"
    LIVE = "live"
    OVER = "over"
    CLOSED = "closed"  # a lobby that never began
    QUARANTINED = "quarantined"  # no longer replays to what was stored
    ABANDONED = "abandoned"  # ended without a result, unrated


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player of a match with their deck."""

    user: UserId
    deck: str
    """The id of the chosen deck, ready-made or own (`bot.model.deck.OwnDeck.id`); "" in a game without decks."""
    deck_name: str = ""
    """The name of an own deck when it was chosen, to be escaped before it is shown; "" for any other."""
    since: int = 0
    """The version of the match since which they have the seat: above 0 if it has changed hands."""
    by_chance: bool = False
    """Whether the deck was drawn because none was chosen."""
    computer: str = ""
    """The level of a computer player (`bot.computer.levels.Level`); "" for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The parts of a match that everyone may know without looking at its table."""

    id: MatchId
    tag: str
    """Drawn at random when the match was created, and not secret: no other match with this number has it."""
    game: str
    guild: int
    channel: int
    """The channel or thread of the match."""
    host: UserId
    status: Status
    version: int
    """The number of committed changes; a message is to show the match up to a version."""
    options: Mapping[str, str]
    """Every option of its game, those that were not chosen with their default at that time."""
    players: tuple[Player, ...]
    """By seat once the match is live; in the order of joining while it is a lobby."""
    ply: int
    """The number of decisions played; a resignation counts as one."""
    outcome: Outcome | None
    pace: Pace = NO_CLOCK
    held: bool = False
    """Whether an admin has paused it: it is quarantined until they revive it."""
    gathering: Gathering = NOBODY_ASKED
    """The settings of its lobby."""

    @property
    def key(self) -> MatchKey:
        """Return the name of the match in the ids of buttons."""
        return MatchKey(self.id, self.tag)

    def person(self, seat: Seat) -> UserId | None:
        """Return the Discord user at a seat; None: a computer, or a player whose data was deleted."""
        user = self.players[seat].user
        return user if user >= 0 else None

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the user's place among the players; None: they have none."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """Return the seats that computers play."""
        return tuple(seat for seat, player in enumerate(self.players) if player.computer)

    @property
    def is_rated(self) -> bool:
        """Return whether its result counts for the leaderboard: only people were there at the start."""
        return not any(player.computer and not player.since for player in self.players)


def numbered(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players, with the ids of computers in their order."""
    ids = count(COMPUTERS)
    return tuple(replace(player, user=next(ids)) if player.computer else player for player in players)


def with_player(match: Match, seat: Seat, user: UserId, *, since: int, computer: str = "") -> Match:
    """Return the match with another player at a seat since this version, with the same deck. computer: as for `Player`;
    then the user's id follows from the order.
    """
    players = list(match.players)
    players[seat] = replace(players[seat], user=user, since=since, computer=computer)
    return replace(match, players=numbered(players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as one user may see it."""

    match: Match
    view: View
    decision: int
    """Token carried by buttons made from this look; `act` rejects a stale one. It is the ply that opened the present
    decision of a seat; for everyone else, as on a public board, the present ply, which suits the decision of any player
    who presses.
    """
    story: tuple[tuple[Event, ...], ...]
    """The events that the user may read, by ply, oldest first, the deal being ply 0. By default those after their own
    latest ply; for a spectator, those since the ply that asked the seats which are asked; as far back as the table
    holds them.
    """
    standing: tuple[PreMove, ...] = ()
    """The user's own pre-moves."""
    offers: tuple[PreMove, ...] = ()
    """The pre-moves that they could add."""
    may_undo: bool = False
    """Whether the latest ply is theirs and may be free to take back (`Table.may_undo`)."""
