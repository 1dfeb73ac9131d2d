"""Positions of whole matches with the ready-made decks."""

from collections.abc import Iterator

from bot.content.seeds import load_game
from rules.allocator.game import Allocator
from rules.allocator.observation import observe
from rules.allocator.state import AllocatorState
from rules.core import rng
from rules.core.play import apply, options
from tests.rules.allocator.tables import asked


def seeded() -> Allocator:
    """Return the game with the ready-made cards and decks."""
    game = load_game("allocator")
    assert isinstance(game, Allocator)
    return game


def positions(seed: int, *, greedy: bool = False) -> Iterator[tuple[Allocator, AllocatorState]]:
    """Yield every position of a match between two ready-made decks, played at random or by quick players."""
    game = seeded()
    decks = list(game.decks.values())
    pair = (decks[seed % len(decks)].cards, decks[(seed + 1) % len(decks)].cards)
    g = game.begin(seats=2, options={}, decks=pair, seed=seed)
    random = rng.split(seed, 1)
    while g.phase.waiting:
        yield game, g
        random, _ = rng.next_bits(random)
        seat = asked(g)
        legal = options(g, seat)
        action = game.greedy(observe(g, seat), random) if greedy else legal[rng.below(random, len(legal))[1]]
        g = apply(g, seat, action)
    yield game, g
