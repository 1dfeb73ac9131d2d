"""Studies: measurements in rows, each with as many matches as its precision needs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from bot.content.seeds import Content, load_content
from bot.lab.contest import Arena, Contest, Match
from bot.lab.gifts import Gift
from bot.lab.report import Report
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.rng import split

FIRST: Final = 32
"""The number of deals in the first batch. Each later batch has half as many deals as all earlier ones together."""


class Progress(Protocol):
    """Receives the number of matches still to play, and results as they come."""

    def expect(self, matches: int) -> None:
        """Add to the expected number of matches; a negative number lowers it."""

    def tell(self, line: str) -> None:
        """Show a result before the report."""


class Unseen:
    """Shows no progress."""

    def expect(self, matches: int) -> None: ...

    def tell(self, line: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The game to measure, with its rules and content."""

    game: Game
    content: Content | None
    """The changed content; None: the content of `seeds/`."""
    seats: int
    options: Mapping[str, str]

    @property
    def hash(self) -> str:
        """The hash of the content."""
        return (self.content or load_content(self.game.key)).hash

    def settings(self, seed: int, **more: object) -> dict[str, Any]:
        """Return everything on which results on this field depend, as a report lists it. more: further settings."""
        return {"game": self.game.key, "seats": self.seats, **more, "seed": seed, "content": self.hash}

    def contest(
        self,
        players: Sequence[str],
        *,
        decks: Sequence[str] = (),
        lists: Sequence[tuple[CardId, ...]] = (),
        gift: Gift | None = None,
        lead: str = "",
    ) -> Contest:
        """Return the contest of these players on this field."""
        return Contest(
            game=self.game.key,
            players=tuple(players),
            options=self.options,
            decks=tuple(decks),
            lists=tuple(lists),
            gift=gift,
            lead=lead,
            content=self.content,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """The arena, the precision and the seed that every study needs."""

    arena: Arena
    within: float = 5
    """The precision: stop when a 95 % interval reaches no further than this many points to either side."""
    most: int = 400
    """The maximum number of matches for a row."""
    seed: int
    progress: Progress = field(default_factory=Unseen)

    def seed_of(self, number: int) -> int:
        """Return the seed of one of several contests whose results are added up, given by its number.

        On the same deals they would err alike, so that their sum would look more certain than it is.
        """
        return split(self.seed, number)


class Experiment(ABC):
    """A question that the lab answers."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    @abstractmethod
    def run(self) -> None:
        """Play all matches; an interruption at any time leaves a valid report."""

    @abstractmethod
    def report(self) -> Report:
        """Return the results so far."""

    def until(
        self, contests: Sequence[Contest], enough: Callable[[], bool], seed: int | None = None
    ) -> Iterator[tuple[Match, ...]]:
        """Yield the matches of these contests, number by number, until `enough` returns True.

        `enough` is called after fixed numbers of matches, so that the same matches are played on any number of
        processors. Call `announce` for the contests first.
        """
        places = max(contest.places for contest in contests)
        seeds, start, stop = FIRST, 0, 0
        most = max(places, self.lab.most - self.lab.most % places)
        while start < most and not (start and enough()):
            stop = min(most, seeds * places)
            yield from self.lab.arena.together(contests, range(start, stop), self.lab.seed if seed is None else seed)
            start, seeds = stop, seeds + seeds // 2
        self.lab.progress.expect(-(self.lab.most - stop) * len(contests))

    def announce(self, rows: int) -> None:
        """Add this many rows to the progress, each with the maximum number of matches that it may take."""
        self.lab.progress.expect(rows * self.lab.most)
