"""Statistics of a match: leads, decisions, cards drawn and played."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.lab.leads import number_of
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import Outcome, State, options

_EARLY: Final = 1 / 3
_AHEAD: Final = 0.1
"""A team leads if its chance to win is at least this much higher than that of every other team."""


class PhaseName(NamedTuple):
    """A phase of the game with decisions, and its clause of the rulebook."""

    phase: str
    clause: str


_NONE: Final = PhaseName("", "")


@dataclass(frozen=True, slots=True)
class Lead:
    """The leads in a match, measured after every turn."""

    changes: int
    """The number of times that a new team took the lead."""
    for_good: float | None
    """The fraction of the turns, from 0 to 1, after which the winner led for good; None if no team won alone."""
    longest: int
    """The longest time between two changes of the lead, in turns."""
    first: bool | None
    """Whether the first team to lead won; None if no team won alone, or none led before the end."""
    trailed: bool | None
    """Whether the winner had been behind another team; None if no team won alone."""
    curve: tuple[bool | None, ...]
    """For each tenth of the turns except the last: whether the team that led after it won; None if no team won alone,
    or none had led by then.
    """

    @property
    def early(self) -> bool | None:
        """Whether the match was decided for good in its first third; None if no team won alone."""
        return None if self.for_good is None else self.for_good <= _EARLY


@dataclass(slots=True)
class _Leads:
    """The changes of the lead so far: the number of turns played before each, and the team that took the lead."""

    changes: list[tuple[int, int]] = field(default_factory=list)

    def add(self, turn: int, team: int) -> None:
        if not self.changes or self.changes[-1][1] != team:
            self.changes.append((turn, team))

    def lead(self, turn: int, winner: int | None) -> Lead:
        """Return the summary when the match ends at this turn."""
        before = [*self.changes]
        if winner is not None:
            self.add(turn, winner)
        turns = [changed for changed, _ in self.changes]
        return Lead(
            changes=max(0, len(turns) - 1),
            for_good=None if winner is None else turns[-1] / turn,
            longest=max((end - start for start, end in zip([0, *turns], [*turns, turn], strict=True)), default=0),
            first=before[0][1] == winner if before and winner is not None else None,
            trailed=any(team != winner for _, team in before) if winner is not None else None,
            curve=tuple(self._won(before, turn * tenth / 10, winner) for tenth in range(1, 10)),
        )

    @staticmethod
    def _won(changes: Sequence[tuple[int, int]], moment: float, winner: int | None) -> bool | None:
        """Return whether the team that led at this moment won."""
        leaders = [team for turn, team in changes if turn <= moment]
        return leaders[-1] == winner if leaders and winner is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The statistics of one match; reactions do not count as decisions."""

    decisions: int
    forced: int
    """The number of decisions with only one choice."""
    asked: Mapping[PhaseName, int]
    """By phase, the number of decisions."""
    without_choice: Mapping[PhaseName, int]
    """By phase, the number of decisions with only one choice."""
    let_by: Mapping[PhaseName, int]
    """By phase, the number of decisions with several choices in which the seat took the default (`Action.harmless`)."""
    offered: Mapping[str, int]
    """By verb, the number of times that a seat could use it, reactions included."""
    avoidable: Mapping[str, int]
    """By verb, the number of times that the seat could have done something else instead."""
    done: Mapping[str, int]
    """By verb, the number of times that a seat used it."""
    drawn: tuple[frozenset[CardId], ...]
    """By seat, the cards that it had in hand at any time."""
    played: tuple[frozenset[CardId], ...]
    """By seat, the cards that it used."""
    expected: Lead | None
    """The leads by the chance to win (`Game.evaluate`); None if it was always equal for all."""
    seen: Lead | None
    """The leads by the number that shows who leads; None if there is no such number."""


