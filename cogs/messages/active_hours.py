"""The form in which somebody names their waking hours."""

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from bot.model.active_hours import ALWAYS, DAYS, Waking
from cogs.widgets.purposes import WAKING_SET

_INPUTS: Final = {
    "zone": ("Your time zone, or nothing if always awake", "Europe/Rome"),
    "hours": ("Your waking hours", "08:00-22:00"),
    "off": ("Your days off, if any", "sat, sun"),
}


def waking_form(waking: Waking) -> ui.Modal:
    """Asks for them; what is chosen stands there already."""
    form = ui.Modal(title="Your waking hours", custom_id=WAKING_SET(), timeout=None)
    zone, hours, *_ = str(waking).split() if waking != ALWAYS else ("", "")
    now = {"zone": zone, "hours": hours, "off": ", ".join(DAYS[day] for day in sorted(waking.off))}
    for name, (label, example) in _INPUTS.items():
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=name, placeholder=example, default=now[name] or None, required=False, max_length=50
        )
        form.add_item(ui.Label(text=label, component=text))
    return form


def waking_text(texts: Mapping[str, str]) -> str:
    """What was written in it, as `Waking.read` reads it."""
    zone, hours, off = ("".join(texts.get(name, "").split()) for name in _INPUTS)
    days = f" off {off}" if off else ""
    return f"{zone} {hours}{days}".strip()
