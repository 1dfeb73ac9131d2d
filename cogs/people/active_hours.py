"""The form in which users write their active hours."""

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.model.active_hours import ALWAYS, DAYS, ActiveHours
from cogs.people.purposes import ACTIVE_HOURS_SET
from cogs.widgets.forms import form, text_field

_INPUTS: Final = {
    "zone": ("Your time zone (empty: always active)", "Europe/Rome"),
    "hours": ("Your active hours", "08:00-22:00"),
    "off": ("Your days off (optional)", "sat, sun"),
}


def active_hours_form(waking: ActiveHours) -> ui.Modal:
    """Return the form, filled in with the present hours."""
    zone, hours, *_ = str(waking).split() if waking != ALWAYS else ("", "")
    now = {"zone": zone, "hours": hours, "off": ", ".join(DAYS[day] for day in sorted(waking.off))}
    lines = [
        text_field(name, label, most=50, value=now[name], example=example, is_optional=True)
        for name, (label, example) in _INPUTS.items()
    ]
    return form("Your active hours", ACTIVE_HOURS_SET(), *lines)


def active_hours_text(texts: Mapping[str, str]) -> str:
    """Return the content of the form, as `ActiveHours.read` reads it."""
    zone, hours, off = ("".join(texts.get(name, "").split()) for name in _INPUTS)
    days = f" off {off}" if off else ""
    return f"{zone} {hours}{days}".strip()
