"""The matches on which the laws are checked: the same ones for every law of a game, each played once.

Playing a match takes several times as long as looking at it, because the players have to decide. So their decisions are
cached, and replayed whenever a law walks through the match.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from secrets import randbits
from typing import Any, Final, NamedTuple, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from bot.lab.autoplay import Setup
from bot.lab.players import POLICIES
from rules.core.cards import Card, CardId
from rules.core.digest import digest
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action, NotationError, fields_of, words
from rules.core.options import RuleSet
from rules.core.play import State, advance, options
from rules.core.rng import below, next_bits, shuffle, split

T = TypeVar("T")
Place = tuple[object, ...]
"""A path through a state: fields, indices, keys."""
Table = tuple[int, Mapping[str, str]]
"""A number of players, with the options of their match."""

FROM: Final = 0 if settings().derandomize else randbits(64)
"""The seed of all matches of this run."""

FEW: Final = 8
"""The matches among which a law draws its examples, if it has fewer of them. Other laws draw others, so that together
they meet every number of players and every value of every option.
"""

FAR_TOO_LONG = 20_000
"""A match with this many decisions counts as endless."""

OFTEN: Final = 16
"""After this many looks, a match is inspected half as often."""

COMPARED: Final = 100
"""The number of tables among which the one with the most new pairs is chosen."""

EYES: Final = 3
"""The number of seats whose views of a state are checked."""

TRIES: Final = 10
LISTED: Final = 8_000
"""The limit of options listed for all tries at one state: each try of an action lists all options again."""


class Played(NamedTuple):
    """A match from its first decision to its end."""

    decisions: tuple[tuple[Seat, Action], ...]
    last: str
    """The digest of its last state."""


@st.composite
def matches(draw: st.DrawFn, game: Game, players: tuple[str, ...] = tuple(POLICIES)) -> tuple[Setup, int]:
    """Draw the setup and the seed of a match, out of as many matches as the law has examples, or of a few."""
    return drawn(game, draw(st.integers(0, max(FEW, settings().max_examples) - 1)), players)


def drawn(game: Game, number: int, players: tuple[str, ...]) -> tuple[Setup, int]:
    """Return a match of this run with players of these kinds and ready-made decks."""
    random = split(FROM, number)

    def one(things: Sequence[T]) -> T:
        nonlocal random
        random, place = below(random, len(things))
        return things[place]

    possible = tables(game)
    seats, options = possible[number % len(possible)]
    decks = [one(sorted(game.decks)) for _ in range(one(range(seats + 1)))] if game.decks else []
    setup = Setup(game=game, players=tuple(one(players) for _ in range(seats)), options=options, decks=tuple(decks))
    return setup, next_bits(random)[1]


@cache
def tables(game: Game) -> Sequence[Table]:
    """Return every number of players with every fitting combination of options, in this run's order.

    Every number and every value comes early, and with them every pair of values that can be combined. The author's
    rules come second.
    """
    names = [option.name for option in game.options]
    chosen = [dict(zip(names, values, strict=True)) for values in product(*(option.values for option in game.options))]
    remaining = [(seats, options) for options in chosen for seats in game.playable(options)]
    shuffle(FROM, remaining)
    first: list[Table] = []
    met: set[object] = set()
    while remaining:
        most = max(remaining[:COMPARED], key=lambda table: (len(chosen_at(table) - met), len(pairs(table) - met)))
        if pairs(most) <= met:
            break
        met |= pairs(most) | chosen_at(most)
        first.append(most)
        remaining.remove(most)
    written = game.by_rules(RuleSet.WRITTEN)
    original = [table for table in (*first, *remaining) if table[1] == written]
    others = [table for table in (*first, *remaining) if table not in original]
    return [*others[:1], *original[:1], *others[1:], *original[1:]]


def chosen_at(table: Table) -> set[object]:
    """Return the number of players and the values of options at a table."""
    seats, options = table
    return {seats, *options.items()}


def pairs(table: Table) -> set[object]:
    """Return all pairs of values at a table: of the number of players and of options."""
    seats, options = table
    return set(combinations([seats, *options.items()], 2)) or {seats}


def one_of(things: Sequence[T], seed: int) -> T:
    """Return one of these values, selected by a match's seed."""
    return things[seed % len(things)]


def played(setup: Setup, seed: int) -> Played:
    """Return the decisions of a match."""
    return _played(setup.game, setup.players, tuple(setup.options.items()), setup.decks, seed)


@lru_cache(maxsize=256)
def _played(
    game: Game, players: tuple[str, ...], chosen: tuple[tuple[str, str], ...], decks: tuple[str, ...], seed: int
) -> Played:
    setup = Setup(game=game, players=players, options=dict(chosen), decks=decks)
    g, _ = setup.begin(seed)
    decisions = []
    for decision in setup.play(g, seed):
        decisions.append(decision)
        assert len(decisions) < FAR_TOO_LONG, "every match ends"
    return Played(tuple(decisions), digest(g))


