"""The type of the id of the button on a profile."""

from typing import Final

from cogs.widgets.ids import Purpose

MATCHES_CSV: Final = Purpose("matches-csv")
