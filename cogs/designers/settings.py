"""The settings of a server for designers, in `/setup`."""

from functools import partial
from typing import Any, Final

from discord import ChannelType, ui

from bot.people.settings import DESIGNERS, FIGURES, REPORT_CHANNEL
from cogs.widgets.settings import Entry, OneId, OneOf

SWITCHED_OFF: Final = "Figures are switched off on this server. `/setup` switches them on, for matches from then on."
SERVER_SETTINGS: Final[tuple[Entry[Any], ...]] = (
    OneOf(
        setting=FIGURES,
        title="Figures for designers",
        values={True: "count matches here", False: "count nothing here"},
        help="Counts of how games are played. They name nobody.",
    ),
    OneId(
        setting=DESIGNERS,
        title="Designers",
        none="only managers of the server",
        mention="<@&{}> and managers of the server",
        select=ui.RoleSelect,
        help="They can look at the figures with `/design`.",
    ),
    OneId(
        setting=REPORT_CHANNEL,
        title="Weekly report for designers",
        none="not posted",
        mention="posted in <#{}> on Mondays, if there are new figures",
        select=partial(ui.ChannelSelect, channel_types=[ChannelType.text]),
        help="The new figures in a sentence for each game; `/design report` shows it at any time.",
    ),
)
