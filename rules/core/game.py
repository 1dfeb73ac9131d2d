"""The contract of a game: its name and content, the start of a match, each seat's view, and its texts.

`rules.core.play` has the other half: the state, the phases, and the laws that every game keeps.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from rules.core import notation
from rules.core.cards import Card, CardId, Deck
from rules.core.content import read_cards, read_decks
from rules.core.decks import DeckPart, deck_faults
from rules.core.events import Event, Seat
from rules.core.goals import Goal
from rules.core.notation import Action
from rules.core.options import RuleOption, RuleSet, rule_set_of, with_rule_set
from rules.core.play import AGREED, RESIGNED, Outcome, OwnState, OwnView, Phase, State, View
from rules.core.pre_moves import PreMove
from rules.core.puzzles import PuzzleSet
from rules.core.scripts import Script
from rules.core.voice import DRAWN, SILENT, Voice
from rules.core.words import span, together

_OF_PACK: Final = "."
"""The mark between the key of a game and the number of a content pack."""


def catalog_key(key: str) -> str:
    """Return the key of the game in the catalog by whose rules a game is played: the key itself, unless the game is
    that of a content pack.
    """
    return key.partition(_OF_PACK)[0]


def pack_key(key: str, number: int) -> str:
    """Return the key of the game of a content pack. key: of the game in the catalog; number: of the pack."""
    return f"{key}{_OF_PACK}{number}"


def pack_number(key: str) -> int | None:
    """Return the number of the content pack whose game has this key; None for a game of the catalog."""
    number = key.partition(_OF_PACK)[2]
    return int(number) if number.isdecimal() else None


class TableError(ValueError):
    """A match cannot begin with these seats, options or decks. The message tells a player every violation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A choice as players read it."""

    text: str
    """The text of the choice, in at most 80 characters, so that it fits a button."""
    detail: str = ""
    """The effect of the choice, in at most 100 characters; may be empty."""
    warning: str = ""
    """A sentence that says what the choice would cost. If it is not empty, the player has to confirm the choice."""
    short: str = ""
    """A shorter text for use beside other labels, such as “Titan Servo” without the card's numbers; "" if `text` is
    short enough.
    """
    quick: bool = False
    """Whether the choice deserves a separate button when there are many choices."""
    general: bool = False
    """Whether `detail` explains this kind of choice in general, which helps newcomers, and says nothing about this
    choice in particular.
    """


def general_labels(labels: Mapping[str, Label]) -> Mapping[str, Label]:
    """Return the labels of verbs, marked as `general`."""
    return {verb: replace(label, general=True) for verb, label in labels.items()}


class Grounds(StrEnum):
    """The reason for a ruling of ours in a match by the author's rules."""

    SILENT = "silent"
    """The author's rules leave this open."""
    CONTRADICTION = "contradiction"
    """The author's rules say two things about it."""
    LAST_RESORT = "last resort"
    """By the author's rules alone, a match might never end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """A rule of ours that differs from the author's rule in the same clause."""

    option: str
    """The name of the option that chooses between the two."""
    value: str
    """The value of that option with which the house rule holds: its default."""
    text: str
    why: str
    """The reason for the house rule, with a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A numbered clause of a game's rulebook (`seeds/<game>/rulebook.md`)."""

    number: str
    text: str
    """The rule as the author wrote it, in our words, or a ruling."""
    ruling: bool
    """Whether the clause is our own ruling, not taken from the source."""
    grounds: Grounds = Grounds.SILENT
    """The reason for a ruling; meaningless for a clause from the source."""
    definition: bool = False
    """Whether the clause only defines a word or describes a component, so that no code implements it."""
    chapter: str = ""
    """The title of the clause's chapter."""
    title: str = ""
    """The clause's subject, in at most 60 characters; may be empty."""
    house: HouseRule | None = None
    """The house rule, if it differs from the text."""

    @property
    def heading(self) -> str:
        """The clause's number with its title, or with its text if it has no title."""
        return f"{self.number} {self.title or self.text}"

    @property
    def whole(self) -> str:
        """The text with that of the house rule, for searches."""
        return self.text if self.house is None else f"{self.text}\n{self.house.text}"

    def house_holds(self, options: Mapping[str, str]) -> bool:
        """Return whether the house rule holds in a match with these options; False if the clause has none. Missing
        options have their defaults.
        """
        return self.house is not None and options.get(self.house.option, self.house.value) == self.house.value


