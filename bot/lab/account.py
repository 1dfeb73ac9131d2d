"""What a match was like, beside who won it: who led, what was asked, which cards were drawn and played."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import Outcome, State, options

_AHEAD: Final = 0.1
"""By so much of the win a team must have better prospects than each other one to lead."""


class PhaseName(NamedTuple):
    """A phase of the game that asks for decisions, and the clause of the rulebook that it plays."""

    phase: str
    clause: str


_NONE: Final = PhaseName("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One match, watched. Decisions are those of seats that are asked."""

    decisions: int
    forced: int
    """Decisions with one choice only."""
    asked: Mapping[PhaseName, int]
    """Decisions by phase..."""
    without_choice: Mapping[PhaseName, int]
    """... those with one choice only..."""
    let_by: Mapping[PhaseName, int]
    """... and those with several in which the harmless one was chosen (`Action.harmless`)."""
    offered: Mapping[str, int]
    """By verb: how often somebody could do such a thing, out of turn too..."""
    done: Mapping[str, int]
    """... and how often they did."""
    drawn: tuple[frozenset[CardId], ...]
    """By seat: the cards that it took into hand at any time..."""
    played: tuple[frozenset[CardId], ...]
    """... and those that it used."""
    lead_changes: int
    """How often another team led than the last one that did, looked at after every turn."""
    for_good: float | None
    """The part of the turns, 0 to 1, after which the winner led for good; None: nobody won alone."""
    longest_lead: int
    """Turns between two changes of the lead, at most."""


@dataclass(slots=True)
class Watcher:
    """Watches one match, that goes on in place, from its beginning."""

    game: Game
    teams: Sequence[Sequence[Seat]]
    asked: Counter[PhaseName] = field(default_factory=Counter)
    without_choice: Counter[PhaseName] = field(default_factory=Counter)
    let_by: Counter[PhaseName] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    drawn: list[set[CardId]] = field(default_factory=list)
    played: list[set[CardId]] = field(default_factory=list)
    turn: int = 0
    leads: list[tuple[int, int]] = field(default_factory=list)
    """Each change of the lead: how many turns were over, and which team leads since."""
    _now: dict[Seat, tuple[Action, ...]] = field(default_factory=dict)
    _phase: PhaseName = _NONE
    _waiting: tuple[Seat, ...] = ()

    def begin(self, g: State) -> None:
        """Look at the table before the first decision."""
        seats = sum(map(len, self.teams))
        self.drawn = [set() for _ in range(seats)]
        self.played = [set() for _ in range(seats)]
        self.turn = g.turn
        self._look(g)

    def after(self, g: State, seat: Seat, action: Action) -> None:
        """Look at the table after a decision."""
        choices = self._now.get(seat, ())
        if seat in self._waiting:
            self.asked[self._phase] += 1
            self.without_choice[self._phase] += len(choices) == 1
            self.let_by[self._phase] += len(choices) > 1 and action.harmless
        self.offered.update({choice.verb for choice in choices})
        for other, interrupts in self._now.items():
            if other not in self._waiting and other != seat:
                self.offered.update({choice.verb for choice in interrupts})
        self.done[action.verb] += 1
        self._look(g)

    def account(self, outcome: Outcome) -> Account:
        """All that was seen, when the match is over."""
        winner = next((n for n, team in enumerate(self.teams) if set(outcome.winners) == set(team)), None)
        if winner is not None:
            self._lead(winner)
        changes = [turn for turn, _ in self.leads]
        return Account(
            decisions=self.asked.total(),
            forced=self.without_choice.total(),
            asked=dict(self.asked),
            without_choice=dict(self.without_choice),
            let_by=dict(self.let_by),
            offered=dict(self.offered),
            done=dict(self.done),
            drawn=tuple(frozenset(cards) for cards in self.drawn),
            played=tuple(frozenset(cards) for cards in self.played),
            lead_changes=max(0, len(changes) - 1),
            for_good=None if winner is None else changes[-1] / self.turn,
            longest_lead=max(
                (end - start for start, end in zip([0, *changes], [*changes, self.turn], strict=True)), default=0
            ),
        )

    def _look(self, g: State) -> None:
        self._count(g.events)
        if g.turn != self.turn:
            self._reckon(g)
            self.turn = g.turn
        self._waiting, self._phase = g.phase.waiting, PhaseName(g.phase.fact, g.phase.clause)
        heard = range(len(self.drawn)) if g.phase.interruptible else g.phase.waiting
        self._now = {seat: choices for seat in heard if (choices := options(g, seat))}

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Drew():
                    self.drawn[event.seat].update(event.cards)
                case Played():
                    self.played[event.seat].add(event.card)

    def _reckon(self, g: State) -> None:
        """Who leads now that a turn is over."""
        if g.outcome is not None:
            return
        shares = [sum([self.game.prospects(g, seat) for seat in team]) for team in self.teams]
        best = max(range(len(shares)), key=shares.__getitem__)
        if all(shares[best] - share >= _AHEAD for team, share in enumerate(shares) if team != best):
            self._lead(best)

    def _lead(self, team: int) -> None:
        if not self.leads or self.leads[-1][1] != team:
            self.leads.append((self.turn, team))
