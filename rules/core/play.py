"""A match in progress: its state, its phase, and each seat's view.

Every game in the catalog keeps these laws (tests/laws proves them):

- `apply` does not change the state that it is given.
- `options` lists each legal action once, in a stable order; every other action is refused.
- Only the seat that holds a reaction knows that it does.
- Every action can be written as text and parsed back.
- The same seed, options, decks and actions give the same states and the same events.
- Every match ends, even if every seat only ever takes its default action (`Game.default_action`).
- Two states that differ only in what a seat may not know give that seat equal views.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self, TypeAlias, TypedDict, TypeVar

from rules.core import rng
from rules.core.clone import COPIERS, NOT_COPIED
from rules.core.events import Event, Seat, visible
from rules.core.notation import Action
from rules.core.tags import Tagged

LAST_RESORT: Final = "last_resort"
"""The ending of a match that reached the limit of its game, such as a highest number of rounds."""

RESIGNED: Final = "resigned"
"""The ending of a match in which a player resigned. It belongs to the application; no game defines it."""

AGREED: Final = "agreed"
"""The ending of a match whose players agreed on a draw. It belongs to the application; no game defines it."""


class IllegalActionError(ValueError):
    """A well-formed action that is illegal now. The message tells the player why, and cites the clause."""


Score = TypeVar("Score", int, tuple[int, ...])


@dataclass(frozen=True, slots=True)
class Outcome(Tagged, tag="Outcome"):
    """The result of a match."""

    ending: str
    """One of `Game.endings`, `RESIGNED` or `AGREED`."""
    ranks: tuple[int, ...]
    """The rank of each seat: 1 is best, and tied seats share a rank."""

    @classmethod
    def by(cls, ending: str, scores: Sequence[Score]) -> Self:
        """Rank the seats by their scores, where more is better. Tuples are compared number by number."""
        return cls(ending, tuple([1 + sum(other > score for other in scores) for score in scores]))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; () if everyone drew."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) < len(self.ranks) or len(self.ranks) == 1 else ()

    def share(self, seat: Seat) -> float:
        """Return the seat's share of the win: 1 for the only winner, a fraction if several seats win or everyone drew,
        else 0.
        """
        winners = self.winners or range(len(self.ranks))
        return 1 / len(winners) if seat in winners else 0.0


S = TypeVar("S", bound="State")

OwnState: TypeAlias = Any
"""The type of a game's own state, where a method of any game takes one. Each game's methods name their state class
instead.

Python has no type for this. Callers need none, since they only hand a game its own states.
"""
OwnAction: TypeAlias = Any
"""The type of a phase's own action, where a method of any phase takes one."""
OwnView: TypeAlias = Any
"""The type of a game's own view, where a method of any game takes one."""


