"""The purposes of the forms and menus of designers. Posted messages hold their ids: names and fields stay."""

from typing import Final

from cogs.widgets.ids import MATCH, NAME, Field, Purpose

POSITION: Final = Purpose("position")
SCRIPT_SEAT: Final = Purpose("script-seat", MATCH)
FIGURES_OF: Final = Purpose("figures-of", Field("week", "[0-9]{4}-[0-9]{2}-[0-9]{2}", str), NAME)
"""A button on a weekly report. It also serves to find that message again."""
RETIRE_PACK: Final = Purpose("retire-pack")
