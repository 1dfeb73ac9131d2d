"""The purposes of the buttons and menus of `/setup` and `/admin`."""

from typing import Final

from bot.people.settings import OF_SERVER
from cogs.widgets.ids import PAGE, Field, Purpose

SETUP: Final = Purpose("setup", PAGE)
SERVER_SETTING: Final = Purpose("server-setting", Field("setting", "|".join(OF_SERVER), str))
POST_MAIN_MENU: Final = Purpose("post-main-menu")
SERVER_MATCHES: Final = Purpose("server-matches", PAGE)
