"""Measurements of goals. Each part plays the matches for one or several goals, and reports its progress."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar, Final

from bot.lab.contest import Contest, Match
from bot.lab.deck_search import DeckSearch, listed
from bot.lab.experiment import Field, Lab
from bot.lab.gifts import Gift
from bot.lab.goal_rows import Row
from bot.lab.leads import leading_number
from bot.lab.plans import plan_of, stallers
from bot.lab.score import Estimate, Mean, Score, by_deal
from bot.lab.trials import Effort
from rules.core.goals import (
    DecidedEarly,
    EvenDecks,
    EvenSeats,
    GiftWorth,
    Goal,
    LeadChanges,
    NoStrongDeck,
    PlanWins,
    StallsEnd,
    TimesDone,
)
from rules.core.play import LAST_RESORT

QUICK: Final = "greedy"
_AT_ONCE: Final = 480
"""The number of matches handed out together; an interruption loses no more than these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of effort."""

    matches: int | None
    """The maximum number of matches for a goal; None: as many as each goal asks for."""
    minutes: int
    """The processor time of each search, in minutes; 0: no search."""

    def of(self, goal: Goal, places: int = 1) -> int:
        """Return the number of matches for a goal, which is a multiple of `places`."""
        count = goal.matches if self.matches is None else min(goal.matches, self.matches)
        return -(-count // places) * places


class Part(ABC):
    """Measures one or several goals."""

    is_search: ClassVar[bool] = False

    def __init__(self, lab: Lab, field: Field, name: str, matches: int) -> None:
        """field: the game, with the number of seats that the goals ask for. name: a name that no other part of the game
        has. matches: the total number of matches.
        """
        self.lab, self.field, self.matches = lab, field, matches
        self.name = f"{field.game.key} {name}"
        self.is_finished = False

    def run(self) -> None:
        """Play all matches."""
        self.play()
        self.is_finished = True

    @abstractmethod
    def play(self) -> None:
        """Play all matches; an interruption at any time leaves valid rows."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """Yield the results so far."""

    def row(
        self, goal: Goal, name: str, measured: Score | Mean, bounds: tuple[float, float] | None = None, detail: str = ""
    ) -> Iterator[Row]:
        """Yield the goal's row of results, or nothing if nothing was measured. bounds: used instead of the goal's."""
        estimate = Estimate.of(measured)
        if estimate:
            yield Row(
                game=self.field.game.key,
                name=name,
                measured=estimate,
                bounds=bounds or (goal.least, goal.most),
                seed=self.lab.seed,
                detail=detail,
            )

    def shares(self, contests: Sequence[Contest], matches: int, seed: int | None = None) -> Iterator[tuple[float, ...]]:
        """Yield, match by match, the first player's share of the win in each contest.

        seed: that of the matches, if it is not the lab's.
        """
        seed = self.lab.seed if seed is None else seed
        for start in range(0, matches, _AT_ONCE):
            numbers = range(start, min(start + _AT_ONCE, matches))
            jobs = [(contest, number) for number in numbers for contest in contests]
            yield from zip(*[iter(self.lab.arena.results(jobs, seed).won)] * len(contests), strict=True)


def parts_of(lab: Lab, field: Field, limits: Limits) -> Iterator[Part]:
    """Yield the parts that measure all goals of a game."""
    fewest = field.game.playable(field.options)[0]
    played: dict[int, list[Goal]] = {}
    others: list[Part] = []
    for goal in field.game.goals:
        at = replace(field, seats=goal.seats or fewest)
        match goal:
            case EvenDecks():
                others.append(DeckPart(lab, at, goal, limits))
            case NoStrongDeck():
                others += (SearchPart(lab, at, goal, limits, n) for n in range(goal.searches if limits.minutes else 0))
            case PlanWins():
                others.append(PlanPart(lab, at, goal, limits))
            case GiftWorth():
                others.append(GiftPart(lab, at, goal, limits))
            case StallsEnd():
                others.append(StallPart(lab, at, goal, limits))
            case _:
                played.setdefault(at.seats, []).append(goal)
    yield from (PlayedPart(lab, replace(field, seats=seats), some, limits) for seats, some in played.items())
    yield from others


@dataclass(slots=True, kw_only=True)
class _Count:
    """A number that is counted in every match of quick players, or only in some of them."""

    goal: Goal
    name: str
    bounds: tuple[float, float]
    of: Callable[[Match], float | None]
    is_share: bool = True
    played: int = 0
    values: list[float] = field(default_factory=list)

    def add(self, match: Match) -> None:
        self.played += 1
        if (value := self.of(match)) is not None:
            self.values.append(value)

    @property
    def measured(self) -> Score | Mean:
        return Score(len(self.values), sum(self.values)) if self.is_share else Mean.of(self.values)


class PlayedPart(Part):
    """Lets quick players play each other, and counts what several goals ask for."""

    def __init__(self, lab: Lab, field: Field, goals: Sequence[Goal], limits: Limits) -> None:
        super().__init__(lab, field, f"with {field.seats} quick players", max(map(limits.of, goals)))
        self.goals, self.limits = goals, limits
        self.counts: list[_Count] = []

    def play(self) -> None:
        number = ""
        if any(isinstance(goal, LeadChanges) for goal in self.goals):
            number = leading_number(self.field.game, self.field.seats, self.field.options, QUICK, self.lab.seed)
        self.counts = [count for goal in self.goals for count in _counts(goal, self.field, number)]
        contest = self.field.contest([QUICK] * self.field.seats, lead=number)
        for match in self.lab.arena.play(contest, self.matches, self.lab.seed):
            for count in self.counts:
                if count.played < self.limits.of(count.goal):
                    count.add(match)

    def rows(self) -> Iterator[Row]:
        for count in self.counts:
            yield from self.row(count.goal, count.name, count.measured, count.bounds)


def _counts(goal: Goal, field: Field, number: str) -> Iterator[_Count]:
    """Yield what a goal counts. number: the name of the number that shows who leads."""
    bounds = goal.least, goal.most
    match goal:
        case EvenSeats():
            fair = 100 / field.seats
            for seat in range(1 if field.seats == 2 else field.seats):
                yield _Count(
                    goal=goal,
                    name=f"seat {seat} of {field.seats} wins %",
                    bounds=(fair - goal.within, fair + goal.within),
                    of=_share_of(seat),
                )
        case TimesDone():
            name = f"{goal.name} in a match of {field.seats}"
            yield _Count(goal=goal, name=name, bounds=bounds, of=_times(goal.verbs), is_share=False)
        case LeadChanges():
            name = f"lead in {number.replace('_', ' ')} changes %"
            yield _Count(goal=goal, name=name, bounds=bounds, of=_lead_changes)
        case DecidedEarly():
            yield _Count(goal=goal, name="decided in the first third %", bounds=bounds, of=_decided_early)
        case _:
            raise AssertionError(f"no part measures {goal}")


def _share_of(seat: int) -> Callable[[Match], float]:
    return lambda match: match.shares[seat]


def _times(verbs: Sequence[str]) -> Callable[[Match], float]:
    return lambda match: float(sum(match.metrics.done.get(verb, 0) for verb in verbs))


def _lead_changes(match: Match) -> float | None:
    seen = match.metrics.seen
    return None if seen is None else float(seen.changes > 0)


def _decided_early(match: Match) -> float | None:
    expected = match.metrics.expected
    return None if expected is None or expected.early is None else float(expected.early)


class PlanPart(Part):
    """Plays a plan against quick players."""

    def __init__(self, lab: Lab, field: Field, goal: PlanWins, limits: Limits) -> None:
        seats = "" if field.game.seats == (2,) else f", {field.seats} players"
        against = "" if goal.against == QUICK else f", against {goal.against}"
        self.title = f"“{goal.plan}” wins %{seats}{against}"
        super().__init__(lab, field, self.title, limits.of(goal, field.seats))
        self.goal, self.plan = goal, plan_of(field.game, field.seats, goal.plan)
        self.won: list[float] = []

    def play(self) -> None:
        contest = self.field.contest([self.plan.player, *[self.goal.against] * (self.field.seats - 1)])
        for (share,) in self.shares([contest], self.matches):
            self.won.append(share)

    def rows(self) -> Iterator[Row]:
        score = Score.by_deals(self.won, self.field.seats)
        yield from self.row(self.goal, self.title, score, detail=self.plan.summary)


class GiftPart(Part):
    """Lets a quick player play with a gift and, on the same deals, with another gift."""

    def __init__(self, lab: Lab, field: Field, goal: GiftWorth, limits: Limits) -> None:
        self.title = f"worth of {goal.gift} minus {goal.instead}, in points"
        super().__init__(lab, field, self.title, 2 * limits.of(goal, field.seats))
        self.goal = goal
        self.more: list[float] = []
        """By match, the number of points that the first gift won more than the other one."""

    def play(self) -> None:
        players = [QUICK] * self.field.seats
        gifts = [Gift.parse(self.field.game, text) for text in (self.goal.gift, self.goal.instead)]
        contests = [self.field.contest(players, gift=gift) for gift in gifts]
        for one, other in self.shares(contests, self.matches // 2):
            self.more.append(100 * (one - other))

    def rows(self) -> Iterator[Row]:
        worth = Mean.of(by_deal(self.more, self.field.seats), unit=100)
        yield from self.row(self.goal, self.title, replace(worth, count=len(self.more)))


class StallPart(Part):
    """Plays each plan that plays for time against quick players."""

    def __init__(self, lab: Lab, field: Field, goal: StallsEnd, limits: Limits) -> None:
        plans = stallers(field.game)
        self.each = limits.of(goal, field.seats)
        super().__init__(lab, field, "plans that play for time", self.each * len(plans))
        self.goal = goal
        self.played: dict[str, list[Match]] = {name: [] for name in plans}

    def play(self) -> None:
        for name, matches in self.played.items():
            contest = self.field.contest([name, *[QUICK] * (self.field.seats - 1)])
            matches.extend(self.lab.arena.play(contest, self.each, self.lab.seed))

    def rows(self) -> Iterator[Row]:
        lengths = {name: Mean.of([match.turns for match in matches]) for name, matches in self.played.items()}
        slowest = max(lengths, key=lambda name: lengths[name].value)
        matches = self.played[slowest]
        if matches:
            wins = Score.by_deals([match.won for match in matches], self.field.seats).words
            detail = f"{slowest}: {max(match.turns for match in matches)} at most, wins {wins}"
            yield from self.row(self.goal, "turns with a player who plays for time", lengths[slowest], detail=detail)
        endings = [match.ending for some in self.played.values() for match in some]
        last = Score(len(endings), endings.count(LAST_RESORT))
        yield from self.row(self.goal, "played for time to the last resort %", last, (0, self.goal.last))


class DeckPart(Part):
    """Plays every ready-made deck against every other one."""

    def __init__(self, lab: Lab, field: Field, goal: EvenDecks, limits: Limits) -> None:
        pairs = [*combinations(field.game.decks, 2)]
        self.each = 2 * -(-limits.of(goal) // (2 * (len(field.game.decks) - 1)))
        """The number of matches of a pair of decks."""
        super().__init__(lab, field, "ready-made decks", self.each * len(pairs))
        self.goal = goal
        self.won: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
        """By pair of decks, the first deck's shares of the win."""

    def play(self) -> None:
        for number, (pair, won) in enumerate(self.won.items()):
            contest = self.field.contest([QUICK] * 2, decks=pair)
            for (share,) in self.shares([contest], self.each, self.lab.seed_of(number)):
                won.append(share)

    def rows(self) -> Iterator[Row]:
        scores = {pair: Score.by_deals(won, 2) for pair, won in self.won.items() if won}
        for deck, cards in self.field.game.decks.items():
            against = [_turned(score, pair[0] != deck) for pair, score in scores.items() if deck in pair]
            yield from self.row(self.goal, f"{cards.name} wins %", sum(against, Score()))
        if scores:
            pair = max(scores, key=lambda pair: abs(scores[pair].share - 50))
            turned = scores[pair].share < 50
            names = [self.field.game.decks[deck].name for deck in (reversed(pair) if turned else pair)]
            bounds = 100 - self.goal.one_sided, self.goal.one_sided
            name = "most one-sided pair of decks %"
            yield from self.row(self.goal, name, _turned(scores[pair], turned), bounds, " against ".join(names))


def _turned(score: Score, turned: bool) -> Score:
    """Return the score of the first player, or of the other one if `turned`."""
    return replace(score, wins=score.matches - score.wins) if turned else score


class SearchPart(Part):
    """Searches for a deck that beats the ready-made ones. Each search has a different seed."""

    is_search = True

    def __init__(self, lab: Lab, field: Field, goal: NoStrongDeck, limits: Limits, number: int) -> None:
        """Prepare a search. number: the place of the search, from 0, which decides its seed."""
        own_lab = replace(lab, seed=lab.seed + number, most=limits.of(goal))
        super().__init__(own_lab, field, f"search {number + 1}", 0)  # a search announces its matches itself
        self.goal, self.number = goal, number
        self.search = DeckSearch(own_lab, field, QUICK, Effort(seconds=60 * limits.minutes))

    def play(self) -> None:
        self.search.run()

    def rows(self) -> Iterator[Row]:
        best = self.search.anew
        if best:
            name = f"best deck of search {self.number + 1} wins %"
            detail = f"{listed(best.subject)} ({self.search.searched:,} matches)"
            yield from self.row(self.goal, name, best.score, detail=detail)
