"""The contract of a game.

The laws that every game in the catalog keeps (tests/laws proves them):

- `apply` leaves the state that it is given as it was.
- `options` lists each legal action once, in a stable order; what is not listed is refused.
- Only the seat that may act without being asked knows that it may.
- Every action survives the way to text and back.
- The same seed, options, decks and actions give the same states and the same events.
- Every match ends.
- Two states that differ only in what a seat may not know give that seat equal views.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Self, TypedDict, TypeVar

from rules.core import notation, rng
from rules.core.cards import Card, CardId, Deck
from rules.core.notation import Action

Seat = int
"""A place at the table, counted from 0 in the order of play."""

LAST_RESORT: Final = "last_resort"
"""The ending of a match that met its game's last-resort limit."""

RESIGNED: Final = "resigned"
"""The ending of a match that a player gave up: the application's own, no game has it."""


class IllegalActionError(ValueError):
    """Well-formed, but the rules refuse it now; says why, to a player, citing the clause."""


class TableError(ValueError):
    """The match cannot begin like this (seats, options, decks); says why, to a player, every violation named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, for the log, the pictures and the announcements."""

    seats: frozenset[Seat] | None = None
    """Who may read it; None: everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """A seat took cards that nobody else saw: its own account. What everybody saw of it is an event of its own."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event):
    """A seat used a card; games extend it with what the card was used for."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    ending: str
    """The way it ended: one of `Game.endings`, or `RESIGNED`."""
    ranks: tuple[int, ...]
    """By seat: 1 for the best, equal for a tie."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won: () for a draw of everybody."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) < len(self.ranks) or len(self.ranks) == 1 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A choice in a player's words."""

    text: str
    """At most 80 characters: fits a button."""
    detail: str = ""
    """At most 100 characters: what the choice would do; may be empty."""
    warning: str = ""
    """If not empty, whoever chooses this is asked once more: a sentence that says what it would cost them."""
    quick: bool = False
    """Among many choices: one of the few that are worth a button of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """A variant of the rules that can be chosen before a match."""

    name: str
    """Lower-case words joined by underscores."""
    values: tuple[str, ...]
    """The first one is the default."""
    summary: str
    """One line, at most 100 characters."""
    clause: str

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A numbered clause of a game's rulebook (`seeds/<game>/rulebook.md`)."""

    number: str
    text: str
    ruling: bool
    """Ours, not the source's."""
    chapter: str = ""
    """The title of its chapter."""


S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Phase(ABC, Generic[S, A]):
    """One decision window: one section of the rulebook. Data, never a coroutine."""

    clause: ClassVar[str] = ""
    """The clause of the rulebook that this window plays."""
    interruptible: ClassVar[bool] = False
    """Whether seats that are not asked may act in this window too (`interrupts`)."""

    waiting: tuple[Seat, ...]
    """Who owes, or may take, a decision: everybody may know it. () means that the match is over."""

    @abstractmethod
    def options(self, g: S, seat: Seat) -> Sequence[A]:
        """Every legal action of a waiting seat, each once, in a stable order: the one definition of legality."""

    @abstractmethod
    def play(self, g: S, seat: Seat, action: A) -> "Phase[S, Any]":
        """Change g, a private copy, by a legal action, an interrupt too: the seat tells who acts. The next window."""

    def interrupts(self, g: S, seat: Seat) -> Sequence[A]:
        """What a seat that is not asked may do all the same, listed like `options`; nobody else may know that it can.

        Looked at in interruptible windows only.
        """
        return ()

    def allows(self, g: S, seat: Seat, action: A) -> bool:
        """Override only where `options` would be too long to list."""
        return action in self.options(g, seat)

    def refusal(self, g: S, seat: Seat, action: Action) -> str:
        """Why an action of this waiting seat is not allowed: a sentence to that player that gives away nothing else."""
        return f"That is not possible now (rule {self.clause})."


@dataclass(frozen=True, slots=True)
class Over(Phase[Any, Action]):
    """The match has ended."""

    outcome: Outcome

    def options(self, g: "State", seat: Seat) -> Sequence[Action]:
        return ()

    def play(self, g: "State", seat: Seat, action: Action) -> Phase[Any, Any]:
        raise IllegalActionError("The match is over.")


@dataclass(slots=True)
class State(ABC):
    """Everything about a match in progress, public and hidden.

    Outside its phase a card object stands in it once for each card on the table, where that card lies; what else speaks
    of a card there holds its id. (The laws count the cards.)
    """

    phase: Phase[Any, Any]
    turn: int
    """The turn (of one player) or round that is being played, counted from 1: how the game measures its length."""
    random: int
    """The generator's state (`rules.core.rng`)."""
    news: list[Event]
    """What the latest action caused, in order."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing mutable, with empty news."""

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
    """The name of the window's class."""
    clause: str
    waiting: tuple[Seat, ...]
    turn: int
    options: tuple[Action, ...]
    """What this seat may do now, as `options` lists it: if it is not asked, its interrupts."""
    news: tuple[Event, ...]
    """What this seat heard of the latest action."""
    outcome: Outcome | None


