"""Why an action is refused, to the player who asked for it."""

from rules.circuitry.state import CircuitryState
from rules.core.game import Seat
from rules.core.notation import Action


def of_window(clause: str, action: Action) -> str:
    """In a window that asks for something else."""
    return f"That is not what is asked for now (rule {clause})."


def of_turn(g: CircuitryState, seat: Seat, action: Action) -> str:
    """In a turn."""
    return "That is not possible now (rule 4.3)."
