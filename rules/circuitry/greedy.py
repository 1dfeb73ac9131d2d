"""A simple player."""

from rules.circuitry.view import CircuitryView
from rules.core.notation import Action


def choose(view: CircuitryView, random: int) -> Action:
    """A stand-in until the real one is written."""
    return view.options[random % len(view.options)]


def interrupt(view: CircuitryView, random: int) -> Action | None:
    return None
