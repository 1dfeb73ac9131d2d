"""Paces, as they are named and as they are offered while somebody types."""

from bot.model.match_request import read_pace
from bot.model.pace import PRESETS, Kind, Pace
from bot.model.preferences import ServerPreferences
from bot.model.refusals import BadPace
from cogs.widgets.choices import Choice, search
from cogs.widgets.paces import ENDS, broad_paces


def paces(server: ServerPreferences, typed: str) -> list[Choice]:
    """What a match on a server may have: what was typed, if it is a pace, and those that have a name and fit it."""
    named = [Choice(pace.clock, name, pace.counted) for name, pace in PRESETS.items() if pace.kind in server.paces]
    found = search(named, typed)
    try:
        own = named_pace(typed)
        server.check_pace(own)
    except BadPace:
        return found
    return found if any(choice.word == own.clock for choice in found) else [_choice(own), *found]


def chosen_pace(server: ServerPreferences, typed: str, late: str) -> Pace:
    """The pace that somebody chose for a match, or what the server has. late: what happens at its end, as `ENDS` says.

    Raises:
        BadPace: they mean none, or one that the server does not have.
    """
    pace = named_pace(typed) if typed else server.pace
    server.check_pace(pace)
    return pace.ending_in(next(end for end, said in ENDS.items() if said == late))


def wished_paces(server: ServerPreferences, typed: str) -> list[Choice]:
    """What somebody who looks for others may say of the pace: any, one kind of pace, or one that a match may have."""
    broad = [Choice(word, text, detail) for word, text, detail in broad_paces(server)]
    return [*search(broad, typed), *paces(server, typed)]


def wished_pace(typed: str) -> Pace | Kind | None:
    """The pace that somebody means who looks for others; None: any.

    Raises:
        BadPace: they mean none.
    """
    try:
        return read_pace(typed)
    except BadPace:
        return named_pace(typed)


def named_pace(typed: str) -> Pace:
    """The pace that somebody means, by its name or as it is written.

    Raises:
        BadPace: they mean none.
    """
    wanted = typed.strip().casefold()
    return next((pace for name, pace in PRESETS.items() if name.casefold() == wanted), None) or Pace.read(typed)


def _choice(pace: Pace) -> Choice:
    return Choice(pace.clock, pace.clock, pace.counted)
