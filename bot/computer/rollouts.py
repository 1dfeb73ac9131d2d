"""Rollouts: imagined tables that the quick player plays on, to see where a choice leads."""

from collections.abc import Sequence
from typing import Final

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance, options
from rules.core.rng import next_bits

Plan = Sequence[Action]
"""What a seat does, one action after the other, as long as it can."""

_FAR: Final = 300
"""Decisions after which prospects are reckoned, wherever play has come to."""


def follow(g: State, seat: Seat, plan: Plan) -> None:
    """Play a plan, in place, as far as it goes: a card that is drawn may end it. Its first action is legal."""
    for number, action in enumerate(plan):
        if number and (seat not in g.phase.waiting or action not in options(g, seat)):
            return
        advance(g, seat, action)


def play_on(game: Game, g: State, random: int) -> int:
    """Play so many turns as the game looks ahead, in place: each seat by the quick player in haste, who lets interrupts
    pass. Gives the number of decisions.
    """
    last = g.turn + game.lookahead
    for played in range(_FAR):
        if not g.phase.waiting or g.turn >= last:
            return played
        random, bits = next_bits(random)
        asked = g.phase.waiting[0]
        advance(g, asked, game.hasten(game.view(g, asked), bits))
    return _FAR


def worth(game: Game, g: State, seat: Seat) -> float:
    """The seat's share of the first place, or what it can expect of it."""
    outcome = g.outcome
    return game.prospects(g, seat) if outcome is None else outcome.share(seat)
