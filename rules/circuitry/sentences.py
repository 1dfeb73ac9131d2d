"""The prompt: one sentence that says which decision is due (`Game.prompt`)."""

from collections.abc import Sequence

from rules.circuitry.actions import Done, Give, Inhibit, Place
from rules.circuitry.board import HUB
from rules.circuitry.view import CircuitryView
from rules.core.words import counted, together


def aim(view: CircuitryView) -> str:
    """Return the aim of the match (`Game.aim`)."""
    return f"Deliver {counted(view.variant.charges, 'charge')} to the star of card {HUB}"


def prompt(view: CircuitryView, names: Sequence[str]) -> str:
    """Return one sentence that says which decision is due."""
    if view.outcome is not None:
        return "The match is over."
    if view.seat in view.waiting:
        return _own_prompt(view, names)
    return _others_prompt(view, together([names[seat] for seat in view.waiting]))


def _own_prompt(view: CircuitryView, names: Sequence[str]) -> str:
    match view.phase:
        case "Taking":
            return f"Round {view.turn}: take {counted(view.left, 'mini card')}, gold (face down) or green (face up)."
        case "Discarding":
            return "You hold more than 8 mini cards and charges: discard one (rule 11.12)."
        case "Choosing":
            return "Choose the charge point that you play with (rule 11.13)."
        case "Asking":
            return (
                f"{names[view.active]} carries charge: do you want to play an Inhibit? "
                "Everyone who might hold one is asked."
            )
        case "Turning":
            return "Your pawn is the last one to leave card 1: choose the axis about which it is turned over."
    inhibited = " You're inhibited." if view.own.inhibited else ""
    kinds = {type(option) for option in view.options}
    if kinds == {Done}:
        return f"Round {view.turn}, your turn: you have nothing left to play or to lay. End the turn.{inhibited}"
    if kinds == {Place, Done}:
        return f"Round {view.turn}, your turn: no mini card can be played; lay one circuit card, or end it.{inhibited}"
    laying = "" if view.laid or not view.circuits else " and lay one circuit card"
    still = f" ({view.played} of 6 played)" if view.variant.restricted else ""
    held = f" Your Force still holds {names[view.forced]}'s pawn." if view.forced is not None else ""
    return f"Round {view.turn}, your turn: play mini cards{still}{laying}, in any order.{inhibited}{held}"


def _others_prompt(view: CircuitryView, asked: str) -> str:
    doing = {
        "Taking": "takes mini cards",
        "Discarding": "discards down to eight cards",
        "Turning": "chooses the axis about which card 1 is turned over",
        "Choosing": "chooses a charge point",
        "Asking": "may answer with an Inhibit",
    }.get(view.phase, "plays their turn")
    kinds = {type(action) for action in view.options}
    could = [words for kind, words in ((Inhibit, "play your Inhibit"), (Give, "give a card")) if kind in kinds]
    aside = f" You can still {' or '.join(could)}." if could else ""
    return f"Round {view.turn}: {asked} {doing}.{aside}"
