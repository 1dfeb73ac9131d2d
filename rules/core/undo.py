"""Safe undo: find the plies after which nobody knows more than before. Such plies can be taken back without consent.

A viewer knows exactly what is in their view. A ply tells them nothing new if every state that fits their view before
the ply could also have led to their view after it. So this module samples states that fit each view before the ply, and
tries to reach the viewer's new view from every one of them. If that fails even once, the ply is not safe.
"""

from dataclasses import dataclass
from typing import Final

from rules.core.events import Drew, Event, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, advance, options

WORLDS: Final = 16
"""Number of states that are sampled for each view."""

TRIED: Final = 40
"""Maximum number of actions that are tried in a sampled state, for viewers who do not know which action was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TookBack(Event, tag="TookBack"):
    """The latest plies were taken back, so the table is as it was before them. Only the application makes this
    event.
    """

    template = "{seat:player} takes back {count:# step}."

    seat: Seat
    """The player who took the plies back."""
    count: int


def may_be_safe(before: State, seat: Seat, after: State) -> bool:
    """Return whether the ply might be safe, by a cheap test.

    It might be if its player was asked and no other seat became due; if the match and the turn continue; and if no card
    was drawn, no random number was used, and no other seat was told anything in private. A private event counts even if
    its reader knew it already, since the answer would reveal that to everyone else.
    """
    asked, waiting = before.phase.waiting, after.phase.waiting
    if not waiting or before.random != after.random or before.turn != after.turn or seat not in asked:
        return False
    if waiting != asked and not set(waiting) <= set(asked):
        return False
    return not any(isinstance(event, Drew) or (event.seats or {seat}) - {seat} for event in after.events)


def is_safe(game: Game, before: State, seat: Seat, action: Action, after: State, *, seats: int) -> bool:  # noqa: PLR0913 # a ply
    """Return whether nobody, including its player, knows more after the ply than before it.

    The answer itself reveals nothing, because it is the same for all states that look the same. The test makes several
    hundred views, so it is run when a player asks for the undo, not at every ply.
    """
    if not may_be_safe(before, seat, after):
        return False
    viewers = (seat, None, *(other for other in range(seats) if other != seat))
    return all(_tells_nothing(game, before, seat, action, game.view(after, viewer)) for viewer in viewers)


def _tells_nothing(game: Game, before: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether every sampled state that fits the viewer's earlier view can lead to their present view."""
    before_view = game.view(before, seen.seat)
    return all(could_look(game, game.determinize(before_view, random), seat, action, seen) for random in range(WORLDS))


def could_look(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether another state (a world) can lead to this view. For the seat that acts, only the same action
    counts; for other viewers, any action of that seat.
    """
    legal = options(world, seat)
    same = [action] if action in legal else []
    others = [] if seen.seat == seat else [other for other in legal if other != action]
    return any(leads_to(game, world, seat, tried, seen) for tried in [*same, *others][:TRIED])


def leads_to(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether an action leads from a state to this view without the use of random numbers."""
    after = world.clone()
    advance(after, seat, action)
    return after.random == world.random and game.view(after, seen.seat) == seen
