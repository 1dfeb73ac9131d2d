"""The form in which an admin writes the first and the last day of a season."""

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from bot.model.seasons import DatedSeasons, read_day
from cogs.widgets.purposes import SEASON_FORM

_DAYS: Final = {"first": "First day (UTC)", "last": "Last day (UTC)"}
_EXAMPLES: Final = {"first": "2026-12-01", "last": "2027-02-28"}


def season_form(first: str, last: str) -> ui.Modal:
    """Return the form, filled in with these days; "" leaves a field empty."""
    form = ui.Modal(title="Dates of a season", custom_id=SEASON_FORM(), timeout=None)
    for name, label in _DAYS.items():
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=name,
            placeholder=_EXAMPLES[name],
            default={"first": first, "last": last}[name] or None,
            max_length=20,
        )
        form.add_item(ui.Label(text=label, component=text))
    return form


def season_dates(texts: Mapping[str, str]) -> DatedSeasons:
    """Return the dates that were written in the form.

    Raises:
        NotUnderstood: one of them is not a date.
    """
    first, last = (read_day(texts.get(name, "")) for name in _DAYS)
    return DatedSeasons(first, last)
