"""The purposes of the forms of designers."""

from typing import Final

from cogs.widgets.ids import MATCH, NAME, Field, Purpose

POSITION: Final = Purpose("position")
SCRIPT_SEAT: Final = Purpose("script-seat", MATCH)
FIGURES_OF: Final = Purpose("figures-of", Field("week", "[0-9]{4}-[0-9]{2}-[0-9]{2}", str), NAME)
"""A button on a weekly report. It also serves to find that message again."""
