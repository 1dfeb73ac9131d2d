"""Matches and their players, as values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from typing import Final, NamedTuple, NewType

from bot.model.absence import Place
from bot.model.lobby_settings import OPEN_LOBBY, LobbySettings
from bot.model.pace import NO_CLOCK, Pace
from bot.model.series import Series
from rules.catalog import voice_of
from rules.core.events import Event, Seat
from rules.core.play import Outcome, View
from rules.core.pre_moves import PreMove

MatchId = NewType("MatchId", int)
"""The serial number of a match; players read it as “#12”."""
UserId = int
"""A Discord user's id. Negative ids are placeholders for users whose data was deleted, and for computer players. Those
of a match's computer players count up from `COMPUTERS`.
"""

DIRECT_MESSAGES: Final = 0
"""The id that stands for the server of a match against computers in direct messages with the bot."""

COMPUTERS: Final = -(2**62)
"""The id of the first computer player of a match; each further one has the next id."""


class MatchKey(NamedTuple):
    """The name of a match in the ids of buttons.

    Serial numbers repeat after a backup is restored or a file is lost; the tag keeps a button of one match from acting
    on another of the same number.
    """

    id: MatchId
    tag: str

    def __str__(self) -> str:
        return f"{self.id}-{self.tag}"


class Status(StrEnum):
    """The stage of a match; `bot.model.life` defines the transitions."""

    LOBBY = "lobby"
    LIVE = "live"
    OVER = "over"
    CLOSED = "closed"  # a lobby closed before its match began
    QUARANTINED = "quarantined"  # suspended, or its replay no longer yields the stored state
    ABANDONED = "abandoned"  # ended without a result, unrated


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player of a match, with their deck."""

    user: UserId
    deck: str
    """The id of the chosen deck, ready-made or built by the player (`bot.decks.deck.OwnDeck.id`); "" in a game without
    decks.
    """
    deck_name: str = ""
    """The name of a deck that the player built, as it was when they chose it; "" for any other deck. Escape it before
    showing it.
    """
    since: int = 0
    """The version of the match since which the player has had the seat: above 0 if the seat has changed hands."""
    by_chance: bool = False
    """Whether the deck was drawn at random because nobody chose one."""
    computer: str = ""
    """The level of a computer player (`bot.computer.levels.Level`), or its script; "" for a person."""
    place: Place | None = None
    """The place of the seat, which has its board; None: where the match was opened."""


@dataclass(frozen=True, slots=True)
class Fork:
    """The moment of another match from which a match continues."""

    match_id: MatchId
    """The id of a match that is over, and open to everyone."""
    ply: int
    """The number of that match's plies with which the new match begins; 0: its deal alone."""
    is_puzzle: bool = False
    """Whether the moment is the position of a puzzle. The new match draws anew what that hides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The public facts about a match, without its table."""

    id: MatchId
    tag: str
    """The random tag of the match, which distinguishes it from any other of the same number. It is not secret."""
    game: str
    guild: int
    """The id of the server; `DIRECT_MESSAGES`: there is none."""
    channel: int
    """The id of the channel or thread in which the match is played."""
    host: UserId
    status: Status
    version: int
    """The number of committed changes that all may see. A message is out of date while it shows an older version."""
    options: Mapping[str, str]
    """Every option of the game with its value when the match was opened, defaults included."""
    players: tuple[Player, ...]
    """The players by seat once the match is live; in the order of joining while it is a lobby."""
    ply: int
    """The number of decisions played so far; a resignation counts as one."""
    outcome: Outcome | None
    pace: Pace = NO_CLOCK
    held: bool = False
    """Whether an admin has suspended the match: it stays quarantined until an admin revives it."""
    commitment: str = ""
    """The hash of the secret from which the deal is made, as the lobby shows it (`bot.model.commitment`)."""
    is_open: bool = True
    """Whether anyone may replay the finished match with all hands visible. If not, each player may replay it only from
    their own seat.
    """
    fork: Fork | None = None
    """The moment of a finished match from which this match continues; None: this match has its own deal."""
    cleared: bool = False
    """Whether the log, the deal and the texts were deleted, long after the match ended; its result is kept."""
    settings: LobbySettings = OPEN_LOBBY
    """The settings of the lobby in which the players gather, or gathered."""
    series: Series | None = None
    """The place of the match in its series; None: it does not belong to one."""

    in_conversation: bool = False
    """Whether the match is played in a conversation of people without the bot, which knows no server. Only answers to
    presses can show it there, so it has no clock and nobody is pinged.
    """
    home: Place | None = None
    """The place in which the match was opened, if the match is looked at from another one (`at`)."""

    @property
    def is_direct(self) -> bool:
        """Return whether the match is played in direct messages with the bot, or looked at from there."""
        return self.guild == DIRECT_MESSAGES

    @property
    def place(self) -> Place:
        """Return the place from which the match is looked at: where it was opened, unless `at` chose another one."""
        return Place(self.guild, self.channel)

    def at(self, place: Place) -> "Match":
        """Return the match as it is looked at from one of its places: with this server and channel."""
        if place == self.place:
            return self
        home = self.home or self.place
        return replace(self, guild=place.guild, channel=place.channel, home=None if place == home else home)

    def place_of(self, seat: Seat) -> Place:
        """Return the place of a seat, which has its board."""
        return self.players[seat].place or self.home or self.place

    def place_for(self, user: UserId) -> Place:
        """Return the place of a user's seat; where the match was opened for users without a seat."""
        seat = self.seat_of(user)
        return self.home or self.place if seat is None else self.place_of(seat)

    @property
    def places(self) -> tuple[Place, ...]:
        """Return all places of the match, each once. The first one is where it was opened, unless all its players sit
        elsewhere since their server has left (`moved`).
        """
        people = [seat for seat, player in enumerate(self.players) if not player.computer]
        own = [self.place_of(seat) for seat in people]
        are_away = own and all(self.players[seat].place is not None for seat in people)
        if self.status is Status.LOBBY or not are_away:
            own.insert(0, self.home or self.place)
        return tuple(dict.fromkeys((*own, *(place for _, place in self.asked_at))))

    @property
    def asked_at(self) -> tuple[tuple[UserId, Place], ...]:
        """Return the users whom a lobby still asks at a place of their own, with these places."""
        if self.status is not Status.LOBBY:
            return ()
        asked = self.settings.open_to(frozenset(player.user for player in self.players))
        return tuple(
            (user, Place(DIRECT_MESSAGES, channel)) for user, channel in self.settings.asked_in if user in asked
        )

    def moved(self, places: Mapping[UserId, Place]) -> "Match":
        """Return the match with the seats of these users at these places."""
        players = (replace(player, place=places.get(player.user, player.place)) for player in self.players)
        return replace(self, players=tuple(players))

    def place_in(self, channel: int | None) -> Place:
        """Return the place that is this channel; where the match was opened if none is."""
        return next((place for place in self.places if place.channel == channel), self.home or self.place)

    @property
    def people_here(self) -> list[UserId]:
        """Return the users who sit at the place from which the match is looked at."""
        seated = enumerate(self.players)
        return [player.user for seat, player in seated if not player.computer and self.place_of(seat) == self.place]

    @property
    def key(self) -> MatchKey:
        """Return the name of the match in the ids of buttons."""
        return MatchKey(self.id, self.tag)

    def person(self, seat: Seat) -> UserId | None:
        """Return the Discord user at a seat; None for a computer or a player whose data was deleted."""
        user = self.players[seat].user
        return user if user >= 0 else None

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the seat of a user; None if they have none."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """Return the seats of the computer players."""
        return tuple(seat for seat, player in enumerate(self.players) if player.computer)

    @property
    def is_rated(self) -> bool:
        """Return whether the result counts for a leaderboard: the match began without computer players, and is not a
        fork. In a conversation nobody else looks on, and one person may have both accounts.
        """
        return (
            self.fork is None
            and not self.in_conversation
            and not any(player.computer and not player.since for player in self.players)
        )

    @property
    def rating_guild(self) -> int:
        """Return the server whose ratings the result changes: the one on which all players sit; 0, the ratings over all
        servers, if they sit on several or in direct messages.
        """
        guilds = {place.guild for place in self.places}
        return guilds.pop() if len(guilds) == 1 else DIRECT_MESSAGES


def computer_name(game: str, level: str) -> str:
    """Return the name of a computer player: its level and its name in the world of the game (“Novice Wat”), or the name
    of its script (“Turtle bot”). It is short, so that pictures have room for it.

    game: the key of the game, or of a content pack's.
    """
    character = voice_of(game).characters.get(level)
    return f"{level.rpartition(':')[2].replace('-', ' ').capitalize()} {character.name if character else 'bot'}"


def numbered(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players, with the ids of the computer players assigned by their order."""
    ids = count(COMPUTERS)
    return tuple(replace(player, user=next(ids)) if player.computer else player for player in players)


