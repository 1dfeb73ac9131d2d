"""The smallest game of the tests' own: two or three players hide pennies. It has no cards, decks or luck. All players
begin alike, and only their own actions create secrets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from rules.core import rng
from rules.core.cards import Card, CardId
from rules.core.events import Event, Seat
from rules.core.game import Game, Label
from rules.core.notation import Action
from rules.core.play import Outcome, Over, Phase, State, View, common_fields, phase_of

PENNIES: Final = 4
"""The number of pennies that each player begins with."""
_WHIMS: Final = 4
"""The quick player hides a random number in one round in this many."""


@dataclass(frozen=True, slots=True)
class Hide(Action):
    """Hide pennies in your fist."""

    pennies: Annotated[int, "0 to 2"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event, tag="Shown"):
    pennies: tuple[int, ...]

    def narrate(self, names: Sequence[str], _: Mapping[CardId, Card]) -> str:
        return f"{', '.join(f'{name} had {count}' for name, count in zip(names, self.pennies, strict=False))}."


@dataclass(slots=True)
class PenniesState(State, tag="PenniesState"):
    left: list[int]
    """Pennies by seat, without those in the fist."""
    hidden: list[int]
    """Pennies in the fist, by seat; 0 until hidden."""
    won: list[int]


@dataclass(frozen=True, slots=True)
class Hiding(Phase, tag="Hiding"):
    """1.1 All players hide up to two pennies at the same time."""

    clause: ClassVar[str] = "1.1"

    def options(self, g: PenniesState, seat: Seat) -> Sequence[Hide]:
        return [Hide(pennies) for pennies in range(1 + min(2, g.left[seat]))]

    def play(self, g: PenniesState, seat: Seat, action: Hide) -> Phase:
        g.hidden[seat] = action.pennies
        g.left[seat] -= action.pennies
        missing = self.waiting_after(seat)
        return Hiding(missing) if missing else show(g)


def show(g: PenniesState) -> Phase:
    """1.2 The player who alone hid the most wins the round. After four rounds, the most rounds win (1.3)."""
    g.events.append(Shown(pennies=tuple(g.hidden)))
    if g.hidden.count(max(g.hidden)) == 1:
        g.won[g.hidden.index(max(g.hidden))] += 1
    g.hidden = [0] * len(g.won)
    if g.turn == PENNIES:
        return Over((), Outcome.by("rounds", g.won))
    g.turn += 1
    return Hiding(tuple(range(len(g.won))))


@dataclass(frozen=True, slots=True, kw_only=True)
class PenniesView(View):
    left: tuple[int, ...]
    """Pennies by seat, before hiding any in this round."""
    hidden: int
    """Pennies in this seat's own fist."""
    won: tuple[int, ...]


class Pennies(Game):
    key = "pennies"
    title = "Pennies"
    summary = "Hide more than the others, but spend less."
    seats = (2, 3)
    actions: ClassVar[tuple[type[Action], ...]] = (Hide,)
    questions: ClassVar[Mapping[str, str]] = {"Hiding": "Hide up to two pennies."}
    endings: ClassVar[Mapping[str, str]] = {"rounds": "by rounds"}

    def __init__(self, content: Mapping[str, Any]) -> None:
        pass

    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Any], seed: int) -> PenniesState:
        return PenniesState(Hiding(tuple(range(seats))), 1, seed, [], [PENNIES] * seats, [0] * seats, [0] * seats)

    def view(self, g: PenniesState, seat: Seat | None) -> PenniesView:
        return PenniesView(
            **common_fields(g, seat),
            left=tuple(left + hidden for left, hidden in zip(g.left, g.hidden, strict=True)),
            hidden=0 if seat is None else g.hidden[seat],
            won=tuple(g.won),
        )

    def determinize(self, view: PenniesView, random: int) -> PenniesState:
        hidden = []
        for seat, left in enumerate(view.left):
            random, guess = rng.below(random, 1 + min(2, left))
            done = view.outcome is None and seat not in view.waiting
            hidden.append(view.hidden if seat == view.seat else guess * done)
        rest = [had - gone for had, gone in zip(view.left, hidden, strict=True)]
        return PenniesState(phase_of(view, Hiding), view.turn, random, list(view.events), rest, hidden, list(view.won))

    def label(self, view: PenniesView, words: tuple[str, ...]) -> Label:
        return Label(text=f"Hide {words[1]}" if len(words) > 1 else "Hide")

    def greedy(self, view: PenniesView, random: int) -> Action:
        """Hide two pennies while a penny is left for each round, but never more than are sure to beat the others;
        otherwise none, or now and then a random number.
        """
        random, whim = rng.below(random, _WHIMS)
        if not whim:
            return view.options[rng.below(random, len(view.options))[1]]
        own = view.left[view.seat or 0]
        others = max(left for seat, left in enumerate(view.left) if seat != view.seat)
        wanted = min(2, others + 1) if own > PENNIES - view.turn else 0
        return min(view.options, key=lambda option: abs(getattr(option, "pennies", 0) - wanted))
