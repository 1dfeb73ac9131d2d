"""Effects on battles, action points and the score."""

from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import ending
from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.cards import Count, Step
from rules.alchemy.events import Gained, Scored
from rules.alchemy.moments import Answering, Readying
from rules.alchemy.state import AlchemyState
from rules.core.events import Seat
from rules.core.play import Phase


@dataclass(frozen=True, slots=True)
class GainPoints(Step):
    """Gain AP, up to six."""

    points: Count
    stored: bool = False
    """Whether `points` AP are gained for each card in the player's own store, not only once."""

    def possible(self, g: AlchemyState, seat: Seat) -> bool:
        return not self.stored or bool(g.sides[seat].store)

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        side = g.sides[seat]
        side.gain(self.points * len(side.store) if self.stored else self.points)
        g.events.append(Gained(seat=seat, points=side.points))
        return moment


@dataclass(frozen=True, slots=True)
class Prepare(Step):
    """Prepare the next attack of the turn with a `Preparation`."""

    reaction: ClassVar[bool] = False
    magnitude: Count = 0
    undoubled: bool = False
    complex_only: bool = False
    spared: bool = False
    prize: Count = 0
    spoils: Count = 0
    spoils_from: Count = 0
    stored: Count = 0
    """Extra magnitude for each card in the player's own store."""

    def preparation(self, stored: int) -> Preparation:
        """Return the preparation with this many cards in the player's own store."""
        return Preparation(
            magnitude=self.magnitude + self.stored * stored,
            undoubled=self.undoubled,
            complex_only=self.complex_only,
            spared=self.spared,
            prize=self.prize,
            spoils=self.spoils,
            spoils_from=self.spoils_from,
        )

    def perform(self, g: AlchemyState, seat: Seat, moment: Readying, choice: str) -> Phase:
        return moment.prepared(self.preparation(len(g.sides[seat].store)))


@dataclass(frozen=True, slots=True)
class GuardAgainst(Step):
    """Guard against the attack with a `Guard`."""

    turn: ClassVar[bool] = False
    magnitude: Count = 0
    unhalved: bool = False
    ward: Count = 0
    stored: Count = 0
    """Extra magnitude for each card in the player's own store."""

    def guard(self, stored: int) -> Guard:
        """Return the guard with this many cards in the player's own store."""
        return Guard(magnitude=self.magnitude + self.stored * stored, unhalved=self.unhalved, ward=self.ward)

    def perform(self, g: AlchemyState, seat: Seat, moment: Answering, choice: str) -> Phase:
        return moment.guarded(self.guard(len(g.sides[seat].store)))


@dataclass(frozen=True, slots=True)
class Counter(Step):
    """Counter the attack."""

    turn: ClassVar[bool] = False
    final: ClassVar[bool] = True

    def perform(self, g: AlchemyState, seat: Seat, moment: Answering, choice: str) -> Phase:
        return moment.countered(g)


@dataclass(frozen=True, slots=True)
class Parry(Step):
    """Parry the attack."""

    turn: ClassVar[bool] = False
    final: ClassVar[bool] = True

    def perform(self, g: AlchemyState, seat: Seat, moment: Answering, choice: str) -> Phase:
        return moment.parried(g)


@dataclass(frozen=True, slots=True)
class ScorePoints(Step):
    """Score points without a battle."""

    reaction: ClassVar[bool] = False
    final: ClassVar[bool] = True
    points: Count

    def perform(self, g: AlchemyState, seat: Seat, moment: Phase, choice: str) -> Phase:
        after = ending.score(g, seat, self.points, moment)
        g.events.append(Scored(seat=seat, points=self.points, score=g.sides[seat].score))
        return after
