"""A menu of paces, for the host of a lobby."""

from typing import Any, Final

import discord

from bot.model.match import Match
from bot.model.pace import NO_CLOCK, PRESETS, Pace, Timeout
from bot.model.preferences import ServerPreferences
from cogs.widgets.items import menu, option
from cogs.widgets.purposes import PACE

ENDS: Final = {
    Timeout.DEFAULT: "pass",
    Timeout.FORFEIT: "give up",
    Timeout.COMPUTER: "a computer decides",
    Timeout.VOTE: "the others decide",
}


def pace_menu(match: Match, server: ServerPreferences, *, row: int) -> discord.ui.Select[Any]:
    """The paces that have a name and that the server has, each with what may happen at the end; and the match's own."""
    named = {
        pace.ending_in(end): name for name, pace in PRESETS.items() for end in Timeout if pace.kind in server.paces
    }
    offered = {match.pace: match.pace.clock, **named}
    options = [
        option(f"Pace: {name}{_end(pace)}", str(pace), pace.counted, default=pace == match.pace)
        for pace, name in offered.items()
    ]
    return menu("Pace", PACE(match.id), options, row=row)


def _end(pace: Pace) -> str:
    return "" if pace == NO_CLOCK else f" (no time left: {ENDS[pace.timeout]})"