def again(g: State, setup: Setup, seed: int) -> Iterator[tuple[Seat, Action]]:
    """Replay the match of this seed in place, without deciding again; yields each decision."""
    decisions, last = played(setup, seed)
    for seat, action in decisions:
        advance(g, seat, action)
        yield seat, action
    assert digest(g) == last, "it goes as it went"


def walk(setup: Setup, seed: int, stride: int = 1) -> Iterator[State]:
    """Yield the state of a match after every `stride` decisions, including the first and the last; the match continues
    in place.

    A long match is looked at less and less often, unless the stride is 1.
    """
    g, _ = setup.begin(seed)
    yield g
    since = looks = 0
    for _ in again(g, setup, seed):
        since += 1
        if since == stride:
            yield g
            since, looks = 0, looks + 1
            if stride > 1 and looks % OFTEN == 0:
                stride *= 2
    if since:
        yield g


def viewers(g: State, setup: Setup) -> Iterator[Seat | None]:
    """Yield a spectator and every seat; if there are many seats, only some of them, which vary with the state."""
    yield None
    seats = len(setup.players)
    yield from (range(seats) if seats <= EYES else ((g.random + g.turn + n) % seats for n in range(EYES)))


def deciding(g: State, setup: Setup) -> Iterator[tuple[Seat, tuple[Action, ...]]]:
    """Yield every seat that may act now, by a decision or by a reaction, with its options."""
    for seat in range(len(setup.players)):
        legal = options(g, seat)
        if legal or seat in g.phase.waiting:
            yield seat, legal


def lying(g: State) -> dict[Place, Counter[CardId]]:
    """Return the cards at each place of a state: a place is a row, in any order, or the part of something that lies
    alone.

    Cards in phases and events do not lie anywhere.
    """
    cards_by_place: dict[Place, Counter[CardId]] = {}
    for field in fields(g):
        if field.name not in {"phase", "events"}:
            _lay(getattr(g, field.name), (field.name,), cards_by_place)
    return cards_by_place


def _lay(value: Any, place: Place, cards_by_place: dict[Place, Counter[CardId]]) -> None:
    """Add the cards of a value. Rows are counted as wholes, since this runs thousands of times."""
    if isinstance(value, Card):
        cards_by_place.setdefault(place, Counter())[value.id] += 1
    elif isinstance(value, dict):
        for key, item in value.items():
            _lay(item, (*place, key), cards_by_place)
    elif isinstance(value, list | tuple):
        cards = [item.id for item in value if isinstance(item, Card)]
        if cards:
            cards_by_place.setdefault(place, Counter()).update(cards)
        if len(cards) < len(value):
            for index, item in enumerate(value):
                if not isinstance(item, Card):
                    _lay(item, (*place, index), cards_by_place)
    else:
        for name in _parts(value.__class__):
            _lay(getattr(value, name), (*place, name), cards_by_place)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass; () for another class."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def changing(value: object) -> Iterator[object]:
    """Yield every mutable object within a value, including the value itself."""
    frozen = False
    match value:
        case None | Card() | Enum() | str() | int() | Fraction():
            return
        case tuple() | frozenset():
            frozen, parts = True, [*value]
        case dict():
            parts = [*value, *value.values()]
        case list() | set():
            parts = [*value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            frozen = value.__dataclass_params__.frozen  # type: ignore[attr-defined]
            parts = [getattr(value, field.name) for field in fields(value)]
        case _:
            parts = []
    if not frozen:
        yield value
    for part in parts:
        yield from changing(part)


def some(things: Sequence[T], random: int, listed: int) -> Sequence[T]:
    """Return the options to try at a state with this many: all of them, or an even selection of very many."""
    count = max(TRIES, LISTED // max(1, listed))
    if len(things) <= count:
        return things
    _, start = below(random, len(things))
    return [things[(start + n * len(things) // count) % len(things)] for n in range(count)]


def forged(game: Game, g: State, random: int, count: int) -> Iterator[Action]:
    """Yield at most `count` actions in the game's notation, made of words that occur in the state and of others."""
    words_in_use = {word for seat in g.phase.waiting for action in options(g, seat) for word in words(action)[1:]}
    vocabulary = sorted({*words_in_use, *game.cards, "nobody", "0", "1", "-1", "99", "3,-1"})
    for _ in range(count):
        random, choice = below(random, len(game.actions))
        kind = game.actions[choice]
        text = kind.verb
        for field in fields_of(kind):
            random, more = below(random, 3 if field.many else 1)
            for _ in range(1 + more):
                random, choice = below(random, len(vocabulary))
                text += f" {vocabulary[choice]}"
        try:
            yield game.parse(text)
        except NotationError:
            continue
