"""Goals of balance: what the lab should measure in a good game, played by quick players (`Game.goals`).

A goal is met when the whole interval of the measurement lies within its bounds.
"""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A measurement with its bounds."""

    matches: int
    """The number of matches that are enough to judge."""
    least: float = -inf
    most: float = inf
    seats: int = 0
    """The number of players; 0 for the fewest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenSeats(Goal):
    """No seat wins much more or less than a fair share."""

    within: float
    """The most points by which a seat may differ from a fair share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenDecks(Goal):
    """Each ready-made deck wins a share within the bounds against all others, and no pair is one-sided."""

    one_sided: float
    """The highest per cent that a deck may win against another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStrongDeck(Goal):
    """No search finds a legal deck that wins too much against the ready-made ones, in per cent."""

    searches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWins(Goal):
    """A plan's share of wins against quick players in all other seats, in per cent."""

    plan: str
    """A script, `without VERB`, or any other player of the lab."""
    against: str = "greedy"
    """The name of the player in all other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesDone(Goal):
    """How many times in a match all players together do one of these actions."""

    verbs: tuple[str, ...]
    name: str
    """The actions in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadChanges(Goal):
    """The per cent of matches in which the lead that people see passes from one player to another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedEarly(Goal):
    """The per cent of matches that are decided for good in their first third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftWorth(Goal):
    """The per cent won by a player with a gift at the beginning, minus the per cent won with another gift."""

    gift: str
    """A gift of the lab, like `hand=CARD`..."""
    instead: str
    """... and the other one, like its price."""


def decks(matches: int = 5_000) -> tuple[Goal, ...]:
    """Return the goals for the decks of a game for two."""
    return (
        EvenDecks(matches=matches, least=47, most=53, one_sided=60),
        NoStrongDeck(matches=matches, most=58, searches=3),
    )


def two_seats(matches: int = 20_000) -> Goal:
    """Return the goal for the seats of a game for two."""
    return EvenSeats(matches=matches, within=2)
