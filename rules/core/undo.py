"""Which plies may be taken back without asking anybody: those after which nobody knows more than before.

What somebody may know is their view. Many states look alike to them; where in each of these it could have come to what
they see now, it has told them nothing. So states are imagined from each view before the ply, and in each of them it is
tried to come to the same sight. Whatever is in doubt is not free.
"""

from dataclasses import dataclass
from typing import Final

from rules.core.events import Drew, Event, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, advance, options

WORLDS: Final = 16
"""States that are imagined from each view."""

TRIED: Final = 40
"""Actions that are tried in an imagined state, where somebody cannot know which one was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TookBack(Event, fact="TookBack"):
    """The latest plies were taken back: the table is as it was before them. The application's own, as `RESIGNED`."""

    says = "{seat:player} takes back {count:# step}."

    seat: Seat
    """Who wanted it."""
    count: int


def may_be_free(before: State, seat: Seat, after: State) -> bool:
    """Whether a ply can be free at all, by what is soon found: its player was asked, and nobody is asked who had not
    been; the match and its turn go on; nothing was drawn, chance had no part, and nobody else was told anything in
    private. Whether that was new to them is theirs to know: by the answer all others would learn it.
    """
    asked, waiting = before.phase.waiting, after.phase.waiting
    if not waiting or before.random != after.random or before.turn != after.turn or seat not in asked:
        return False
    if waiting != asked and not set(waiting) <= set(asked):
        return False
    return not any(isinstance(event, Drew) or (event.seats or {seat}) - {seat} for event in after.events)


def is_free(game: Game, before: State, seat: Seat, action: Action, after: State, *, seats: int) -> bool:  # noqa: PLR0913 # a ply
    """Whether nobody, its player included, knows more after a ply than before it.

    The answer itself tells nobody more either: it is the same for all states that look alike. It costs some hundreds of
    views: it is asked for when somebody wants to take the ply back, not at every ply.
    """
    if not may_be_free(before, seat, after):
        return False
    viewers = (seat, None, *(other for other in range(seats) if other != seat))
    return all(_tells_nothing(game, before, seat, action, game.view(after, viewer)) for viewer in viewers)


def _tells_nothing(game: Game, before: State, seat: Seat, action: Action, seen: View) -> bool:
    """Whether whoever sees this after the action could have seen the same, however what is hidden from them lay."""
    known = game.view(before, seen.seat)
    return all(could_look(game, game.imagine(known, random), seat, action, seen) for random in range(WORLDS))


def could_look(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Whether it can come to this sight in another world: by the same action for the seat that acts, by any of its
    actions for everybody else.
    """
    legal = options(world, seat)
    same = [action] if action in legal else []
    others = [] if seen.seat == seat else [other for other in legal if other != action]
    return any(leads_to(game, world, seat, tried, seen) for tried in [*same, *others][:TRIED])


def leads_to(game: Game, world: State, seat: Seat, action: Action, seen: View) -> bool:
    """Whether an action leads in a world to this sight, without chance."""
    after = world.clone()
    advance(after, seat, action)
    return after.random == world.random and game.view(after, seen.seat) == seen
