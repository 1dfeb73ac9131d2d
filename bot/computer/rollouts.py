"""Rollouts: the quick player plays on from a sampled state, to see where a choice leads."""

from collections.abc import Sequence
from typing import Final

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance, options
from rules.core.rng import next_bits
from rules.core.scripts import Decide

Plan = Sequence[Action]
"""Actions of one seat, one after another, as long as they are legal."""

_FAR: Final = 300
"""The maximum number of decisions before the state is evaluated."""


def follow(g: State, seat: Seat, plan: Plan) -> None:
    """Play a sequence in place, until it ends or its next action is not legal, perhaps because a card was drawn. Its
    first action must be legal.
    """
    for number, action in enumerate(plan):
        if number and (seat not in g.phase.waiting or action not in options(g, seat)):
            return
        advance(g, seat, action)


def play_on(game: Game, g: State, random: int, seat: Seat, style: Decide | None) -> int:
    """Play on in place for the game's lookahead and return the number of decisions. Every seat uses the fast policy,
    but the others follow the style, if there is one. All let their reactions pass.
    """
    quick: Decide = type(game).fast_policy
    others = style or quick
    last = g.turn + game.lookahead
    for played in range(_FAR):
        if not g.phase.waiting or g.turn >= last:
            return played
        random, bits = next_bits(random)
        asked = g.phase.waiting[0]
        policy = quick if asked == seat else others
        advance(g, asked, policy(game, game.view(g, asked), bits))
    return _FAR


def worth(game: Game, g: State, seat: Seat) -> float:
    """Return the seat's share of the first place, or the evaluation if the match is not over."""
    outcome = g.outcome
    return game.evaluate(g, seat) if outcome is None else outcome.share(seat)
