"""Menus of paces, for the host of a lobby and for matchmaking."""

from typing import Any, Final

import discord

from bot.model.match import Match
from bot.model.match_request import ANY, MatchRequest, written
from bot.model.pace import PRESETS, Kind, Pace, Timeout
from bot.people.settings import ServerPreferences
from cogs.widgets.items import menu, option
from cogs.widgets.purposes import PACE, SEEK_PACE

ENDS: Final = {
    Timeout.DEFAULT: "pass",
    Timeout.FORFEIT: "resign",
    Timeout.COMPUTER: "a computer plays",
    Timeout.VOTE: "the others vote",
}
ABSENT: Final = {
    Timeout.FORFEIT: "resign",
    Timeout.COMPUTER: "a computer plays on",
    Timeout.SUBSTITUTE: "a substitute is sought",
}


def pace_menu(match: Match, server: ServerPreferences, *, row: int) -> discord.ui.Select[Any]:
    """Return a menu of the server's named paces with each way to end them, and the match's own pace."""
    named = {
        pace.ending_in(end): name
        for name, pace in PRESETS.items()
        for end in pace.timeouts
        if pace.kind in server.paces
    }
    offered = {match.pace: match.pace.clock, **named}
    options = [
        option(f"Pace: {name}{_end(pace)}", str(pace), pace.counted, default=pace == match.pace)
        for pace, name in offered.items()
    ]
    return menu("Pace", PACE(match.key), options, row=row)


def broad_paces(server: ServerPreferences) -> list[tuple[str, str, str]]:
    """Return the server's kinds of pace for a player who does not mind which one: value, label and description."""
    kinds = {
        Kind.LIVE: ("Live", "With any live clock."),
        Kind.CORRESPONDENCE: ("By correspondence", "With any time limit per turn."),
    }
    broad = [(kind.value, *label) for kind, label in kinds.items() if kind in server.paces]
    return [(ANY, "Any pace", "As the other players prefer."), *broad]


def common_paces() -> list[tuple[str, str, str]]:
    """Return the paces to look for on all servers: value, label and description. None is without a clock."""
    timed = ServerPreferences(paces=frozenset({Kind.LIVE, Kind.CORRESPONDENCE}))
    named = [(pace.clock, name, pace.counted) for name, pace in PRESETS.items() if pace.kind in timed.paces]
    return [*broad_paces(timed), *named]


def wish_menu(server: ServerPreferences, chosen: MatchRequest, *, row: int) -> discord.ui.Select[Any]:
    """Return a menu of paces for matchmaking. chosen: the present pace and rules."""
    present = written(chosen.pace)
    named = [(pace.clock, name, pace.counted) for name, pace in PRESETS.items() if pace.kind in server.paces]
    offered = [*broad_paces(server), *named]
    options = [option(text, word, detail, default=word == present) for word, text, detail in offered]
    return menu("Choose a pace …", SEEK_PACE(chosen.rules), options, row=row)


def _end(pace: Pace) -> str:
    return f" (absent: {ABSENT[pace.timeout]})" if pace.kind is Kind.NONE else f" (out of time: {ENDS[pace.timeout]})"
