"""Matches for the laws to be tried on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Final, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from bot.lab.autoplay import POLICIES, Setup
from rules.core.cards import Card, CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action, NotationError, fields_of, words
from rules.core.play import State, options
from rules.core.rng import below

T = TypeVar("T")
Place = tuple[object, ...]
"""The way to it through a state: fields, indices, keys."""

SEEDS = st.integers(0, 2**64 - 1)
FAR_TOO_LONG = 20_000
"""Decisions of a match that does not end."""

OFTEN: Final = 16
"""Looks at a match before its states are looked at half as often."""

EYES: Final = 3
"""Seats that look at one state."""

TRIES: Final = 20
LISTED: Final = 16_000
"""To try an action costs that all options are listed again: so many are, in all, for the tries at one state."""


@st.composite
def setups(draw: st.DrawFn, game: Game, players: tuple[str, ...] = tuple(POLICIES)) -> Setup:
    """Every number of players, option and ready-made deck that go together, with players that are one of these each."""
    options = {option.name: draw(st.sampled_from(option.values)) for option in game.options}
    playable = game.playable(options)
    assume(playable)
    seats = draw(st.sampled_from(playable))
    decks = draw(st.lists(st.sampled_from(sorted(game.decks)), max_size=seats)) if game.decks else []
    return Setup(
        game=game,
        players=tuple(draw(st.sampled_from(players)) for _ in range(seats)),
        options=options,
        decks=tuple(decks),
    )


def walk(setup: Setup, seed: int, stride: int = 1) -> Iterator[State]:
    """The state of a match after every so many decisions, the first and the last among them; it goes on in place.

    A long match is looked at less often as it goes on, unless after every decision.
    """
    g, _ = setup.begin(seed)
    yield g
    since = looks = 0
    for ply, _ in enumerate(setup.play(g, seed), start=1):
        assert ply < FAR_TOO_LONG, "every match ends"
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


def _lay(value: object, place: Place, found: dict[Place, Counter[CardId]]) -> None:
    if isinstance(value, Card):
        found.setdefault(place, Counter())[value.id] += 1
    elif is_dataclass(value):
        for field in fields(value):
            _lay(getattr(value, field.name), (*place, field.name), found)
    elif isinstance(value, dict):
        for key, item in value.items():
            _lay(item, (*place, key), found)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _lay(item, place if isinstance(item, Card) else (*place, index), found)


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
