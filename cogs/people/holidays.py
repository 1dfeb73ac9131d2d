"""Holidays on the page of `/settings`: the line about them, and the form in which users write their days."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from discord import ui

from bot.model.breaks import HOLIDAYS, Break
from bot.model.days import read_day
from cogs.people.purposes import HOLIDAY_SET
from cogs.widgets.forms import form, text_field

_INPUTS: Final = {"first": "First day (empty: no holiday)", "last": "Last day"}
_EXAMPLES: Final = {"first": "2026-12-24", "last": "2027-01-03"}


class Holiday(NamedTuple):
    """The holiday of a user as their page shows it."""

    planned: Break | None
    """The present or the next holiday; None: they plan none."""
    taken: int
    """The days that they have taken or planned in this year."""
    zone: ZoneInfo
    """Their time zone."""


def holiday_line(holiday: Holiday) -> str:
    """Return the line of the page about holidays."""
    left = max(0, HOLIDAYS - holiday.taken)
    return (
        f"**Holiday**: {_days(holiday)}. Your clocks stand still except in live games, and your opponents are told. "
        f"You have {left} of {HOLIDAYS} days left this year ({holiday.zone.key})."
    )


def holiday_label(holiday: Holiday) -> str:
    """Return the label of the button that opens the form."""
    return f"Holiday: {_days(holiday)}"


def holiday_form(holiday: Holiday) -> ui.Modal:
    """Return the form, filled in with the present or the next holiday."""
    days = _first_and_last(holiday)
    lines = [
        text_field(
            name, label, most=20, value=str(days[name]) if days else "", example=_EXAMPLES[name], is_optional=True
        )
        for name, label in _INPUTS.items()
    ]
    return form("Your holiday", HOLIDAY_SET(), *lines)


def holiday_days(texts: Mapping[str, str]) -> tuple[date, date] | None:
    """Return the days that were written in the form, or None if both fields are empty. An empty last day is the first.

    Raises:
        NotUnderstood: one of them is not a date.
    """
    first, last = (texts.get(name, "").strip() for name in _INPUTS)
    if not first and not last:
        return None
    return read_day(first), read_day(last or first)


def _days(holiday: Holiday) -> str:
    days = _first_and_last(holiday)
    return f"{days['first']} to {days['last']}" if days else "none"


def _first_and_last(holiday: Holiday) -> Mapping[str, date]:
    """Return the first and the last day of the holiday; {} if there is none."""
    if holiday.planned is None:
        return {}
    begins, ends = (datetime.fromtimestamp(moment, holiday.zone) for moment in holiday.planned)
    return {"first": begins.date(), "last": datetime.fromtimestamp(ends.timestamp() - 1, holiday.zone).date()}
