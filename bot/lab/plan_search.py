"""A search for a biased player that beats the quick player: its preferences, and their conditions.

Decisions of the quick player suggest the preferences: for something that it could have done instead, or against its
choice. The views at these decisions suggest the conditions. So each preference changes something in real matches.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Final

from bot.lab import readings
from bot.lab.autoplay import Setup
from bot.lab.bias import Condition, Lean, Leaning, tags
from bot.lab.contest import Contest
from bot.lab.experiment import Field, Lab
from bot.lab.report import Column, Table
from bot.lab.search import LEADERS, Search
from bot.lab.trials import Effort
from bot.lab.worth_model import Sample, WorthModel
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, next_bits, split

_MADE: Final = 32
"""The number of plans that a step makes."""
_PROMISING: Final = 4
"""The number of these plans that the step tries further."""
_LOOKED_AT: Final = 16
"""The number of matches whose decisions suggest preferences."""
_LEANS: Final = 6
"""The maximum number of preferences in a plan."""
_SUGGESTED: Final = 5
"""The number of suggested preferences from which the model chooses one."""
_POOL: Final = 32
"""The number of plans from which the model chooses the best."""
_SPREAD: Final = 0.04
"""The standard deviation of the worth of preferences before any result, as a fraction of the win."""
_ALIKE: Final = 48
"""The number of matches after which a preference that changed no result counts as idle."""
_SAMPLE: Final = 150
"""The number of decisions that show whether a condition ever makes a difference."""
_STREAM: Final = 1 << 35
"""The stream of seeds for the matches that suggest preferences."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the quick player with more than one option."""

    view: View
    chosen: Action