@dataclass(frozen=True, slots=True)
class Phase(Tagged):
    """A section of the rulebook in which a decision is due. It is a plain value and never a coroutine."""

    # Not an ABC: every ply tests the class of its phase, and with an ABC that takes several times as long. Type
    # checkers see the abstract methods all the same.

    clause: ClassVar[str] = ""
    """The clause of the rulebook that this phase implements."""
    allows_reactions: ClassVar[bool] = False
    """Whether seats that are not asked may react in this phase (`reactions`)."""

    waiting: tuple[Seat, ...]
    """The seats that have to decide or may decide; everyone knows which seats these are. () means that the match is
    over.
    """

    @abstractmethod
    def options(self, g: OwnState, seat: Seat) -> Sequence[Action]:
        """List every legal action of a waiting seat once, in a stable order. Only this method defines which actions are
        legal.
        """

    @abstractmethod
    def play(self, g: OwnState, seat: Seat, action: OwnAction) -> "Phase":
        """Change g, a private copy, by a legal action of this seat, or by its reaction, and return the next phase."""

    def reactions(self, g: OwnState, seat: Seat) -> Sequence[Action]:
        """List the reactions of a seat that is not asked, each once and in a stable order. No other seat may learn of
        them.

        Called only in phases with `allows_reactions`.
        """
        return ()

    def could_react(self, g: OwnState, seat: Seat) -> bool:
        """Return whether a seat that is not asked might have a reaction now, as far as everyone knows.

        The time that computer players take depends on the answer, so it must follow from public facts alone.
        """
        return self.allows_reactions

    def allows(self, g: OwnState, seat: Seat, action: Action) -> bool:
        """Return whether the action is legal. Override it only where `options` would be too long to list."""
        return action in self.options(g, seat)

    def waiting_after(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that still have to decide after this seat has."""
        return tuple([other for other in self.waiting if other != seat])

    def refusal(self, g: OwnState, seat: Seat, action: Action) -> str:
        """Return a sentence that tells a seat that has to decide why its action is illegal, and reveals nothing
        else.
        """
        return f"That isn't possible now (rule {self.clause})."


@dataclass(frozen=True, slots=True)
class Over(Phase, tag="Over"):
    """The phase of a match that has ended."""

    outcome: Outcome

    def options(self, g: "State", seat: Seat) -> Sequence[Action]:
        return ()

    def play(self, g: "State", seat: Seat, action: Action) -> Phase:
        raise IllegalActionError("The match is over.")


def phase_of(view: "View", *kinds: type[Phase]) -> Phase:
    """Return the phase of a view, for `determinize`: `Over`, or one of these classes. They have no fields of their own.

    Raises:
        StopIteration: the view has another phase.
    """
    if view.outcome is not None:
        return Over((), view.outcome)
    return next(kind for kind in kinds if kind.tag == view.phase)(view.waiting)


@dataclass(slots=True)
class State(Tagged):
    """Everything about a match in progress, public and hidden.

    Apart from the phase, the state holds one card object for each card on the table, at the place where that card lies.
    Any other field that refers to a card holds its id instead, because the laws count the card objects.
    """

    phase: Phase
    turn: int
    """The current turn or round, counted from 1; the length of a match is measured in these."""
    random: int
    """The state of the random generator (`rules.core.rng`)."""
    events: list[Event] = field(metadata=NOT_COPIED)
    """The results of the latest action, in order."""

    def clone(self) -> Self:
        """Return a copy that has no events and shares no mutable value with this state (`rules.core.clone`)."""
        after: Self = COPIERS[type(self)](self)
        return after

    @property
    def outcome(self) -> Outcome | None:
        return self.phase.outcome if isinstance(self.phase, Over) else None

    def below(self, bound: int) -> int:
        """Draw a random integer in [0, bound)."""
        self.random, value = rng.below(self.random, bound)
        return value

    def shuffle(self, items: list[Any]) -> None:
        self.random = rng.shuffle(self.random, items)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one seat (None: a spectator) may know, and nothing else. Frozen and comparable."""

    seat: Seat | None
    phase: str
    """The tag of the phase (`rules.core.tags`)."""
    clause: str
    waiting: tuple[Seat, ...]
    turn: int
    options: tuple[Action, ...]
    """The legal actions of this seat (see `options`); if it is not asked, its reactions."""
    events: tuple[Event, ...]
    """The results of the latest action that this seat may read."""
    outcome: Outcome | None


def options(g: State, seat: Seat) -> tuple[Action, ...]:
    """Return the legal actions of a seat; if the seat is not asked, only its reactions."""
    phase = g.phase
    if seat in phase.waiting:
        return tuple(phase.options(g, seat))
    return tuple(phase.reactions(g, seat)) if phase.allows_reactions and phase.waiting else ()


class CommonFields(TypedDict):
    """The fields that every view has (`View`)."""

    seat: Seat | None
    phase: str
    clause: str
    waiting: tuple[Seat, ...]
    turn: int
    options: tuple[Action, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None


def common_fields(g: State, seat: Seat | None) -> CommonFields:
    """Return the fields that every view has, for a seat (None: a spectator)."""
    return CommonFields(
        seat=seat,
        phase=g.phase.tag,
        clause=g.phase.clause,
        waiting=g.phase.waiting,
        turn=g.turn,
        options=() if seat is None else options(g, seat),
        events=visible(g.events, seat),
        outcome=g.outcome,
    )


def check(g: State, seat: Seat, action: Action) -> None:
    """Raise unless the rules allow the action.

    Raises:
        IllegalActionError: the action is illegal now.
    """
    if not g.phase.waiting:
        raise IllegalActionError("The match is over.")
    if seat not in g.phase.waiting:
        reactions = options(g, seat)
        if action not in reactions:
            but = ", and you can't do that out of turn" if reactions else ""
            raise IllegalActionError(f"It's not your decision now{but} (rule {g.phase.clause}).")
    elif not g.phase.allows(g, seat, action):
        raise IllegalActionError(g.phase.refusal(g, seat, action))


def apply(g: S, seat: Seat, action: Action) -> S:
    """Return the state after a seat's action, and leave g unchanged.

    Raises:
        IllegalActionError: the action is illegal now.
    """
    check(g, seat, action)
    after = g.clone()
    after.phase = after.phase.play(after, seat, action)
    return after


def advance(g: State, seat: Seat, action: Action) -> None:
    """Play a legal action by changing g itself, for simulations. No other code may hold a reference to g."""
    g.events = []
    g.phase = g.phase.play(g, seat, action)