S_co = TypeVar("S_co", bound=State, covariant=True)


class _Dealer(Protocol[S_co]):
    """A game, generic in its state class, so that `begin` returns the class of state that `deal` returns."""

    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> S_co: ...

    def agreed(self, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]]) -> dict[str, str]: ...


class Game(ABC):
    """A game: its name and content, the start of a match, each seat's view, and its texts."""

    key: str
    """The name used in folders, commands and the store: lower case, underscores. The game of a content pack has the key
    of its pack (`pack_key`).
    """
    version: ClassVar[int] = 1
    """The version of the game's rules. A match keeps the version that it began with (`rules.catalog.EARLIER`)."""
    changes: ClassVar[Mapping[int, str]] = MappingProxyType({})
    """The changes of each version from the second on, for players who know the game. At most two lines of 200
    characters per version.
    """
    title: str
    summary: ClassVar[str]
    """The description of the game in one line of at most 100 characters."""
    turn_word: ClassVar[str] = "turn"
    """The game's word for what `View.turn` counts."""
    seats: ClassVar[tuple[int, ...]]
    """The possible numbers of players."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Every class of actions, in the order in which players are offered them."""
    questions: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """By tag of a phase, the sentence for a seat that is asked: “Play a card.” A game with a `prompt` of its own needs
    none.
    """
    pre_move_classes: ClassVar[tuple[type[PreMove], ...]] = ()
    """Every class of pre-moves, () if the game has none."""
    options: ClassVar[tuple[RuleOption, ...]] = ()
    endings: ClassVar[Mapping[str, str]]
    """The words for each ending, by `Outcome.ending` (lower-case words joined by underscores). They continue “Ada wins”
    and “The match is a draw”: “by more Life after turn 200”.
    """
    card_tables: ClassVar[Mapping[str, type[Card]]] = {}
    """The class of the entries in each TOML file of the card list (`rules.core.content`)."""
    deck_rule: ClassVar[Sequence[DeckPart]] = ()
    """The parts of a deck; () if players bring no decks."""
    cards: Mapping[CardId, Card] = MappingProxyType({})
    """Every card that can be in a match, by id, in the order of the card list; empty for a game without cards."""
    open_deck_lists: ClassVar[bool] = True
    """Whether everyone may know the card list of a player's deck. If not, nobody is told who plays which deck."""
    decks: Mapping[str, Deck] = MappingProxyType({})
    """The ready-made decks by id; empty if players bring no decks."""
    lookahead: ClassVar[int] = 1_000
    """The number of turns, as the game counts them, that a computer player simulates in a rollout."""
    plan: ClassVar[int] = 0
    """The length of the action sequences among which a computer player searches; 0 if it searches single actions.
    Sequences are for games in which the effect of a single action is small.
    """
    scripts: ClassVar[Mapping[str, Script]] = MappingProxyType({})
    """Bots that each follow one strategy, by name; the lab measures the game with them."""
    goals: ClassVar[Sequence[Goal]] = ()
    """Target figures for a balanced game. The lab compares its measurements with them."""
    landmarks: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """By tag of an event that may decide a match: a few words with which a replay names such a moment."""
    styles: ClassVar[Sequence[str]] = ()
    """Names of scripts that resemble people's habits. In some of its rollouts, the expert lets the other players follow
    one of these scripts, so that it does not rely on the habits of the quick player.
    """
    voice: ClassVar[Voice] = SILENT
    """How the game's world speaks."""
    puzzles: PuzzleSet | None = None
    """Puzzles for one person, if the game offers any."""

    source: Mapping[str, Any]
    """The content from which the game was made; {} if it was made without one."""

    def __new__(cls, content: object = None, *_: Any, **__: Any) -> Self:
        """Remember the content, so that other processes can make the same game from it."""
        game = super().__new__(cls)
        game.source = content if isinstance(content, Mapping) else {}
        return game

    def __init__(self, content: Mapping[str, Any]) -> None:
        """Read the content of `seeds/<key>/`: the tables of each TOML file, by the file's name without its ending.

        Raises:
            ValueError: the content does not fit the game; the message names the file and the entry.
        """
        self.cards = read_cards(content, self.card_tables)
        self.decks = read_decks(content, self.deck_rule, self.cards)

    def as_pack(self, key: str, title: str) -> Self:
        """Give this game the key and the title of a content pack, from whose tables it was made. Return the game."""
        self.key, self.title = key, title
        return self

    @abstractmethod
    def deal(self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int) -> State:
        """Return the state before the first decision. `begin` has checked the arguments.

        The state's events narrate the start of the match, and tell each seat which cards it was dealt (`Drew`).
        """

    @abstractmethod
    def view(self, g: OwnState, seat: Seat | None) -> View: ...

    @abstractmethod
    def determinize(self, view: OwnView, random: int) -> State:
        """Return a full state that is consistent with the view: the view that it gives this seat equals `view`."""

    def likely_state(self, view: OwnView, random: int) -> State:
        """Return a full state that is consistent with the view, like `determinize`, but return a likely state more
        often than an unlikely one, judging by what the other seats have done. The expert searches on such states.
        """
        return self.determinize(view, random)

    def label(self, view: OwnView, words: tuple[str, ...]) -> Label:
        """Return the label of the choice that the last of these words stands for: a button or an entry of a menu. By
        default, this is a card's name, or the word itself.

        The words are either the first words of one of the view's options (`attack`, then `attack fire-3`), or a single
        verb of any action of the game.
        """
        last = words[-1]
        card = self.cards.get(CardId(last)) if len(words) > 1 else None
        return Label(text=last.replace("-", " ").capitalize() if card is None else card.name)

    def prompt(self, view: OwnView, names: Sequence[str]) -> str:
        """Return one sentence that says which decision is due. It says “you” if the view's seat is asked, and otherwise
        names the seats that are asked. By default, the sentence for the seat is in `questions`. On a table, the view
        has no options, and the sentence tells nothing that follows from them.

        If the seat has a reaction, a second sentence may say so.
        """
        if view.outcome is not None:
            return "The match is over."
        if view.seat in view.waiting:
            return self.questions[view.phase]
        return f"Waiting for {together([names[seat] for seat in view.waiting])}."

    def aim(self, view: OwnView) -> str:
        """Return the aim of the match in at most 60 characters, such as “First to 10 points”; "" shows none. It follows
        from the match's options, and stays the same.
        """
        return ""

    def tip(self, view: OwnView) -> str:
        """Return one sentence of advice on what matters now, for a player who is new to the game, or "".

        Only a player's first decisions have tips. A tip uses nothing beyond the view.
        """
        return ""

    @abstractmethod
    def greedy(self, view: OwnView, random: int) -> Action:
        """Choose a sensible option of the view, looking one step ahead.

        Computer players sometimes remove legal options from the view, to see what the quick player would choose without
        them. Even then, this method may choose a removed option.
        """

    def plain(self, view: OwnView) -> Sequence[Action]:
        """Return the options that a beginner thinks of in this position; by default all. There is always one for a seat
        that has to decide.

        A novice chooses among them.
        """
        options: Sequence[Action] = view.options
        return options

    def sound(self, view: OwnView) -> Sequence[Action]:
        """Return the options that a good player would consider; by default all. There is always one.

        The quick player chooses among them, and the expert searches among them. Only what a good player would call
        stupid at sight is left out.
        """
        options: Sequence[Action] = view.options
        return options

    def advised(self, view: OwnView) -> Sequence[Action]:
        """Return the options that follow the tip; by default all. There is always one."""
        options: Sequence[Action] = view.options
        return options

    def example(self, view: OwnView, random: int) -> Action:
        """Choose an option as an example for a newcomer. It follows the tip; among those that do, the quick player
        chooses.
        """
        advised = tuple(self.advised(view))
        chosen = self.greedy(replace(view, options=advised), random)
        return chosen if chosen in advised else advised[0]

    def default_action(self, view: OwnView, random: int) -> Action:
        """Choose for a seat whose time is over: the option that lets the decision pass at no cost (`Action.harmless`),
        or the quick player's choice if the view has no such option.
        """
        passing: Action | None = next((action for action in view.options if action.harmless), None)
        return self.greedy(view, random) if passing is None else passing

    def fast_policy(self, view: OwnView, random: int) -> Action:
        """Choose like `greedy`, but faster, for rollouts, where speed matters more than good decisions. By default it
        calls `greedy`.
        """
        return self.greedy(view, random)

    def react(self, view: OwnView, random: int) -> Action | None:
        """Return the reaction that the quick player would use now, one of the view's options, or None if it would use
        none.
        """
        return None

    def fast_reaction(self, g: OwnState) -> tuple[Seat, Action] | None:
        """Return a seat that is not asked, and its reaction to the latest action in a rollout; None if nobody reacts.
        Called only in phases with `Phase.allows_reactions`, often, so it must be fast.
        """
        return None

    def equivalence(self, view: OwnView, action: Action) -> Hashable:
        """Return a key of the option. Options have equal keys if the seat sees no difference between them, such as
        drawing one of several face-down cards. A computer player tries only one option of each key.
        """
        return action

    def evaluate(self, g: OwnState, seat: Seat) -> float:
        """Estimate the seat's share of the win in an unfinished match, from 0 to 1.

        Computer players need the estimate because their rollouts end after `lookahead` turns. The shares of all seats
        add up to 1. By default, each of two seats has one half.
        """
        return 0.5

    def landmark(self, events: Iterable[Event]) -> str:
        """Return the words in `landmarks` for the first of these events that has any; "" if none has."""
        return next((self.landmarks[event.tag] for event in events if event.tag in self.landmarks), "")

    def offers(self, view: OwnView) -> Sequence[PreMove]:
        """Return the pre-moves that the seat of this view can make now: only a few, each of which would save the seat a
        decision. They reveal nothing beyond the view itself.
        """
        return ()

    def forfeit_seat(self, g: OwnState, seat: Seat) -> Phase | None:
        """Remove a seat from the match for good and return the next phase. This changes g, which is a private copy.
        Return None if the match cannot go on without this seat: its team is then last, and all others share the first
        rank.

        If the match continues, the seat makes no more decisions and ranks below all players who stayed.
        """
        return None

    def hidden_orders(self, g: OwnState) -> Sequence[list[Any]]:
        """Return the lists whose order nobody knows, such as decks. They are shuffled again when an undo takes back a
        draw or a random result. Shuffling them must not change anyone's view.
        """
        return ()

    @property
    def deck_cards(self) -> tuple[CardId, ...]:
        """The cards allowed in a deck, in the order of the card list; () for a game without decks."""
        kinds = tuple(kind for part in self.deck_rule for kind in part.copies)
        return tuple([id_ for id_, card in self.cards.items() if isinstance(card, kinds)])

    def deck_faults(self, cards: Sequence[CardId]) -> list[str]:
        """Return a sentence, with its clause, for each way in which the cards break the deck rule; [] for a
        legal deck.
        """
        if not self.deck_rule:
            return [f"{self.title} is played without a deck of one's own."] if cards else []
        return deck_faults(self.deck_rule, self.cards, cards)

    def faults(self, seats: int, options: Mapping[str, str]) -> list[str]:
        """Return a sentence, with its clause, for each reason why this many players cannot play with these options. The
        options are complete, and each value is valid by itself.
        """
        return []

    def teams(self, seats: int, options: Mapping[str, str]) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams, in the order of play; each seat is in exactly one. Takes the same arguments as `faults`."""
        return tuple((seat,) for seat in range(seats))

    def begin(
        self: _Dealer[S_co], *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int
    ) -> S_co:
        """Start a match. Missing options get their defaults; decks are given by seat, () for a game without decks.

        Raises:
            TableError: the seats, options or decks do not fit this game.
        """
        return self.deal(seats=seats, options=self.agreed(seats, options, decks), decks=decks, seed=seed)

    def agreed(self, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]]) -> dict[str, str]:
        """Check the arguments of `begin` and return all options, defaults included.

        Raises:
            TableError: the seats, options or decks do not fit this game.
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
        """Return a sentence for each unknown option and each unknown value."""
        by_name = {option.name: option for option in self.options}
        faults = []
        for name, value in options.items():
            if name not in by_name:
                faults.append(f"{self.title} has no option {name}.")
            elif value not in by_name[name].values:
                faults.append(f"The option {name} is {' or '.join(by_name[name].values)}.")
        return faults

    def all_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the chosen options with the defaults of all others."""
        return {option.name: chosen.get(option.name, option.default) for option in self.options}

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The rules between which players choose: house rules, and as written if that is any different."""
        return (RuleSet.HOUSE, RuleSet.WRITTEN) if any(option.differs for option in self.options) else (RuleSet.HOUSE,)

    def rule_set(self, options: Mapping[str, str]) -> RuleSet:
        """Return the rules that these options make (`rule_set_of`)."""
        return rule_set_of(self.options, options)

    def by_rules(self, rule_set: RuleSet, options: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
        """Return all options by these rules, house rules or as written (`with_rule_set`)."""
        return with_rule_set(self.options, options, rule_set)

    def playable(self, options: Mapping[str, str]) -> tuple[int, ...]:
        """Return the numbers of players that can play with these options, if each of the values is valid by itself."""
        full = self.all_options(options)
        return tuple(seats for seats in self.seats if not self.faults(seats, full))

    def score(self, view: OwnView, seat: Seat) -> str:
        """Return a seat's score in a few words that everyone may read (“7 points”), or ""."""
        return ""

    def result(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return one sentence that names the winners and the ending."""
        ending = {RESIGNED: "by resignation", AGREED: "by agreement", **self.endings}[outcome.ending]
        if not outcome.winners:
            return f"The match is a draw {ending}."
        wins = "wins" if len(outcome.winners) == 1 else "win"
        return f"{together([names[seat] for seat in outcome.winners])} {wins} {ending}."

    def closing(self, outcome: Outcome) -> str:
        """Return the sentence with which the game's world closes a match, beside its result; "" if it has none."""
        return self.voice.endings.get(outcome.ending if outcome.winners else DRAWN, "")

    def narrate(self, event: Event, names: Sequence[str]) -> str:
        """Return the event as a sentence for a reader who may see it, or "" if the sentence of another event covers it.

        The sentence has at most 300 characters besides the names. An event for some seats only may say “you”.
        """
        return event.narrate(names, self.cards)

    def parse(self, text: str) -> Action:
        """Parse the text as an action.

        Raises:
            NotationError: the text is not an action of this game.
        """
        return notation.parse(self.actions, text)

    def parse_pre_move(self, text: str) -> PreMove:
        """Parse the text as a pre-move.

        Raises:
            NotationError: the text is not a pre-move of this game.
        """
        return notation.parse(self.pre_move_classes, text)
