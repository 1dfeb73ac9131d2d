"""Rollouts: a player that tries some of its choices on imagined tables, where the quick player plays on.

It is there to measure games by somebody who looks further than a step; it sees no more than its seat does.
"""

from dataclasses import dataclass
from typing import Final

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, advance
from rules.core.rng import below, next_bits, split

_FAR: Final = 2_000
"""Decisions after which a try is given up: it counts as nobody's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollouts:
    """How much it looks at."""

    candidates: int = 5
    """Choices that are tried: the quick player's own first, then any others."""
    worlds: int = 4
    """Imagined tables, on each of which every candidate is tried to the end of the match."""

    def decide(self, game: Game, view: View, random: int) -> Action:
        """The candidate that does best, the quick player's own if several do."""
        candidates = self._candidates(game, view, random)
        if len(candidates) == 1:
            return candidates[0]
        assert view.seat is not None
        won = [0.0] * len(candidates)
        for world in range(self.worlds):
            seed = split(random, world)
            for number, action in enumerate(candidates):
                table = game.imagine(view, seed)
                advance(table, view.seat, action)
                won[number] += _played_out(game, table, view.seat, seed)
        return candidates[won.index(max(won))]

    def _candidates(self, game: Game, view: View, random: int) -> list[Action]:
        found = {game.greedy(view, random): None}
        pool = [action for action in view.options if action not in found]
        while pool and len(found) < self.candidates:
            random, place = below(random, len(pool))
            found[pool.pop(place)] = None
        return list(found)


def _played_out(game: Game, g: State, seat: Seat, random: int) -> float:
    """The seat's share of the first place when the quick player plays all seats to the end; interrupts are let pass."""
    for _ in range(_FAR):
        if not g.phase.waiting:
            break
        random, bits = next_bits(random)
        asked = g.phase.waiting[0]
        advance(g, asked, game.greedy(game.view(g, asked), bits))
    return share(g, seat)


def share(g: State, seat: Seat) -> float:
    """1 for a match that the seat won alone; of a shared win its part; of a draw, or of no end, that of all seats."""
    outcome = g.outcome
    seats = 2 if outcome is None else len(outcome.ranks)
    winners = outcome.winners if outcome is not None else ()
    if not winners:
        return 1 / seats
    return 1 / len(winners) if seat in winners else 0.0