def with_player(match: Match, seat: Seat, user: UserId, *, since: int, computer: str = "") -> Match:
    """Return the match with another player at a seat from version `since` on. The new player keeps the deck.

    computer: the level of a computer player (`numbered` assigns its id); "" for a user.
    """
    players = list(match.players)
    players[seat] = replace(players[seat], user=user, since=since, computer=computer)
    return replace(match, players=numbered(players))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The view that one person has of a table."""

    match: Match
    view: View
    decision: int
    """The number that buttons carry to name their decision; `act` refuses a button whose decision has passed.

    For a seat that can act: the ply after which its decision opened. For everyone else, as on a public board: the
    present ply, which is valid for the decision of any user who presses.
    """
    ply_events: tuple[tuple[Event, ...], ...]
    """The events of each ply that this person may read, oldest first; the deal is ply 0.

    By default the events begin after the person's own latest ply; for a spectator, with the ply that gave the present
    seats their decisions. They go back no further than the table remembers.
    """
    pre_moves: tuple[PreMove, ...] = ()
    """The pre-moves that this person has made."""
    offers: tuple[PreMove, ...] = ()
    """The further pre-moves that this person can make now."""
    may_undo: bool = False
    """Whether the latest ply is this person's and may be safe to undo (`Table.may_undo`)."""