@dataclass(slots=True)
class Meter:
    """Collects the statistics of a match while it is played in place."""

    game: Game
    teams: Sequence[Sequence[Seat]]
    number: str = ""
    """The field of the game's sides that shows who leads (`bot.lab.leads`), such as points; "" if there is none."""
    asked: Counter[PhaseName] = field(default_factory=Counter)
    without_choice: Counter[PhaseName] = field(default_factory=Counter)
    let_by: Counter[PhaseName] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    avoidable: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    drawn: list[set[CardId]] = field(default_factory=list)
    played: list[set[CardId]] = field(default_factory=list)
    turn: int = 0
    expected: _Leads = field(default_factory=_Leads)
    seen: _Leads = field(default_factory=_Leads)
    _uneven: bool = False
    """Whether the teams' chances to win ever differed."""
    _now: dict[Seat, tuple[Action, ...]] = field(default_factory=dict)
    _phase: PhaseName = _NONE
    _waiting: tuple[Seat, ...] = ()

    def begin(self, g: State) -> None:
        """Record the table before the first decision."""
        seats = sum(map(len, self.teams))
        self.drawn = [set() for _ in range(seats)]
        self.played = [set() for _ in range(seats)]
        self.turn = g.turn
        self._look(g)

    def after(self, g: State, seat: Seat, action: Action) -> None:
        """Record a decision and the table after it."""
        choices = self._now.get(seat, ())
        if seat in self._waiting:
            self.asked[self._phase] += 1
            self.without_choice[self._phase] += len(choices) == 1
            self.let_by[self._phase] += len(choices) > 1 and action.harmless
        verbs = {choice.verb for choice in choices}
        self.offered.update(verbs)
        if len(verbs) > 1 or seat not in self._waiting:
            self.avoidable.update(verbs)
        for other, reactions in self._now.items():
            if other not in self._waiting and other != seat:
                self.offered.update(verbs := {choice.verb for choice in reactions})
                self.avoidable.update(verbs)
        self.done[action.verb] += 1
        self._look(g)

    def metrics(self, outcome: Outcome) -> Metrics:
        """Return the statistics when the match is over."""
        winner = next((n for n, team in enumerate(self.teams) if set(outcome.winners) == set(team)), None)
        return Metrics(
            decisions=self.asked.total(),
            forced=self.without_choice.total(),
            asked=dict(self.asked),
            without_choice=dict(self.without_choice),
            let_by=dict(self.let_by),
            offered=dict(self.offered),
            avoidable=dict(self.avoidable),
            done=dict(self.done),
            drawn=tuple(frozenset(cards) for cards in self.drawn),
            played=tuple(frozenset(cards) for cards in self.played),
            expected=self.expected.lead(self.turn, winner) if self._uneven else None,
            seen=self.seen.lead(self.turn, winner) if self.number else None,
        )

    def _look(self, g: State) -> None:
        self._count(g.events)
        if g.turn != self.turn:
            self._reckon(g)
            self.turn = g.turn
        self._waiting, self._phase = g.phase.waiting, PhaseName(g.phase.tag, g.phase.clause)
        heard = range(len(self.drawn)) if g.phase.allows_reactions else g.phase.waiting
        self._now = {seat: choices for seat in heard if (choices := options(g, seat))}

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Drew():
                    self.drawn[event.seat].update(event.cards)
                case Played():
                    self.played[event.seat].add(event.card)

    def _reckon(self, g: State) -> None:
        """Record the leading team after a turn."""
        if g.outcome is not None:
            return
        shares = [sum([self.game.evaluate(g, seat) for seat in team]) for team in self.teams]
        self._uneven = self._uneven or len({*shares}) > 1
        best = max(range(len(shares)), key=shares.__getitem__)
        if all(shares[best] - share >= _AHEAD for team, share in enumerate(shares) if team != best):
            self.expected.add(self.turn, best)
        if self.number:
            totals = [sum([number_of(g, seat, self.number) for seat in team]) for team in self.teams]
            if totals.count(max(totals)) == 1:
                self.seen.add(self.turn, totals.index(max(totals)))
