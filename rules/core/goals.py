"""Goals of balance: what the lab should measure in a good game, played by quick players (`Game.goals`).

A goal is met when the whole interval of the measurement lies within its bounds.
"""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A measurement with its bounds."""

    matches: int
    """The number of matches to play for the measurement."""
    least: float = -inf
    most: float = inf
    seats: int = 0
    """The number of players; 0 for the lowest number that the game allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenSeats(Goal):
    """No seat wins much more or less than a fair share."""

    within: float
    """The maximum difference between a seat's share of wins and a fair share, in percentage points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenDecks(Goal):
    """Each ready-made deck's share of wins against all others is within the bounds, and no pair of decks is
    one-sided.
    """

    one_sided: float
    """The highest share of wins that a deck may have against any single other deck, in per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStrongDeck(Goal):
    """No search finds a legal deck that wins too large a share, in per cent, against the ready-made decks."""

    searches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWins(Goal):
    """A plan's share of wins against quick players in all other seats, in per cent."""

    plan: str
    """The plan's name: a script, `without VERB`, or any other player of the lab."""
    against: str = "greedy"
    """The name of the player in all other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StallsEnd(Goal):
    """The mean number of turns of the longest matches of a player who plays for time (`Script.stalls`) against quick
    players. The last resort ends hardly any of them.
    """

    last: float = 2
    """The maximum share of matches that end by the last resort, in per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesDone(Goal):
    """The number of times per match that one of these actions is taken, by all players together."""

    verbs: tuple[str, ...]
    name: str
    """The actions in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadChanges(Goal):
    """The share of matches, in per cent, in which the publicly visible lead passes from one player to another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedEarly(Goal):
    """The share of matches, in per cent, that are decided for good in their first third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftWorth(Goal):
    """The value of an extra at the start (a gift): a player's share of wins with it minus that with another gift, in
    per cent.
    """

    gift: str
    """The gift, in the lab's notation, like `hand=CARD`."""
    instead: str
    """The gift with which this one is compared, for example its price."""


def decks(matches: int = 5_000) -> tuple[Goal, ...]:
    """Return the goals for the decks of a two-player game."""
    return (
        EvenDecks(matches=matches, least=47, most=53, one_sided=60),
        NoStrongDeck(matches=matches, most=58, searches=3),
    )


def two_seats(matches: int = 20_000) -> Goal:
    """Return the goal that each seat of a two-player game wins half of the matches, within 2 percentage points."""
    return EvenSeats(matches=matches, within=2)
