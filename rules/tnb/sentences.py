"""What is asked in T&B, in sentences (`Game.prompt`)."""

from collections.abc import Sequence

from rules.tnb.view import TnbView


def prompt(view: TnbView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if not view.waiting:
        return "The match is over."
    seat = view.waiting[0]
    own = view.sides[seat]
    tactical = view.phase == "Tactics"
    if seat != view.seat:
        doing = "tactical actions" if tactical else "card actions"
        return f"Round {view.turn}: {names[seat]} is at their {doing} ({own.tactical_points} TP)."
    free = [there.card.name for there in own.board if there.free]
    if tactical and own.tactical_points:
        then = f" first; then {', '.join(free)} may act" if free else "; none of your cards has a free action yet"
        return f"Round {view.turn}: you have {own.tactical_points} TP to draw and play with{then}."
    cards = f"{', '.join(free)} may act" if free else "no card has a free action"
    further = f"; a further action costs 1 of your {own.tactical_points} TP" if view.overdrive else ""
    return f"Round {view.turn}, your card actions: {cards}{further}."
