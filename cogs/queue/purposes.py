"""The purposes of the buttons and menus of the common queue."""

from typing import Final

from cogs.widgets.ids import Field, Purpose
from rules.core.options import RuleSet

_PACE: Final = Field("pace", "[0-9a-z+ ]{1,30}", str)
_RULES: Final = Field("rules", f"{RuleSet.HOUSE}|{RuleSet.WRITTEN}", RuleSet)

AGREE: Final = Purpose("anywhere-yes")
REFUSE: Final = Purpose("anywhere-no")
SEEK: Final = Purpose("anywhere-seek", _PACE, _RULES)
PACE: Final = Purpose("anywhere-pace", _RULES)
RULES: Final = Purpose("anywhere-rules", _PACE)
STOP: Final = Purpose("anywhere-stop")
