"""Rollouts: a player that tries some of its choices on imagined tables, where the quick player plays on.

It is there to measure games by somebody who looks further than a step; it sees no more than its seat does.
"""

from dataclasses import dataclass
from typing import Final

from bot.lab.score import share
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
        if g.outcome is not None:
            return share(g.outcome, seat)
        random, bits = next_bits(random)
        asked = g.phase.waiting[0]
        advance(g, asked, game.greedy(game.view(g, asked), bits))
    return 0.0
