"""The purposes of the forms and menus of designers. Posted messages hold their ids: names and fields stay."""

from typing import Final

from bot.model.comparison import Mode, Question
from cogs.widgets.ids import MATCH, NAME, NUMBER, Field, Purpose

POSITION: Final = Purpose("position")
SCRIPT_SEAT: Final = Purpose("script-seat", MATCH)
FIGURES_OF: Final = Purpose("figures-of", Field("week", "[0-9]{4}-[0-9]{2}-[0-9]{2}", str), NAME)
"""A button on a weekly report. It also serves to find that message again."""
BEGIN_COMPARISON: Final = Purpose(
    "compare",
    NAME,
    Field("second", r"[a-z0-9_]{1,32}|[a-z0-9_]{1,22}\.[0-9]{1,9}", str),
    Field("question", "|".join(Question), Question),
    Field("mode", "|".join(Mode), Mode),
    Field("most", "[0-9]{1,4}", int),
)
END_COMPARISON: Final = Purpose("end-comparison")
TAKE_PART: Final = Purpose("take-part", NUMBER)
"""A button on the answer of a comparison. It also serves to find that message again."""
OPEN_COMPARED: Final = Purpose("open-compared", NUMBER)
RETIRE_PACK: Final = Purpose("retire-pack")
