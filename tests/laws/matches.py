"""Matches for the laws to be tried on."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from bot.autoplay import PLAYERS, Setup
from rules.core.game import Game, Seat, State, options
from rules.core.notation import Action, NotationError, fields_of, words
from rules.core.rng import below

SEEDS = st.integers(0, 2**64 - 1)
FAR_TOO_LONG = 20_000
"""Decisions of a match that does not end."""


@st.composite
def setups(draw: st.DrawFn, game: Game[Any, Any], players: tuple[str, ...] = tuple(PLAYERS)) -> Setup:
    """Every number of players, option and ready-made deck, with players that are one of these each."""
    seats = draw(st.sampled_from(game.seats))
    decks = draw(st.lists(st.sampled_from(sorted(game.decks)), max_size=seats)) if game.decks else []
    return Setup(
        game=game,
        players=tuple(draw(st.sampled_from(players)) for _ in range(seats)),
        options={option.name: draw(st.sampled_from(option.values)) for option in game.options},
        decks=tuple(decks),
    )


def walk(setup: Setup, seed: int, stride: int = 1) -> Iterator[State]:
    """The state of a match after every so many decisions, the first and the last among them; it goes on in place."""
    g, _ = setup.begin(seed)
    yield g
    ply = 0
    for ply, _ in enumerate(setup.play(g, seed), start=1):
        assert ply < FAR_TOO_LONG, "every match ends"
        if ply % stride == 0:
            yield g
    if ply % stride:
        yield g


def viewers(g: State, setup: Setup) -> Iterator[Seat | None]:
    """Everybody who can look: a spectator, then each seat."""
    yield None
    yield from range(len(setup.players))


def forged(game: Game[Any, Any], g: State, random: int, count: int) -> Iterator[Action]:
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
