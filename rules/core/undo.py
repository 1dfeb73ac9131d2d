"""Safe undo: plies after which nobody knows more than before, so that they can be taken back without consent.

All knowledge of a viewer is their view. A ply tells a viewer nothing if, from every state that looks the same to them
before it, play could have led to what they see now. So this module samples states that fit each view before the ply,
and tries to reach the viewer's new view from every one of them. If that fails even once, the ply is not safe.
"""

from dataclasses import dataclass
from typing import Final

from rules.core.events import Drew, Event, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, advance, options

WORLDS: Final = 16
"""States that are sampled from each view."""

TRIED: Final = 40
"""Actions that are tried in a sampled state for a viewer who cannot know which action was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TookBack(Event, tag="TookBack"):
    """The latest plies were taken back: the table is as it was before them. The event belongs to the application."""

    says = "{seat:player} takes back {count:# step}."

    seat: Seat
    """The player who undid them."""
    count: int


def may_be_free(before: State, seat: Seat, after: State) -> bool:
    """Return whether the ply can be safe at all, by a cheap test. Its player was asked, and no other seat became due.
    The match and its turn continue. No card was drawn, no random number was used, and no other seat was told anything
    in private. The test does not ask whether a private event was news to its reader, since the answer would tell
    everyone else.
    """
    asked, waiting = before.phase.waiting, after.phase.waiting
    if not waiting or before.random != after.random or before.turn != after.turn or seat not in asked:
        return False
    if waiting != asked and not set(waiting) <= set(asked):
        return False
    return not any(isinstance(event, Drew) or (event.seats or {seat}) - {seat} for event in after.events)


def is_free(game: Game, before: State, seat: Seat, action: Action, after: State, *, seats: int) -> bool:  # noqa: PLR0913 # a ply
    """Return whether nobody, including its player, knows more after the ply than before it.

    The answer itself reveals nothing, because it is the same for all states that look the same. It costs several
    hundred views, so it is computed when a player asks for the undo, not at every ply.
    """
    if not may_be_free(before, seat, after):
        return False
    viewers = (seat, None, *(other for other in range(seats) if other != seat))
    return all(_tells_nothing(game, before, seat, action, game.view(after, viewer)) for viewer in viewers)


def _tells_nothing(game: Game, before: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether the viewer could have come to see the same in every sampled world."""
    before_view = game.view(before, seen.seat)
    return all(could_look(game, game.determinize(before_view, random), seat, action, seen) for random in range(WORLDS))


def could_look(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether another world can lead to this view: by the same action for the seat that acts, by any of its
    actions for other viewers.
    """
    legal = options(world, seat)
    same = [action] if action in legal else []
    others = [] if seen.seat == seat else [other for other in legal if other != action]
    return any(leads_to(game, world, seat, tried, seen) for tried in [*same, *others][:TRIED])


def leads_to(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Return whether an action leads from a world to this view without using chance."""
    after = world.clone()
    advance(after, seat, action)
    return after.random == world.random and game.view(after, seen.seat) == seen