class PlanSearch(Search[Leaning]):
    """Searches for the biased player that wins most against the quick player."""

    starting: ClassVar[float] = 0.4

    def __init__(self, lab: Lab, field: Field, opponent: str, effort: Effort) -> None:
        """opponent: the name of the quick player."""
        super().__init__(lab, field, effort)
        self.opponent, self.fair = opponent, 100 / field.seats
        self._worths = self._model()
        """The worths of preferences, estimated anew for each step."""

    def contests(self, plan: Leaning) -> Sequence[Contest]:
        """List the one contest: the plan in one seat, the quick player in all others."""
        return [self.field.contest([plan.name, *[self.opponent] * (self.field.seats - 1)])]

    @cached_property
    def suggestions(self) -> "Suggestions":
        """Suggests preferences for plans. It is made on first use, from matches of the quick player."""
        return Suggestions(self.field, self.opponent, split(self.lab.seed, _STREAM))

    def starts(self) -> Iterator[Leaning]:
        """Yield plans of one preference.

        The first plans are for and against each kind of action. Then finer preferences, in the order of how many
        decisions they change, alternate with preferences about a kind of action in one part of the match. Plans with
        other conditions come last.
        """
        seen: set[Leaning] = set()
        for lean in self.suggestions.first:
            seen.add(Leaning((lean,)))
            yield Leaning((lean,))
        while True:
            self.random, lean = self.suggestions.lean(self.random)
            plan = Leaning((lean,))
            if plan not in seen:
                seen.add(plan)
                yield plan

    def made(self, leader: Leaning) -> Sequence[Leaning]:
        """Make plans by adding, dropping or replacing a preference or condition, or by joining two of the best."""
        made: dict[Leaning, None] = {}
        self._worths = self._model()
        for _ in range(_MADE):
            plan = self._changed(leader)
            if plan.leans and plan not in self.tally.scores:
                made[plan] = None
        return [*made]

    def promising(self, made: Sequence[Leaning], leader: Leaning) -> Sequence[Leaning]:
        """Choose the plans with the best prospects by their results and the model's estimate."""
        return self._best(made, _PROMISING)

    def best(self, count: int) -> list[Leaning]:
        """Return this many of the tried plans, best first by their results and the model's estimate."""
        return self._best(self.tally.best(self.tally.scores, _POOL), count)

    def _best(self, plans: Sequence[Leaning], count: int) -> list[Leaning]:
        model = self._model()
        likely = {plan: (self.tally.scores[plan] + model.expected(_parts(plan))).likely for plan in plans}
        return sorted(plans, key=lambda plan: -likely[plan])[:count]

    def _model(self) -> WorthModel[str]:
        """Fit the worth of preferences."""
        samples = [Sample(_parts(plan), score.matches, score.share / 100) for plan, score in self.tally.scores.items()]
        parts = sorted({part for sample in samples for part in sample.parts})
        return WorthModel(parts, {}, samples, _SPREAD, 1 / self.field.seats)

    def _changed(self, plan: Leaning) -> Leaning:
        leans = [*plan.leans]
        self.random, place = below(self.random, len(leans))
        self.random, way = below(self.random, 10)
        if way < 2:
            leans[place], self.random = self._conditioned(leans[place])
        elif way < 4 and leans[place].conditions:
            self.random, dropped = below(self.random, len(leans[place].conditions))
            kept = tuple(c for number, c in enumerate(leans[place].conditions) if number != dropped)
            leans[place] = replace(leans[place], conditions=kept)
        elif way < 5:
            del leans[place]
        elif way < 6:
            self.random, other = below(self.random, LEADERS)
            leans += self.tally.best(self.tally.scores, LEADERS)[other % min(LEADERS, self.tried)].leans
        else:
            leans.insert(place, self._hopeful(leans))
        return Leaning(tuple(dict.fromkeys(leans))[-_LEANS:])

    def _hopeful(self, leans: Sequence[Lean]) -> Lean:
        """Return the preference that the model finds most promising as an addition to these: an earlier one or a new
        suggestion.
        """
        self.random, worths = self._worths.drawn(self.random, boldness=1.0)
        tried = {_kind(lean): lean for plan in self.tally.scores for lean in plan.leans if lean not in leans}
        hopes = {lean: worths[kind] for kind, lean in tried.items()}
        for _ in range(_SUGGESTED):
            self.random, lean = self.suggestions.lean(self.random)
            self.random, bits = next_bits(self.random)
            hopes[lean] = worths.get(_kind(lean), _SPREAD * (bits / 2**62 - 2))
        return max(hopes, key=hopes.__getitem__)

    def _conditioned(self, lean: Lean) -> tuple[Lean, int]:
        """Return a preference with a further or a different condition, and the generator's state."""
        random, view = self.suggestions.view(self.random, lean)
        random, condition = self.suggestions.condition(random, view)
        kept = [other for other in lean.conditions if other.reading != condition.reading]
        return replace(lean, conditions=(*kept, condition)[-2:]), random

    def refined(self, best: Leaning) -> Leaning:
        """Return the plan without the preferences that change no result."""
        seed = split(self.lab.seed, _STREAM + 1)

        def results(plan: Leaning) -> list[float]:
            jobs = [(self.contests(plan)[0], number) for number in range(_ALIKE * self.field.seats)]
            self.trials.played += len(jobs)
            return self.lab.arena.results(jobs, seed).won

        wanted = results(best) if len(best.leans) > 1 else []
        for lean in best.leans:
            shorter = Leaning(tuple(other for other in best.leans if other != lean))
            if shorter.leans and results(shorter) == wanted:
                best = shorter
        return best

    def sentences(self) -> Iterator[str]:
        """Yield the result of the search."""
        if self.anew is None:
            return
        score, plan = self.anew.score, self.anew.subject
        effort = f"A search over {self.tried:,} plans in {self.searched:,} matches"
        fair = "" if self.field.seats == 2 else f" (fair: {self.fair:.0f} %)"
        result = f"{score.words}{fair} of {score.matches:,} new matches"
        if score.interval[0] > self.fair:
            yield f"{effort} found one that beats the quick player: a player who {plan.words} wins {result}."
        else:
            yield (
                f"{effort} found none that certainly beats the quick player; its best one, a player who {plan.words},"
                f" wins {result}."
            )

    def table(self) -> Table:
        """Return the table of plans that led the search at some time."""
        return Table(
            key="learnt",
            title="plans found by the search",
            columns=[
                Column(
                    "step",
                    "found",
                    "the number of matches before it; start: the best of the first plans; final: the best of all on"
                    " fresh deals; anew: the same plan without idle preferences, in matches after the search",
                ),
                Column("won", "wins %", "against the quick player, from changing seats; too high before “final”"),
                Column("matches", "matches"),
                Column("player", "player", "its name for --player and --plan"),
            ],
            rows=[(*cells, found.subject.name) for found, cells in self.rows()],
        )


def _kind(lean: Lean) -> str:
    """Return the common name of preferences for or against the same thing, whatever their conditions."""
    return f"{lean.to}={lean.percent}{'@' if lean.conditions else ''}"


def _parts(plan: Leaning) -> dict[str, int]:
    return Counter(map(_kind, plan.leans))


