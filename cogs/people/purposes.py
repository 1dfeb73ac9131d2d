"""The purposes of the buttons, menus and forms of `/settings` and `/data`."""

from typing import Final

from bot.people.settings import OF_USER
from cogs.widgets.ids import Field, Purpose

_SETTING: Final = Field("setting", "|".join(OF_USER), str)
SETTING: Final = Purpose("setting", _SETTING)
SETTING_TO: Final = Purpose("setting-to", _SETTING, Field("value", "[a-z0-9]{1,16}", str))
ACTIVE_HOURS: Final = Purpose("active-hours")
ACTIVE_HOURS_SET: Final = Purpose("active-hours-set")
HOLIDAY: Final = Purpose("holiday")
HOLIDAY_SET: Final = Purpose("holiday-set")
UNBLOCK: Final = Purpose("unblock")
DATA_DELETE: Final = Purpose("data-delete")
DATA_KEEP: Final = Purpose("data-keep")
