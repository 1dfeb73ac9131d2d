"""Positions of whole matches with the ready-made decks."""

from collections.abc import Iterator

from rules.alchemy.observation import observe
from rules.alchemy.state import AlchemyState
from rules.core import rng
from rules.core.play import apply, options
from tests.rules.alchemy.tables import GAME, asked


def positions(seed: int, *, greedy: bool = False, damage_scoring: bool = False) -> Iterator[AlchemyState]:
    """Yield every position of a match between two ready-made decks, played at random or by quick players."""
    decks = list(GAME.decks.values())
    pair = (decks[seed % len(decks)].cards, decks[(seed + 1) % len(decks)].cards)
    option = {"damage_scoring": "on" if damage_scoring else "tally"}
    g = GAME.begin(seats=2, options=option, decks=pair, seed=seed)
    random = rng.split(seed, 1)
    while g.phase.waiting:
        yield g
        random, _ = rng.next_bits(random)
        seat = asked(g)
        legal = options(g, seat)
        action = GAME.greedy(observe(g, seat), random) if greedy else legal[rng.below(random, len(legal))[1]]
        g = apply(g, seat, action)
    yield g
