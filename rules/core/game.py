"""The contract of a game: what it is called, how it begins, what each seat sees, and how it speaks.

How it is played stands in `rules.core.play`, with the laws that every game keeps.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar

from rules.core import notation
from rules.core.cards import Card, CardId, Deck
from rules.core.content import read_cards, read_decks
from rules.core.decks import DeckPart, deck_faults
from rules.core.events import Event, Seat
from rules.core.notation import Action
from rules.core.play import AGREED, RESIGNED, Outcome, OwnState, OwnView, Phase, State, View
from rules.core.puzzles import PuzzleSet
from rules.core.scripts import Script
from rules.core.standing import StandingAnswer
from rules.core.words import span, together


class TableError(ValueError):
    """The match cannot begin like this (seats, options, decks); says why, to a player, every violation named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A choice in a player's words."""

    text: str
    """At most 80 characters: fits a button."""
    detail: str = ""
    """At most 100 characters: what the choice would do; may be empty."""
    warning: str = ""
    """If not empty, whoever chooses this is asked once more: a sentence that says what it would cost them."""
    short: str = ""
    """The text in fewer words, where it stands among others: “Titan Servo” of a card with all its numbers. "" if the
    text is short already."""
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
    definition: bool = False
    """It says what a word means or how a component looks, and no more: no code carries it."""
    chapter: str = ""
    """The title of its chapter."""
    title: str = ""
    """What it is about, in at most 60 characters; may be empty."""

    @property
    def heading(self) -> str:
        """Its number and what it is about."""
        return f"{self.number} {self.title or self.text}"


S_co = TypeVar("S_co", bound=State, covariant=True)


class _Dealer(Protocol[S_co]):
    """A game, by the class of its states: `begin` gives what its `deal` gives."""

    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> S_co: ...

    def agreed(self, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]]) -> dict[str, str]: ...