class Suggestions:
    """Suggests preferences and conditions from decisions of the quick player."""

    def __init__(self, field: Field, player: str, seed: int) -> None:
        self.game: Game = field.game
        self.decisions = [*_decisions(field, player, seed)]
        self._verbs = frozenset(kind.verb for kind in self.game.actions)

    @cached_property
    def _readings(self) -> list[str]:
        """List the readings whose values vary."""
        return [
            name
            for name in sorted(readings.all_names(self.game))
            if len({readings.read(decision.view, name) for decision in self._sample}) > 1
        ]

    @cached_property
    def unconditional(self) -> list[Lean]:
        """The preferences that would change a decision, most changes first, alternately against and for an action."""
        changed = Counter(
            Lean(word, -100 if word in tags(decision.chosen) else 100)
            for decision in self.decisions
            for word in self._telling(decision.view)
        )
        leans = [lean for lean, _ in changed.most_common()]
        away, to = ([lean for lean in leans if lean.percent == percent] for percent in (-100, 100))
        mixed = [lean for pair in zip(away, to, strict=False) for lean in pair]
        return [*mixed, *away[len(to) :], *to[len(away) :]]

    @cached_property
    def first(self) -> list[Lean]:
        """The preferences to begin with.

        The first are for and against verbs. Then finer preferences alternate with preferences about a verb before or
        after a third or two thirds of all turns.
        """
        turns = sorted(decision.view.turn for decision in self.decisions)
        thirds = sorted({turns[len(turns) // 3], turns[2 * len(turns) // 3]})
        parts = [Condition("turn", high=turn) for turn in thirds] + [Condition("turn", low=turn + 1) for turn in thirds]
        parts = [part for part in parts if self._splits(part)]
        always = [lean for lean in self.unconditional if lean.to in self._verbs]
        finer = [lean for lean in self.unconditional if lean.to not in self._verbs]
        partly = [replace(lean, conditions=(part,)) for lean in always for part in parts]
        mixed = [lean for pair in zip(finer, partly, strict=False) for lean in pair]
        return [*always, *mixed, *finer[len(partly) :], *partly[len(finer) :]]

    def lean(self, random: int) -> tuple[int, Lean]:
        """Return the generator's state, and a random preference that would change a decision, perhaps with conditions.

        A preference that would change many decisions is more likely.
        """
        random, most = below(random, len(self.unconditional))
        random, place = below(random, most + 1)
        lean = self.unconditional[place]
        random, view = self.view(random, lean)
        random, draw = below(random, 5)
        for _ in range((0, 0, 1, 1, 2)[draw]):
            random, condition = self.condition(random, view)
            if all(condition.reading != other.reading for other in lean.conditions):
                lean = replace(lean, conditions=(*lean.conditions, condition))
        return random, lean

    def view(self, random: int, lean: Lean) -> tuple[int, View]:
        """Return the generator's state, and a view: if possible, one in which the preference changes the decision."""
        views = [decision.view for decision in self._mattering(lean)] or [decision.view for decision in self.decisions]
        random, place = below(random, len(views))
        return random, views[place]

    def condition(self, random: int, view: View) -> tuple[int, Condition]:
        """Return the generator's state, and a condition that holds in this view but not in all."""
        while True:
            random, number = below(random, len(self._readings))
            name = self._readings[number]
            value = readings.read(view, name)
            random, upwards = below(random, 2)
            condition = Condition(name)
            if isinstance(value, str) and value:
                condition = Condition(name, word=value)
            elif isinstance(value, int):
                condition = Condition(name, low=value) if upwards else Condition(name, high=value)
            if self._splits(condition):
                return random, condition

    @lru_cache(1 << 10)  # noqa: B019 # lives as long as the search
    def _mattering(self, lean: Lean) -> list[Decision]:
        """List the decisions that a preference would change."""
        return [d for d in self.decisions if d.chosen not in lean.kept(d.view.options) and lean.applies(d.view)]

    def _splits(self, condition: Condition) -> bool:
        """Return whether the condition holds in some views and not in others."""
        return 0 < sum(condition.holds(decision.view) for decision in self._sample) < len(self._sample)

    @cached_property
    def _sample(self) -> list[Decision]:
        return self.decisions[:: max(1, len(self.decisions) // _SAMPLE)]

    def _telling(self, view: View) -> list[str]:
        """List the tags that some but not all of the options have: verbs, cards, and words after a verb."""
        each = [tags(action) for action in view.options]
        common = frozenset.intersection(*each)
        words = frozenset.union(*each) - common
        return sorted(word for word in words if "." in word or word in self._verbs or word in self.game.cards)


def _decisions(field: Field, player: str, seed: int) -> Iterator[Decision]:
    """Yield the decisions of some matches that have more than one option."""
    setup = Setup(game=field.game, players=(player,) * field.seats, options=field.options)
    for number in range(_LOOKED_AT):
        deal = split(seed, number)
        g, _ = setup.begin(deal)
        views = {seat: field.game.view(g, seat) for seat in g.phase.waiting}
        for seat, action in setup.play(g, deal):
            if seat in views and len(views[seat].options) > 1:
                yield Decision(views[seat], action)
            views = {waiting: field.game.view(g, waiting) for waiting in g.phase.waiting}
