"""Tournaments, their entries and their pairings, as values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.model.match import UserId
from bot.model.pace import Pace
from rules.core.options import RuleSet

FEWEST_PLAYERS: Final = 4
MOST_PLAYERS: Final = 64
"""The minimum (`FEWEST_PLAYERS`) and the maximum (`MOST_PLAYERS`) number of players of a tournament."""

WIN: Final = 2
DRAW: Final = 1
LOSS: Final = 0
"""The results of a pairing for one of the entries, in half points."""


class System(StrEnum):
    """The way in which players are paired."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    ELIMINATION = "elimination"


class Status(StrEnum):
    """The stage of a tournament."""

    OPEN = "open"  # players sign up
    RUNNING = "running"
    OVER = "over"  # played to its end
    ENDED = "ended"  # ended early, by its organizer or because its channel is gone


class Part(StrEnum):
    """The role of an entry in a tournament."""

    IN = "in"
    WAITING = "waiting"  # a substitute, who takes the place of a player who drops out
    OUT = "out"  # dropped out


class Reason(StrEnum):
    """The reason for the result of a pairing."""

    PLAYED = "played"
    BYE = "bye"  # there was no opponent
    FORFEIT = "forfeit"  # a player dropped out, left the lobby, blocked the other, or was the slower one in the end
    UNPLAYED = "unplayed"  # the match has no result in time


class Key(NamedTuple):
    """The name of a tournament in the ids of buttons. The tag tells a tournament from a later one with the same number,
    as for matches.
    """

    id: int
    tag: str

    def __str__(self) -> str:
        return f"{self.id}-{self.tag}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A place in a tournament, and the user or computer who has it now."""

    number: int
    """The number of the entry, counted from 1 in the order of signing up."""
    user: UserId | None
    """The id of the user; below 0: the pseudonym of a deleted user; None: a computer has the place."""
    computer: str = ""
    """The level of the computer that has the place; "": a user has it."""
    part: Part = Part.IN
    seed: int | None = None
    """The seed, from 1 for the strongest; None if the entry was not in the tournament at its start."""
    deck: str = ""
    """The id of the deck that the user chose for coming matches; "": their default deck, else a random one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two entries who meet in a round, or one who has a bye."""

    round: int
    board: int
    """The number of the pairing in its round, counted from 1."""
    first: int
    """The entry that sits at seat 0 of the first match."""
    second: int | None
    """The other entry; None if the first has a bye."""
    message: int | None = None
    """The id of the message that announces the pairing, and of its thread; None if it has not been sent. It is kept
    with the announcement.
    """
    match: int | None = None
    """The first match of the pairing; None if it has not been opened."""
    scores: tuple[int, int] | None = None
    """The half points of the first and the second entry; None while undecided."""
    reason: Reason | None = None
    loser: int | None = None
    """The entry that has lost by forfeit, if one has."""

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries, the first one first."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def score(self, entry: int) -> int | None:
        """Return the half points of an entry of this pairing; None while undecided."""
        return None if self.scores is None else self.scores[self.entries.index(entry)]

    def opponent(self, entry: int) -> int | None:
        """Return the other entry of this pairing; None for a bye."""
        return self.second if entry == self.first else self.first

    def decided(self, scores: tuple[int, int], reason: Reason) -> "Pairing":
        """Return the pairing with its result."""
        return replace(self, scores=scores, reason=reason)

    def forfeited(self, loser: int) -> "Pairing":
        """Return the pairing, decided as lost by this entry by forfeit."""
        return replace(self.decided((LOSS, WIN) if loser == self.first else (WIN, LOSS), Reason.FORFEIT), loser=loser)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament as it was committed."""

    id: int
    tag: str
    guild: int
    channel: int
    organizer: UserId
    """The user who created the tournament; below 0, the pseudonym of a deleted user."""
    game: str
    system: System
    status: Status
    version: int
    pace: Pace
    best_of: int
    """The maximum number of games of each pairing."""
    round_seconds: int | None
    """The time for each round, in seconds; None: each round lasts until its last match has ended."""
    most: int
    """The maximum number of players. Users who sign up later wait as substitutes."""
    fill: str
    """The level of the computers that fill empty places at the start; "" if computers do not fill them."""
    rounds: int | None
    """The number of rounds; None: it is computed at the start to suit the system."""
    rules: RuleSet = RuleSet.HOUSE
    """The rules of its matches."""
    round: int = 0
    """The present round; 0 before the start."""
    deadline: float | None = None
    """The latest end of the present round, in seconds since 1970-01-01 UTC."""
    counted: float = 0.0
    """The moment up to which the deadline already allows for pauses."""
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    """All pairings, in the order of rounds and boards."""

    @property
    def key(self) -> Key:
        """The name of the tournament in the ids of buttons."""
        return Key(self.id, self.tag)

    @property
    def players(self) -> tuple[Entry, ...]:
        """The entries that are still playing."""
        return tuple(entry for entry in self.entries if entry.part is Part.IN)

    @property
    def seeded(self) -> tuple[Entry, ...]:
        """The entries that began the tournament, the strongest first."""
        return tuple(sorted((each for each in self.entries if each.seed is not None), key=lambda each: each.seed or 0))

    @property
    def current(self) -> tuple[Pairing, ...]:
        """The pairings of the present round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == self.round)

    def entry(self, number: int) -> Entry:
        """Return the entry with this number."""
        return next(each for each in self.entries if each.number == number)

    def entry_of(self, user: UserId) -> Entry | None:
        """Return the entry of a user; None: they have none."""
        return next((each for each in self.entries if each.user == user), None)

    def with_entry(self, changed: Entry) -> "Tournament":
        """Return the tournament with a changed entry in place of the one with the same number."""
        return replace(self, entries=tuple(changed if each.number == changed.number else each for each in self.entries))

    def with_pairings(self, changed: Sequence[Pairing]) -> "Tournament":
        """Return the tournament with changed pairings in place of those with the same rounds and boards."""
        places = {(each.round, each.board): each for each in changed}
        return replace(self, pairings=tuple(places.get((each.round, each.board), each) for each in self.pairings))
