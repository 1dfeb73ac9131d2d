"""Paces by name and as suggestions."""

from bot.model.match_request import read_pace
from bot.model.pace import PRESETS, Kind, Pace
from bot.model.refusals import BadPace
from bot.people.settings import ServerPreferences
from cogs.widgets.choices import Choice, search
from cogs.widgets.paces import ENDS, broad_paces


def paces(server: ServerPreferences, typed: str) -> list[Choice]:
    """Return the paces for a match on a server: the typed text if it is a pace, and the matching named ones."""
    named = [Choice(pace.clock, name, pace.counted) for name, pace in PRESETS.items() if pace.kind in server.paces]
    matching = search(named, typed)
    try:
        typed_pace = named_pace(typed)
        server.check_pace(typed_pace)
    except BadPace:
        return matching
    return matching if any(choice.word == typed_pace.clock for choice in matching) else [_choice(typed_pace), *matching]


def chosen_pace(server: ServerPreferences, typed: str, late: str, *, is_rated: bool = True) -> Pace:
    """Return the pace that the user chose for a match, or the server's default. late: the key of what happens at the
    end, as in `ENDS`. is_rated: whether the match is to be rated.

    Raises:
        BadPace: the text is not a valid pace, or the server does not allow it.
    """
    default = server.rated_pace if is_rated else server.pace
    pace = named_pace(typed) if typed else default
    server.check_pace(pace)
    return pace.ending_in(next(end for end, name in ENDS.items() if name == late))


def wished_paces(server: ServerPreferences, typed: str) -> list[Choice]:
    """Return the choices of pace for matchmaking on a server: any pace, any of one kind, or a particular pace."""
    broad = [Choice(word, text, detail) for word, text, detail in broad_paces(server)]
    return [*search(broad, typed), *paces(server, typed)]


def wished_pace(typed: str) -> Pace | Kind | None:
    """Return the pace for matchmaking; None: any.

    Raises:
        BadPace: the text is no such pace.
    """
    try:
        return read_pace(typed)
    except BadPace:
        return named_pace(typed)


def named_pace(typed: str) -> Pace:
    """Return the pace with this name, or written like this.

    Raises:
        BadPace: no pace has this name or form.
    """
    wanted = typed.strip().casefold()
    return next((pace for name, pace in PRESETS.items() if name.casefold() == wanted), None) or Pace.read(typed)


def _choice(pace: Pace) -> Choice:
    return Choice(pace.clock, pace.clock, pace.counted)
