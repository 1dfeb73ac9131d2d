"""The person for whom a match is drawn."""

from dataclasses import dataclass

from render.palette import Theme
from rules.core.events import Seat


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a match, who sees it from a seat or sees all hands."""

    names: tuple[str, ...]
    """The players' names, as this viewer reads them."""
    seat: Seat | None = None
    """The seat from which the match is shown as it was seen then; None to show all hands."""
    theme: Theme = Theme.DARK
