"""Matches for the laws to be tried on: for every law of a game the same ones, each played once.

To play a match takes several times as long as to look at it, most of it to think what to do. So what was decided is
kept, and whoever walks through the match does the same again.
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
from rules.core.play import State, advance, options
from rules.core.rng import below, next_bits, shuffle, split

T = TypeVar("T")
Place = tuple[object, ...]
"""The way to it through a state: fields, indices, keys."""
Table = tuple[int, Mapping[str, str]]
"""A number of players, and the options that they play with."""

FROM: Final = 0 if settings().derandomize else randbits(64)
"""What the matches of this run are drawn from."""

FAR_TOO_LONG = 20_000
"""Decisions of a match that does not end."""

OFTEN: Final = 16
"""Looks at a match before its states are looked at half as often."""

COMPARED: Final = 100
"""Of so many tables the one comes first that has most that did not come before."""

EYES: Final = 3
"""Seats that look at one state."""

TRIES: Final = 10
LISTED: Final = 8_000
"""To try an action costs that all options are listed again: so many are, in all, for the tries at one state."""


class Played(NamedTuple):
    """A match from its first decision to its end."""

    decisions: tuple[tuple[Seat, Action], ...]
    last: str
    """The digest of its last state."""


@st.composite
def matches(draw: st.DrawFn, game: Game, players: tuple[str, ...] = tuple(POLICIES)) -> tuple[Setup, int]:
    """How a match is set up, and its seed: as many different ones as the law wants examples, from the first on."""
    return drawn(game, draw(st.integers(0, settings().max_examples - 1)), players)


def drawn(game: Game, number: int, players: tuple[str, ...]) -> tuple[Setup, int]:
    """A match of this run, with players that are one of these each and any ready-made decks."""
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
    """Return every number of players with all options that go with it, in this run's order.

    Every number and every value comes early, and with them whatever goes together, two by two.
    """
    names = [option.name for option in game.options]
    chosen = [dict(zip(names, values, strict=True)) for values in product(*(option.values for option in game.options))]
    rest = [(seats, options) for options in chosen for seats in game.playable(options)]
    shuffle(FROM, rest)
    found: list[Table] = []
    met: set[object] = set()
    while rest:
        most = max(rest[:COMPARED], key=lambda table: (len(chosen_at(table) - met), len(pairs(table) - met)))
        if pairs(most) <= met:
            break
        met |= pairs(most) | chosen_at(most)
        found.append(most)
        rest.remove(most)
    return [*found, *rest]


def chosen_at(table: Table) -> set[object]:
    """Return the number of players and the values of options at a table."""
    seats, options = table
    return {seats, *options.items()}


def pairs(table: Table) -> set[object]:
    """What goes together at a table, two by two: a number of players, values of options."""
    seats, options = table
    return set(combinations([seats, *options.items()], 2)) or {seats}


def one_of(things: Sequence[T], seed: int) -> T:
    """One of these, by a match's seed."""
    return things[seed % len(things)]


def played(setup: Setup, seed: int) -> Played:
    """What became of a match."""
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
    """What `Setup.play` does in a match that was begun with this seed, in place, without thinking it over again."""
    decisions, last = played(setup, seed)
    for seat, action in decisions:
        advance(g, seat, action)
        yield seat, action
    assert digest(g) == last, "it goes as it went"


def walk(setup: Setup, seed: int, stride: int = 1) -> Iterator[State]:
    """The state of a match after every so many decisions, the first and the last among them; it goes on in place.

    A long match is looked at less often as it goes on, unless after every decision.
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
    """Everybody who can look: a spectator, then each seat; of many seats some, others in each state."""
    yield None
    seats = len(setup.players)
    yield from (range(seats) if seats <= EYES else ((g.random + g.turn + n) % seats for n in range(EYES)))


def deciding(g: State, setup: Setup) -> Iterator[tuple[Seat, tuple[Action, ...]]]:
    """Every seat that may do something now, whether it is asked or interrupts, and what."""
    for seat in range(len(setup.players)):
        legal = options(g, seat)
        if legal or seat in g.phase.waiting:
            yield seat, legal


def lying(g: State) -> dict[Place, Counter[CardId]]:
    """Which cards lie where: a place is a row, whatever its order, or a part of something that lies by itself.

    What phases and events say of cards is no place where they lie.
    """
    found: dict[Place, Counter[CardId]] = {}
    for field in fields(g):
        if field.name not in {"phase", "events"}:
            _lay(getattr(g, field.name), (field.name,), found)
    return found


def _lay(value: Any, place: Place, found: dict[Place, Counter[CardId]]) -> None:
    """A state is looked through thousands of times: rows are counted as wholes."""
    if isinstance(value, Card):
        found.setdefault(place, Counter())[value.id] += 1
    elif isinstance(value, dict):
        for key, item in value.items():
            _lay(item, (*place, key), found)
    elif isinstance(value, list | tuple):
        cards = [item.id for item in value if isinstance(item, Card)]
        if cards:
            found.setdefault(place, Counter()).update(cards)
        if len(cards) < len(value):
            for index, item in enumerate(value):
                if not isinstance(item, Card):
                    _lay(item, (*place, index), found)
    else:
        for name in _parts(value.__class__):
            _lay(getattr(value, name), (*place, name), found)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields of what is a dataclass."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def changing(value: object) -> Iterator[object]:
    """Whatever in a value can be changed, itself included: all that is not known to stay as it is."""
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
    """What to try at a state that lists so many options: all of them, or out of very many some, evenly spread."""
    count = max(TRIES, LISTED // max(1, listed))
    if len(things) <= count:
        return things
    _, start = below(random, len(things))
    return [things[(start + n * len(things) // count) % len(things)] for n in range(count)]


def forged(game: Game, g: State, random: int, count: int) -> Iterator[Action]:
    """At most so many actions of the game in its notation, out of words that occur in it and some that do not."""
    said = {word for seat in g.phase.waiting for action in options(g, seat) for word in words(action)[1:]}
    vocabulary = sorted({*said, *game.cards, "nobody", "0", "1", "-1", "99", "3,-1"})
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
