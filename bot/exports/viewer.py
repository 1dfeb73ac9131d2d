"""The person for whom a match is drawn."""

from dataclasses import dataclass

from render.palette import Theme
from rules.core.events import Seat


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer, who sees a match from one seat or without a seat."""

    names: tuple[str, ...]
    """The players' names, as this viewer reads them."""
    seat: Seat | None = None
    """The seat whose views are shown. None: a moving picture shows a spectator's views, and a page all hands too."""
    theme: Theme = Theme.DARK