class Game(ABC):
    """A game: what it is called, how it begins, what each seat sees, and how it speaks."""

    key: ClassVar[str]
    """Its name in folders, commands and the store: lower case, underscores."""
    version: ClassVar[int] = 1
    """Of its rules. A match is played to its end by those that it was begun with (`rules.catalog.EARLIER`)."""
    changes: ClassVar[Mapping[int, str]] = MappingProxyType({})
    """By version from the second on: what is different since then, in at most two lines of 200 characters each, for
    players who know the game as it was."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One line, at most 100 characters."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players that it can be played by."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action, in the order in which a player is offered them."""
    standing_answers: ClassVar[tuple[type[StandingAnswer], ...]] = ()
    """Every kind of answer that a player may give ahead."""
    options: ClassVar[tuple[RuleOption, ...]] = ()
    endings: ClassVar[Mapping[str, str]]
    """Every way in which a match can end, by `Outcome.ending` (lower-case words joined by underscores), in words that
    go on after "Ada wins" and after "The match is a draw": "by more Life after turn 200"."""
    card_tables: ClassVar[Mapping[str, type[Card]]] = {}
    """The card list: by the name of a TOML file, the class that its entries become (`rules.core.content`)."""
    deck_rule: ClassVar[Sequence[DeckPart]] = ()
    """What a deck is made of; () if the game is played without decks of one's own."""
    cards: Mapping[CardId, Card] = MappingProxyType({})
    """Every card that can be in a match, by id, in the order of the card list; empty if it is played without cards."""
    open_deck_lists: ClassVar[bool] = True
    """Whether everybody may know which cards a player's deck is made of; if not, nobody is told who plays which."""
    decks: Mapping[str, Deck] = MappingProxyType({})
    """The ready-made decks by id; empty if the game is played without decks of one's own."""
    lookahead: ClassVar[int] = 1_000
    """Turns, as the game counts them, for which a computer player plays on a table that it imagines."""
    plan: ClassVar[int] = 0
    """Actions in a row that a computer player thinks through together, where a choice alone tells little; 0: none."""
    scripts: ClassVar[Mapping[str, Script]] = MappingProxyType({})
    """Players that follow one plan, by a word that is theirs alone: what the game is measured with."""
    puzzles: PuzzleSet | None = None
    """Puzzles for one person, if the game offers any."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        """From `seeds/<key>/`: the tables of each TOML file by the file's name without its ending.

        Raises:
            ValueError: the content is not what the game needs; names the file and the entry.
        """
        self.cards = read_cards(content, self.card_tables)
        self.decks = read_decks(content, self.deck_rule, self.cards)

    @abstractmethod
    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> State:
        """The state before the first decision; arguments are known to be good (`begin` checks them).

        Its events tell how the match begins, and each seat the cards that it was dealt (`Drew`).
        """

    @abstractmethod
    def view(self, g: OwnState, seat: Seat | None) -> View: ...

    @abstractmethod
    def imagine(self, view: OwnView, random: int) -> State:
        """A full state that this view could come from: its own view for that seat is equal."""

    @abstractmethod
    def label(self, view: OwnView, words: tuple[str, ...]) -> Label:
        """The last of these words, in a player's words.

        They begin an action that is among the view's options, or are the verb of any action of the game.
        """

    @abstractmethod
    def prompt(self, view: OwnView, names: Sequence[str]) -> str:
        """What is to be decided now, in one sentence: to the seat if it is asked, else about those who are asked.

        A seat that may interrupt can be told so after them.
        """

    @abstractmethod
    def greedy(self, view: OwnView, random: int) -> Action:
        """A sensible choice out of the view's options by a simple player who looks one step ahead.

        Where it is offered less than is legal, which computer players do to see what it would do instead, it can insist
        on what is not offered.
        """

    def harmless(self, view: OwnView, random: int) -> Action:
        """What is done for a seat that is asked and whose time is over: that one of the view's options which only lets
        the decision go by (`Action.harmless`); where something must be chosen, what the quick player chooses.
        """
        found: Action | None = next((action for action in view.options if action.harmless), None)
        return self.greedy(view, random) if found is None else found

    def hasten(self, view: OwnView, random: int) -> Action:
        """What the quick player does on a table that is only imagined, where many decisions a second count for more
        than each of them. The same, unless the game has something quicker.
        """
        return self.greedy(view, random)

    def interrupt(self, view: OwnView, random: int) -> Action | None:
        """Which of its interrupts, the view's options, that player would use now though it is not asked; None: none."""
        return None

    def likeness(self, view: OwnView, action: Action) -> Hashable:
        """The same for options of the view that its seat cannot tell apart by anything that it knows, such as which of
        some cards to draw that all lie face down: a computer player tries only one of them.
        """
        return action

    def prospects(self, g: OwnState, seat: Seat) -> float:
        """Which share of the win the seat can expect of a match that goes on, 0 to 1.

        For computer players, who see a table that they imagine no further than `lookahead` turns ahead. The shares of
        all seats are 1 together; unless a game says more, two seats have half each.
        """
        return 0.5

    def offers(self, view: OwnView) -> Sequence[StandingAnswer]:
        """The standing answers that the seat of this view could give now: few, and only where they would spare it
        something. They tell nobody more than the view tells the seat.
        """
        return ()

    def given_up(self, g: OwnState, seat: Seat) -> Phase | None:
        """The next phase when a seat leaves the match for good and all others play on; g, a private copy, is changed.
        None: without this seat the match is over, its team is last, and all others share the first rank.

        In a match that goes on the seat is asked no more, and at the end it ranks below all who stayed.
        """
        return None

    def orders(self, g: OwnState) -> Sequence[list[Any]]:
        """What lies in an order that nobody knows, as decks do. It is shuffled anew where plies are taken back by which
        something was drawn, or left to chance: nothing that anybody sees may change by that.
        """
        return ()

    @property
    def deck_cards(self) -> tuple[CardId, ...]:
        """The cards that a deck may have, in the order of the card list; () for a game without decks."""
        kinds = tuple(kind for part in self.deck_rule for kind in part.copies)
        return tuple([id_ for id_, card in self.cards.items() if isinstance(card, kinds)])

    def deck_faults(self, cards: Sequence[CardId]) -> list[str]:
        """Every way in which the cards break the deck rule, each a sentence with its clause; [] for a legal deck."""
        if not self.deck_rule:
            return [f"{self.title} is played without a deck of one's own."] if cards else []
        return deck_faults(self.deck_rule, self.cards, cards)

    def faults(self, seats: int, options: Mapping[str, str]) -> list[str]:
        """Why the game cannot be played by so many with these options, each of them known to be good by itself and all
        of them given: a kind sentence with its clause for each reason. [] for most.
        """
        return []

    def teams(self, seats: int, options: Mapping[str, str]) -> tuple[tuple[Seat, ...], ...]:
        """Who wins and loses together: every seat once, in the order of play. Arguments as for `faults`."""
        return tuple((seat,) for seat in range(seats))

    def begin(
        self: _Dealer[S_co], *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int
    ) -> S_co:
        """A new match. Options that are not given have their default; decks are by seat, () for a game without.

        Raises:
            TableError: seats, options or decks are not of this game.
        """
        return self.deal(seats=seats, options=self.agreed(seats, options, decks), decks=decks, seed=seed)

    def agreed(self, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]]) -> dict[str, str]:
        """What a match is begun with: all its options.

        Raises:
            TableError: as for `begin`.
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
        return full

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
        how = {RESIGNED: "by resignation", AGREED: "by agreement", **self.endings}[outcome.ending]
        if not outcome.winners:
            return f"The match is a draw {how}."
        wins = "wins" if len(outcome.winners) == 1 else "win"
        return f"{together([names[seat] for seat in outcome.winners])} {wins} {how}."

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """The event as a sentence for whoever may read it, or "" if another event tells it already.

        At most 300 characters besides the names. An event that only some seats hear may say "you".
        """
        return event.told(names, self.cards)

    def parse(self, text: str) -> Action:
        """The action that the text says.

        Raises:
            NotationError: it says none.
        """
        return notation.parse(self.actions, text)

    def parse_standing(self, text: str) -> StandingAnswer:
        """The standing answer that the text says.

        Raises:
            NotationError: it says none.
        """
        return notation.parse(self.standing_answers, text)