def heard(news: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may read: the one place where news are kept from anybody."""
    return tuple(e for e in news if e.seats is None or (seat is not None and seat in e.seats))


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
    news: tuple[Event, ...]
    outcome: Outcome | None


def common(g: State, seat: Seat | None) -> Common:
    """What a game's view of a seat (None: a spectator) begins with."""
    return Common(
        seat=seat,
        phase=type(g.phase).__name__,
        clause=g.phase.clause,
        waiting=g.phase.waiting,
        turn=g.turn,
        options=() if seat is None else options(g, seat),
        news=heard(g.news, seat),
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
    g.news = []
    g.phase = g.phase.play(g, seat, action)


class Game(ABC, Generic[S, V]):
    """A game: what it is called, how it begins, what each seat sees, and how it speaks."""

    key: ClassVar[str]
    """Its name in folders, commands and the store: lower case, underscores."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One line, at most 100 characters."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players that it can be played by."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action, in the order in which a player is offered them."""
    options: ClassVar[tuple[RuleOption, ...]] = ()
    endings: ClassVar[Mapping[str, str]]
    """Every way in which a match can end, by `Outcome.ending` (lower-case words joined by underscores), in words that
    go on after "Ada wins" and after "The match is a draw": "by more Life after turn 200"."""
    cards: Mapping[CardId, Card]
    """Every card that can be in a match, by id, in the order of the card list; empty if it is played without cards."""
    open_deck_lists: ClassVar[bool] = True
    """Whether everybody may know which cards a player's deck is made of; if not, nobody is told who plays which."""
    decks: Mapping[str, Deck]
    """The ready-made decks by id; empty if the game is played without decks of one's own."""

    @abstractmethod
    def __init__(self, content: Mapping[str, Any]) -> None:
        """From `seeds/<key>/`: the tables of each TOML file by the file's name without its ending.

        Raises:
            ValueError: the content is not what the game needs; names the entry.
        """

    @abstractmethod
    def deck_faults(self, cards: Sequence[CardId]) -> list[str]:
        """Every way in which the cards break the deck rule, each a sentence with its clause; [] for a legal deck."""

    @abstractmethod
    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> S:
        """The state before the first decision; arguments are known to be good (`begin` checks them).

        Its news tell how the match begins, and each seat the cards that it was dealt (`Drew`).
        """

    @abstractmethod
    def view(self, g: S, seat: Seat | None) -> V: ...

    @abstractmethod
    def imagine(self, view: V, random: int) -> S:
        """A full state that this view could come from: its own view for that seat is equal."""

    @abstractmethod
    def label(self, view: V, words: tuple[str, ...]) -> Label:
        """The last of these words, in a player's words.

        They begin an action that is among the view's options, or are the verb of any action of the game.
        """

    @abstractmethod
    def prompt(self, view: V, names: Sequence[str]) -> str:
        """What is to be decided now, in one sentence: to the seat if it is asked, else about those who are asked.

        A seat that may interrupt can be told so after them.
        """

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str]) -> str:
        """The event as a sentence for whoever may read it, or "" if another event tells it already.

        At most 300 characters besides the names. An event that only some seats hear may say "you".
        """

    @abstractmethod
    def greedy(self, view: V, random: int) -> Action:
        """A sensible choice out of the view's options by a simple player who looks one step ahead."""

    def interrupt(self, view: V, random: int) -> Action | None:
        """Which of its interrupts, the view's options, that player would use now though it is not asked; None: none."""
        return None

    def faults(self, seats: int, options: Mapping[str, str]) -> list[str]:
        """Why the game cannot be played by so many with these options, each of them known to be good by itself and all
        of them given: a kind sentence with its clause for each reason. [] for most.
        """
        return []

    def teams(self, seats: int, options: Mapping[str, str]) -> tuple[tuple[Seat, ...], ...]:
        """Who wins and loses together: every seat once, in the order of play. Arguments as for `faults`."""
        return tuple((seat,) for seat in range(seats))

    def begin(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> S:
        """A new match. Options that are not given have their default; decks are by seat, () for a game without.

        Raises:
            TableError: seats, options or decks are not of this game.
        """
        faults = []
        if seats not in self.seats:
            faults.append(f"{self.title} is for {span(self.seats)} players, not {seats}.")
        faults += self.option_faults(options)
        full = self.all_options(options)
        faults = faults or self.faults(seats, full)
        if self.decks:
            if len(decks) != seats:
                faults.append("Every player needs a deck.")
            for seat, deck in enumerate(decks):
                faults.extend(f"Deck of player {seat + 1}: {fault}" for fault in self.deck_faults(deck))
        if faults:
            raise TableError(" ".join(faults))
        return self.deal(seats=seats, options=full, decks=decks, seed=seed)

    def option_faults(self, options: Mapping[str, str]) -> list[str]:
        """Every option that the game does not have, or not with that value."""
        known = {option.name: option for option in self.options}
        faults = []
        for name, value in options.items():
            if name not in known:
                faults.append(f"{self.title} has no option {name}.")
            elif value not in known[name].values:
                faults.append(f"The option {name} is {' or '.join(known[name].values)}.")
        return faults

    def all_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options with the defaults of those that were not chosen."""
        return {option.name: chosen.get(option.name, option.default) for option in self.options}

    def playable(self, options: Mapping[str, str]) -> tuple[int, ...]:
        """The numbers of players that go with these options, each of which is good by itself."""
        full = self.all_options(options)
        return tuple(seats for seats in self.seats if not self.faults(seats, full))

    def result(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Who won and how, in one sentence."""
        how = self.endings.get(outcome.ending, "by resignation")
        if not outcome.winners:
            return f"The match is a draw {how}."
        wins = "wins" if len(outcome.winners) == 1 else "win"
        return f"{together([names[seat] for seat in outcome.winners])} {wins} {how}."

    def parse(self, text: str) -> Action:
        """The action that the text says.

        Raises:
            NotationError: it says none.
        """
        return notation.parse(self.actions, text)


def together(names: Sequence[str]) -> str:
    """Names in one row: “Ada”, “Ada and Bo”, “Ada, Bo and Cleo”."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def span(seats: Sequence[int]) -> str:
    """Numbers of players in words: “2”, “2 or 3”, “2 to 6”."""
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]} to {seats[-1]}"
    *others, last = map(str, seats)
    return f"{', '.join(others)} or {last}" if others else last
