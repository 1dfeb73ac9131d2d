"""The sentence that says which decision is due (`Game.prompt`), and what matters at a newcomer's first decisions
(`Game.tip`).
"""

from collections.abc import Sequence

from rules.core.notation import Action
from rules.core.words import counted
from rules.tnb.actions import Attack, Play
from rules.tnb.limits import LIFE
from rules.tnb.view import SideView, TnbView


def aim(view: TnbView) -> str:  # noqa: ARG001 # it is the same in every match
    """Return the aim of the match (`Game.aim`)."""
    return f"Take {LIFE} Life Points"


def prompt(view: TnbView, names: Sequence[str]) -> str:
    """Return one sentence that says which decision is due."""
    if not view.waiting:
        return "The match is over."
    seat = view.waiting[0]
    side = view.sides[seat]
    tactical = view.phase == "Tactics" and side.tactical_points > 0
    if seat != view.seat:
        doing = "draws and plays cards" if tactical else "attacks, blocks or moves"
        return f"Round {view.turn}: {names[seat]} {doing} ({side.tactical_points} TP)."
    free = [occupant.card.name for occupant in side.board if occupant.free]
    begins = f"Round {view.turn}{' (none of your cards has Damage any more)' if side.harmless else ''}"
    if tactical:
        use = "draw a card, or to make room on your full board" if side.full else "draw and play cards"
        then = f"; after that, {', '.join(free)} may act" if free else "; none of your cards has a free action yet"
        return f"{begins}: you have {counted(side.tactical_points, 'tactical point')} (TP) to {use}{then}."
    cards = f"{', '.join(free)} may act" if free else "no card has a free action"
    return f"{begins}, your card actions: {cards}{_for_points(side, view)}."


def _for_points(side: SideView, view: TnbView) -> str:
    """Return the end of the sentence, about actions that cost a TP; "" if no card can take one."""
    if not side.tactical_points:
        return ""
    held = counted(side.tactical_points, "tactical point")
    points = f"{'1 of ' if side.tactical_points > 1 else ''}your {held} (TP)"
    if view.overdrive:
        return f"; a further action costs {points}"
    new = [occupant.card.name for occupant in side.board if not occupant.free and not occupant.taken]
    return f"; {', '.join(new)} may act for {points}" if view.ready and new else ""


def tip(view: TnbView) -> str:
    """Return a sentence about the first round; "" later."""
    if view.turn > 1 or view.seat is None:
        return ""
    match view.phase:
        case "Tactics" if not view.sides[view.seat].board:
            return "First play a card: drawing costs the same TP, and only cards on your board attack and block."
        case "CardActions" if not view.sides[view.seat].attacks:
            return "Aim at tiles without a card or a block: what gets through costs Life Points."
    return ""


def advised(view: TnbView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view):
        return view.options
    kinds = Play if view.phase == "Tactics" else Attack
    return [action for action in view.options if isinstance(action, kinds)] or view.options
