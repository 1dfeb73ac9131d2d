"""A match as the application uses it: a value."""

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
"""A Discord user's id. Below 0: the pseudonym of somebody who had their data deleted; up from `COMPUTERS`, a computer
player's in its match.
"""

COMPUTERS: Final = -(2**62)
"""The id of the first computer player of a match; the next one's is one more."""


class MatchKey(NamedTuple):
    """A match as the ids of buttons name it: numbers come again after a backup was restored or a file was lost, and a
    button of the other match with that number must not act on this one.
    """

    id: MatchId
    tag: str

    def __str__(self) -> str:
        return f"{self.id}-{self.tag}"


class Status(StrEnum):
    """Where a match is in its life (`bot.model.life` says what leads where)."""

    LOBBY = "lobby"
    LIVE = "live"
    OVER = "over"
    CLOSED = "closed"  # a lobby that never began
    QUARANTINED = "quarantined"  # no longer replays to what was stored
    ABANDONED = "abandoned"  # ended without a result, unrated


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who plays a seat of a match, and with which deck."""

    user: UserId
    deck: str
    """The id of the chosen deck, ready-made or their own (`bot.model.deck.OwnDeck.id`); "" in a game without decks."""
    deck_name: str = ""
    """What a deck of one's own was called when it was chosen, to be escaped before it is shown; "" for any other."""
    since: int = 0
    """The version of the match from which on they sit there: above 0 if the seat has changed hands."""
    by_chance: bool = False
    """Whether the deck was drawn because nobody chose one."""
    computer: str = ""
    """How well it plays (`bot.computer.levels.Level`), if it is a computer player; "" for somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What everybody may know of a match without looking at its table."""

    id: MatchId
    tag: str
    """Drawn at random when the match was created, and not secret: no other match of this number has it."""
    game: str
    guild: int
    channel: int
    """The channel or thread in which it is played."""
    host: UserId
    status: Status
    version: int
    """How many changes have been committed; a message is to show the match up to a version."""
    options: Mapping[str, str]
    """Every option of its game as it was when the match was opened, those that were not chosen with their default."""
    players: tuple[Player, ...]
    """By seat once the match is live; in the order of joining while it is a lobby."""
    ply: int
    """How many decisions have been played; a resignation counts as one."""
    outcome: Outcome | None
    pace: Pace = NO_CLOCK
    held: bool = False
    """Whether an admin has set it aside: it is quarantined until they revive it."""
    gathering: Gathering = NOBODY_ASKED
    """How its players gather, or did."""

    @property
    def key(self) -> MatchKey:
        """What names the match in the ids of buttons."""
        return MatchKey(self.id, self.tag)

    def person(self, seat: Seat) -> UserId | None:
        """The Discord user at a seat; None: a computer, or a player whose data was deleted."""
        user = self.players[seat].user
        return user if user >= 0 else None

    def seat_of(self, user: UserId) -> Seat | None:
        """The user's place among the players; None: they do not sit here."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats that computers play."""
        return tuple(seat for seat, player in enumerate(self.players) if player.computer)

    @property
    def is_rated(self) -> bool:
        """Whether its result counts for the leaderboard: people alone began it."""
        return not any(player.computer and not player.since for player in self.players)


def numbered(players: Iterable[Player]) -> tuple[Player, ...]:
    """The players, their computers with the ids that they have by their order."""
    ids = count(COMPUTERS)
    return tuple(replace(player, user=next(ids)) if player.computer else player for player in players)


def with_player(match: Match, seat: Seat, user: UserId, *, since: int, computer: str = "") -> Match:
    """The match with somebody else at a seat, who plays what was played there, from this version on. computer: as for
    `Player`; then the user is the one that it gets by its order.
    """
    players = list(match.players)
    players[seat] = replace(players[seat], user=user, since=since, computer=computer)
    return replace(match, players=numbered(players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as one person may see it."""

    match: Match
    view: View
    decision: int
    """The number of the decision that a button made from this look is for: `act` refuses it once that has
    passed. For a seat that may do something: the ply after which that opened; for everybody else, as on a public board:
    the present ply, which is good for the decision of whoever presses."""
    story: tuple[tuple[Event, ...], ...]
    """What this person may read of each ply, oldest first, the deal being ply 0. If nothing else was asked for: after
    their own latest one; for a spectator, from the ply on that asked those who are asked now; as far back as the table
    holds it."""
    standing: tuple[PreMove, ...] = ()
    """What this person has said ahead."""
    offers: tuple[PreMove, ...] = ()
    """What they could say ahead now, besides."""
    may_undo: bool = False
    """Whether the latest ply is theirs and may be free to take back (`Table.may_undo`)."""
