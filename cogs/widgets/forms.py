"""Forms: a title and lines to fill in. A press is told their texts by name."""

from typing import Any

from discord import TextStyle, ui


def form(title: str, identity: str, *fields: ui.Label[Any]) -> ui.Modal:
    """Return a form with this id, which never expires."""
    shown = ui.Modal(title=title, custom_id=identity, timeout=None)
    for each in fields:
        shown.add_item(each)
    return shown


def text_field(  # noqa: PLR0913 # what Discord offers
    name: str,
    label: str,
    description: str | None = None,
    *,
    most: int,
    value: str = "",
    example: str | None = None,
    is_optional: bool = False,
    is_long: bool = False,
) -> ui.Label[Any]:
    """Return a text to fill in, of at most `most` characters. value: the text that it has at first. example: is shown
    while it is empty. is_optional: the form can be sent without it. is_long: it has several lines.
    """
    text: ui.TextInput[Any] = ui.TextInput(
        custom_id=name,
        style=TextStyle.paragraph if is_long else TextStyle.short,
        default=value or None,
        placeholder=example,
        required=not is_optional,
        max_length=most,
    )
    return ui.Label(text=label, description=description, component=text)
