"""What is asked in T&B, in sentences (`Game.prompt`)."""

from collections.abc import Sequence

from rules.core.words import counted
from rules.tnb.view import SideView, TnbView


def prompt(view: TnbView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if not view.waiting:
        return "The match is over."
    seat = view.waiting[0]
    own = view.sides[seat]
    tactical = view.phase == "Tactics" and own.tactical_points > 0
    if seat != view.seat:
        doing = "draws and plays cards" if tactical else "attacks, blocks or moves"
        return f"Round {view.turn}: {names[seat]} {doing} ({own.tactical_points} TP)."
    free = [there.card.name for there in own.board if there.free]
    begins = f"Round {view.turn}{' (none of your cards has Damage any more)' if own.harmless else ''}"
    if tactical:
        use = "draw or make room on your full board" if own.full else "draw and play"
        then = f" first; then {', '.join(free)} may act" if free else "; none of your cards has a free action yet"
        return f"{begins}: you have {counted(own.tactical_points, 'tactical point')} (TP) to {use} with{then}."
    cards = f"{', '.join(free)} may act" if free else "no card has a free action"
    return f"{begins}, your card actions: {cards}{_for_points(own, view)}."


def _for_points(own: SideView, view: TnbView) -> str:
    """What can still be done for TP."""
    if not own.tactical_points:
        return ""
    held = counted(own.tactical_points, "tactical point")
    points = f"{'1 of ' if own.tactical_points > 1 else ''}your {held} (TP)"
    if view.overdrive:
        return f"; a further action costs {points}"
    new = [there.card.name for there in own.board if not there.free and not there.taken]
    return f"; {', '.join(new)} may for {points}" if view.ready and new else ""
