"""Scripts that measure T&B: bots with a single plan, and the quick player without one habit (`Game.scripts`); and the
goals of its balance, most of which name a script (`Game.goals`).
"""

from collections.abc import Mapping
from typing import Final

from rules.core.goals import LeadChanges, PlanWins, StallsEnd, decks, two_seats
from rules.core.notation import Action
from rules.core.scripts import Script, without, without_verbs
from rules.tnb.actions import Attack, Block, CardAction, Done, Draw, Move, Play
from rules.tnb.view import TnbView

_SAVED: Final = 3
"""The script that saves TP spends none before it has this many."""


def _against_hoarding(view: TnbView, action: Action) -> bool:
    return isinstance(action, Play) and Draw() in view.options


def _against_saving(view: TnbView, action: Action) -> bool:
    assert view.seat is not None
    return isinstance(action, Draw | Play) and view.sides[view.seat].tactical_points < _SAVED


def _against_turtling(view: TnbView, action: Action) -> bool:
    """Return whether the turtle avoids an action. The turtle never attacks or moves, and does not end its turn while a
    card can block.
    """
    return isinstance(action, Attack | Move) or (isinstance(action, Done) and _any_block(view))


def _any_block(view: TnbView) -> bool:
    return any(isinstance(action, Block) for action in view.options)


def _against_rushing(view: TnbView, action: Action) -> bool:
    """Return whether the rusher avoids an action. Cards with Damage only attack; other cards may do anything."""
    return isinstance(action, CardAction) and not isinstance(action, Attack) and bool(_damage(view, action))


def _damage(view: TnbView, action: CardAction) -> int:
    assert view.seat is not None
    return next(card.damage for card in view.sides[view.seat].deck_list if card.id == action.card)


def _against_waiting(view: TnbView, action: Action) -> bool:
    return isinstance(action, Attack) and view.seat == view.first


def _turned(_view: TnbView, action: Action) -> bool:
    return isinstance(action, Attack | Block) and action.rotation != 0


def _at_once(view: TnbView, action: Action) -> bool:
    """5.4 Return whether an action would cost 1 TP because its card has no free action."""
    if view.seat is None or not isinstance(action, CardAction):
        return False
    return not any(occupant.free for occupant in view.sides[view.seat].board if occupant.card.id == action.card)


SCRIPTS: Final[Mapping[str, Script]] = {
    "turtle": Script(
        summary="blocks with every card it can, never attacks",
        decide=without(_against_turtling),
        most=20,
        stalls=True,
    ),
    "hoard": Script(summary="plays no card while it can still draw", decide=without(_against_hoarding), most=42),
    "save": Script(summary=f"spends no TP before it has {_SAVED}", decide=without(_against_saving), most=47),
    "rush": Script(summary="attacks, and never blocks or moves", decide=without_verbs("block", "move"), most=42),
    "rush-and-guard": Script(
        summary="attacks with every card it can; the rest block and move",
        decide=without(_against_rushing),
        most=47,
    ),
    "reactive": Script(summary="attacks only when it goes second", decide=without(_against_waiting), most=47),
    "no-attack": Script(summary="is greedy, but never attacks", decide=without_verbs("attack"), most=20, stalls=True),
    "no-draw": Script(summary="is greedy, but never draws", decide=without_verbs("draw"), most=42),
    "no-block": Script(summary="is greedy, but never blocks", decide=without_verbs("block"), most=42),
    "no-turn": Script(summary="is greedy, but never turns a shape", decide=without(_turned), most=42),
    "no-haste": Script(
        summary="is greedy, but pays no TP for a card to act at once", decide=without(_at_once), most=50
    ),
    "no-move": Script(summary="is greedy, but never moves", decide=without_verbs("move"), most=42),
}
"""Every script by its name."""

GOALS = (
    two_seats(),
    PlanWins(plan="no-move", most=46, matches=5_000),
    PlanWins(plan="without withdraw", most=50, matches=10_000),
    PlanWins(plan="no-haste", most=50, matches=10_000),
    LeadChanges(least=50, matches=5_000),
    StallsEnd(most=25, last=10, matches=1_000),
    *decks(),
)
