"""A study: what is measured, row by row, as many matches as a wanted precision takes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.content.seeds import Content
from bot.lab.contest import Arena, Contest, Match
from bot.lab.gifts import Gift
from bot.lab.report import Report
from rules.core.cards import CardId
from rules.core.game import Game

FIRST: Final = 32
"""Seeds that are played before it is looked whether they are enough; then half as many more each time."""


class Progress(Protocol):
    """Is told how much there is still to do."""

    def expect(self, matches: int) -> None:
        """So many matches more may have to be played; fewer, if it is below zero."""


class Unseen:
    """Nobody looks at the progress."""

    def expect(self, matches: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The game that is measured, by which rules and with which content."""

    game: Game
    content: Content | None
    """None: that of seeds/."""
    seats: int
    options: Mapping[str, str]

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
    """Where studies are made: who plays the matches, how precisely is measured, and by which chance."""

    arena: Arena
    within: float
    """Points of a hundred between what is measured and what is true, 95 times of 100..."""
    most: int
    """... or so many matches for each row, whichever comes first."""
    seed: int
    progress: Progress = field(default_factory=Unseen)


class Study(ABC):
    """A question to the lab."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    @abstractmethod
    def run(self) -> None:
        """Play all that has to be played; it may be interrupted at any time."""

    @abstractmethod
    def report(self) -> Report:
        """What is known so far."""

    def until(
        self, contests: Sequence[Contest], enough: Callable[[], bool], seed: int | None = None
    ) -> Iterator[tuple[Match, ...]]:
        """The matches of these contests by number, side by side, until there are enough of them for the precision that
        is wanted. The same on any number of processors: it is looked at after numbers that are known before.

        The contests together have been announced to the progress by `announce`.
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
        """So many rows of matches are to come."""
        self.lab.progress.expect(rows * self.lab.most)
