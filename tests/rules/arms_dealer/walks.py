"""Positions of whole matches."""

from collections.abc import Iterator

from rules.arms_dealer.observation import observe
from rules.arms_dealer.state import ArmsDealerState
from rules.core import rng
from rules.core.play import apply, options
from tests.rules.arms_dealer.tables import GAME, begun


def positions(seed: int, *, fleet: str = "25", greedy: bool = False) -> Iterator[ArmsDealerState]:
    """Yield every position of a match, played at random or by quick players; of two asked players
    either may act first.
    """
    g = begun(seed, fleet=fleet)
    random = rng.split(seed, 1)
    yield g
    while g.phase.waiting:
        random, place = rng.below(random, len(g.phase.waiting))
        seat = g.phase.waiting[place]
        random, bits = rng.next_bits(random)
        legal = options(g, seat)
        action = GAME.greedy(observe(g, seat), bits) if greedy else legal[bits % len(legal)]
        g = apply(g, seat, action)
        yield g
