"""A match in progress: its state, the phase in which a decision is to be made, and what each seat may see.

The laws that every game in the catalog keeps (tests/laws proves them):

- `apply` leaves the state that it is given as it was.
- `options` lists each legal action once, in a stable order; what is not listed is refused.
- Only the seat that may act without being asked knows that it may.
- Every action survives the way to text and back.
- The same seed, options, decks and actions give the same states and the same events.
- Every match ends, also one in which only what is harmless is done for everybody (`Game.harmless`).
- Two states that differ only in what a seat may not know give that seat equal views.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self, TypeAlias, TypedDict, TypeVar

from rules.core import rng
from rules.core.clone import COPIERS, NOT_COPIED
from rules.core.events import Event, Seat, visible
from rules.core.facts import Fact
from rules.core.notation import Action

LAST_RESORT: Final = "last_resort"
"""The ending of a match that met its game's last-resort limit."""

RESIGNED: Final = "resigned"
"""The ending of a match that a player gave up: the application's own, no game has it."""

AGREED: Final = "agreed"
"""The ending of a match whose players agreed on a draw: likewise."""


class IllegalActionError(ValueError):
    """Well-formed, but the rules refuse it now; says why, to a player, citing the clause."""


Score = TypeVar("Score", int, tuple[int, ...])


@dataclass(frozen=True, slots=True)
class Outcome(Fact, fact="Outcome"):
    """How a match ended."""

    ending: str
    """The way it ended: one of `Game.endings`, `RESIGNED` or `AGREED`."""
    ranks: tuple[int, ...]
    """By seat: 1 for the best, equal for a tie."""

    @classmethod
    def by(cls, ending: str, scores: Sequence[Score]) -> Self:
        """By seat, more is better: numbers, tuples of which the first number that differs decides, or who has won."""
        return cls(ending, tuple([1 + sum(other > own for other in scores) for own in scores]))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won: () for a draw of everybody."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) < len(self.ranks) or len(self.ranks) == 1 else ()

    def share(self, seat: Seat) -> float:
        """What the seat has of the first place: 1 if it won alone, of a shared win its part, of a draw that of all."""
        winners = self.winners or range(len(self.ranks))
        return 1 / len(winners) if seat in winners else 0.0


S = TypeVar("S", bound="State")

OwnState: TypeAlias = Any
"""A state of one game alone, given back to what it came from: each game's own methods name its class.

(Python has no type for it. Whoever hands it on needs none either: what comes out is typed.)
"""
OwnAction: TypeAlias = Any
"""An action of one phase alone, likewise."""
OwnView: TypeAlias = Any
"""A view of one game alone, likewise."""


@dataclass(frozen=True, slots=True)
class Phase(Fact):
    """One section of the rulebook that asks for a decision. Data, never a coroutine."""

    # No ABC, though it is one to the type checker: whether a phase is of a class is asked at every ply, and an ABC's
    # answer takes several times as long.

    clause: ClassVar[str] = ""
    """The clause of the rulebook that this phase plays."""
    interruptible: ClassVar[bool] = False
    """Whether seats that are not asked may act in this phase too (`interrupts`)."""

    waiting: tuple[Seat, ...]
    """Who owes, or may take, a decision: everybody may know it. () means that the match is over."""

    @abstractmethod
    def options(self, g: OwnState, seat: Seat) -> Sequence[Action]:
        """Every legal action of a waiting seat, each once, in a stable order: the one definition of legality."""

    @abstractmethod
    def play(self, g: OwnState, seat: Seat, action: OwnAction) -> "Phase":
        """Change g, a private copy, by a legal action, an interrupt too: the seat tells who acts. The next phase."""

    def interrupts(self, g: OwnState, seat: Seat) -> Sequence[Action]:
        """What a seat that is not asked may do all the same, listed like `options`; nobody else may know that it can.

        Looked at in interruptible phases only.
        """
        return ()

    def could_interrupt(self, g: OwnState, seat: Seat) -> bool:
        """Return whether a seat that is not asked could hold an interrupt now, as far as everybody knows.

        The pace of computer players depends on it, so it follows from public facts alone.
        """
        return self.interruptible

    def allows(self, g: OwnState, seat: Seat, action: Action) -> bool:
        """Override only where `options` would be too long to list."""
        return action in self.options(g, seat)

    def refusal(self, g: OwnState, seat: Seat, action: Action) -> str:
        """Why an action of this waiting seat is not allowed: a sentence to that player that gives away nothing else."""
        return f"That is not possible now (rule {self.clause})."


