"""The setting of a server for the daily puzzle, in `/setup`."""

from functools import partial
from typing import Any, Final

from discord import ChannelType, ui

from bot.people.settings import PUZZLE_CHANNEL
from cogs.widgets.settings import Entry, OneId

SERVER_SETTINGS: Final[tuple[Entry[Any], ...]] = (
    OneId(
        setting=PUZZLE_CHANNEL,
        title="Daily puzzle",
        none="not posted",
        mention="posted in <#{}> at midnight UTC, with a list of who solved it",
        select=partial(ui.ChannelSelect, channel_types=[ChannelType.text]),
        help="Anyone can play it with `/puzzle daily`.",
    ),
)
