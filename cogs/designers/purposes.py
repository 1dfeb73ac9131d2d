"""The purposes of the forms of designers."""

from typing import Final

from cogs.widgets.ids import Purpose

POSITION: Final = Purpose("position")