@dataclass(frozen=True, slots=True)
class Over(Phase, fact="Over"):
    """The match has ended."""

    outcome: Outcome

    def options(self, g: "State", seat: Seat) -> Sequence[Action]:
        return ()

    def play(self, g: "State", seat: Seat, action: Action) -> Phase:
        raise IllegalActionError("The match is over.")


@dataclass(slots=True)
class State(Fact):
    """Everything about a match in progress, public and hidden.

    Outside its phase a card object stands in it once for each card on the table, where that card lies; what else speaks
    of a card there holds its id. (The laws count the cards.)
    """

    phase: Phase
    turn: int
    """The turn (of one player) or round that is being played, counted from 1: how the game measures its length."""
    random: int
    """The generator's state (`rules.core.rng`)."""
    events: list[Event] = field(metadata=NOT_COPIED)
    """What the latest action caused, in order."""

    def clone(self) -> Self:
        """A copy that shares nothing that changes (`rules.core.clone`), without its events."""
        after: Self = COPIERS[type(self)](self)
        return after

    @property
    def outcome(self) -> Outcome | None:
        return self.phase.outcome if isinstance(self.phase, Over) else None

    def below(self, bound: int) -> int:
        """A random integer in [0, bound)."""
        self.random, value = rng.below(self.random, bound)
        return value

    def shuffle(self, items: list[Any]) -> None:
        self.random = rng.shuffle(self.random, items)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that one seat (None: a spectator) may know, and nothing else. Frozen and comparable."""

    seat: Seat | None
    phase: str
    """The phase, by its fact (`rules.core.facts`)."""
    clause: str
    waiting: tuple[Seat, ...]
    turn: int
    options: tuple[Action, ...]
    """What this seat may do now, as `options` lists it: if it is not asked, its interrupts."""
    events: tuple[Event, ...]
    """What this seat may read of the latest action."""
    outcome: Outcome | None


def options(g: State, seat: Seat) -> tuple[Action, ...]:
    """What a seat may do now: one that is not asked, its interrupts alone."""
    phase = g.phase
    if seat in phase.waiting:
        return tuple(phase.options(g, seat))
    return tuple(phase.interrupts(g, seat)) if phase.interruptible and phase.waiting else ()


class Common(TypedDict):
    """What every view says (`View`)."""

    seat: Seat | None
    phase: str
    clause: str
    waiting: tuple[Seat, ...]
    turn: int
    options: tuple[Action, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None


def common(g: State, seat: Seat | None) -> Common:
    """What a game's view of a seat (None: a spectator) begins with."""
    return Common(
        seat=seat,
        phase=g.phase.fact,
        clause=g.phase.clause,
        waiting=g.phase.waiting,
        turn=g.turn,
        options=() if seat is None else options(g, seat),
        events=visible(g.events, seat),
        outcome=g.outcome,
    )


def check(g: State, seat: Seat, action: Action) -> None:
    """Nothing, if the rules allow it.

    Raises:
        IllegalActionError: the rules refuse it now.
    """
    if not g.phase.waiting:
        raise IllegalActionError("The match is over.")
    if seat not in g.phase.waiting:
        interrupts = options(g, seat)
        if action not in interrupts:
            but = ", and out of turn that is not possible" if interrupts else ""
            raise IllegalActionError(f"It is not your decision now{but} (rule {g.phase.clause}).")
    elif not g.phase.allows(g, seat, action):
        raise IllegalActionError(g.phase.refusal(g, seat, action))


def apply(g: S, seat: Seat, action: Action) -> S:
    """The state after a seat's action; g is untouched.

    Raises:
        IllegalActionError: the rules refuse it now.
    """
    check(g, seat, action)
    after = g.clone()
    after.phase = after.phase.play(after, seat, action)
    return after


def advance(g: State, seat: Seat, action: Action) -> None:
    """Play an action that is known to be legal on a state that nobody else holds, in place: for simulations."""
    g.events = []
    g.phase = g.phase.play(g, seat, action)
