"""What the pictures and the texts of every game say in sentences."""

from collections.abc import Sequence
from typing import Any

from rules.core.events import Event, Seat
from rules.core.game import Game
from rules.core.play import View


def headline(game: Game[Any, Any], view: View, names: Sequence[str]) -> str:
    """What is to be decided, or how the match ended."""
    return game.prompt(view, names) if view.outcome is None else game.result(view.outcome, names)


def news(game: Game[Any, Any], view: View, names: Sequence[str], *, but: tuple[type[Event], ...] = ()) -> list[str]:
    """What just happened for everybody to see, a sentence each; without events of these kinds."""
    public = (event for event in view.news if event.seats is None and not isinstance(event, but))
    return [sentence for sentence in (game.tell(event, names) for event in public) if sentence]


def learned(game: Game[Any, Any], view: View, names: Sequence[str]) -> str:
    """What the view's seat just heard that not everybody did."""
    return " ".join(game.tell(event, names) for event in view.news if event.seats is not None)


def standing(view: View, seat: Seat) -> str:
    """What is said beside a player's name: that they decide, or that they won."""
    if view.outcome is not None:
        return "winner" if seat in view.outcome.winners else ""
    return "decides" if seat in view.waiting else ""
