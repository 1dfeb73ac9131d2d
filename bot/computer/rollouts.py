"""Play rollouts: the quick player plays on from a sampled state, to see where a choice leads."""

from collections.abc import Sequence
from typing import Final

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance, options
from rules.core.rng import next_bits
from rules.core.scripts import Decide

Plan = Sequence[Action]
"""Actions of one seat, to be played one after another as long as they are legal."""

_FAR: Final = 300
"""The maximum number of decisions in a rollout. After that the state is evaluated."""


def follow(game: Game, g: State, seat: Seat, plan: Plan) -> None:
    """Play a sequence on a state, in place; others may react (`Game.fast_reaction`). Stop at its end, or before an
    action that is not legal. The first action must be legal.
    """
    for number, action in enumerate(plan):
        if number and (seat not in g.phase.waiting or action not in options(g, seat)):
            return
        advance(g, seat, action)
        _react(game, g)


def play_on(game: Game, g: State, random: int, seat: Seat, style: Decide | None) -> int:
    """Play a state on for `Game.lookahead` turns, in place, and return the number of decisions. `seat` follows the fast
    policy. The other seats follow `style`, or the fast policy if that is None. All react by `Game.fast_reaction`.
    """
    last = g.turn + game.lookahead
    for played in range(_FAR):
        if not g.phase.waiting or g.turn >= last:
            return played
        random, bits = next_bits(random)
        asked = g.phase.waiting[0]
        view = game.view(g, asked)
        action = game.fast_policy(view, bits) if style is None or asked == seat else style(game, view, bits)
        advance(g, asked, action)
        _react(game, g)
    return _FAR


def _react(game: Game, g: State) -> None:
    if g.phase.allows_reactions and (reaction := game.fast_reaction(g)):
        advance(g, *reaction)


def worth(game: Game, g: State, seat: Seat) -> float:
    """Return the seat's share of the first place (`Outcome.share`) if the match is over, else the game's evaluation of
    the state.
    """
    outcome = g.outcome
    return game.evaluate(g, seat) if outcome is None else outcome.share(seat)
