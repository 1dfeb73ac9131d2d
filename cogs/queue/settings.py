"""The setting of a server that offers opponents from other servers, for `/setup`."""

from typing import Any, Final

from bot.people.settings import COMMON_QUEUE
from cogs.widgets.settings import Entry, OneOf

SERVER_SETTINGS: Final[tuple[Entry[Any], ...]] = (
    OneOf(
        setting=COMMON_QUEUE,
        title="Opponents on other servers",
        values={True: "offered to members", False: "not offered"},
        help="Members who agree play them in direct messages. Nothing about this server is shown to them.",
    ),
)
