"""The form in which users write their active hours."""

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from bot.model.active_hours import ALWAYS, DAYS, ActiveHours
from cogs.people.purposes import ACTIVE_HOURS_SET

_INPUTS: Final = {
    "zone": ("Your time zone (empty: always active)", "Europe/Rome"),
    "hours": ("Your active hours", "08:00-22:00"),
    "off": ("Your days off (optional)", "sat, sun"),
}


def active_hours_form(waking: ActiveHours) -> ui.Modal:
    """Return the form, filled in with the present hours."""
    form = ui.Modal(title="Your active hours", custom_id=ACTIVE_HOURS_SET(), timeout=None)
    zone, hours, *_ = str(waking).split() if waking != ALWAYS else ("", "")
    now = {"zone": zone, "hours": hours, "off": ", ".join(DAYS[day] for day in sorted(waking.off))}
    for name, (label, example) in _INPUTS.items():
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=name, placeholder=example, default=now[name] or None, required=False, max_length=50
        )
        form.add_item(ui.Label(text=label, component=text))
    return form


def active_hours_text(texts: Mapping[str, str]) -> str:
    """Return the content of the form, as `ActiveHours.read` reads it."""
    zone, hours, off = ("".join(texts.get(name, "").split()) for name in _INPUTS)
    days = f" off {off}" if off else ""
    return f"{zone} {hours}{days}".strip()
