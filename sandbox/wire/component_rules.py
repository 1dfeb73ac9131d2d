"""Discord's rules for the components of a message."""

from collections.abc import Iterator
from typing import Final

from sandbox.wire.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    LINK,
    MEDIA_GALLERY,
    PREMIUM,
    SECTION,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    V2_ONLY,
    Component,
    Path,
    walk,
)
from sandbox.wire.forms import MessageForm
from sandbox.wire.message_rules import MESSAGES
from sandbox.wire.rules import Findings, length, outside, repeated, too_long

_IN_CONTAINERS: Final = frozenset({1, 9, 10, 12, 13, 14})


@MESSAGES.rule("number of rows", "Component Reference, Action Row; Using Message Components, legacy")
def _rows(form: MessageForm) -> Findings:
    if not form.v2:
        yield from outside(form.components, 0, 5, ("components",))


@MESSAGES.rule("top level", "Component Reference, Legacy Message Component Behavior")
def _top_level(form: MessageForm) -> Findings:
    for index, component in enumerate(form.components):
        if not form.v2 and component["type"] in V2_ONLY:
            yield ("components", index, "type"), "Needs the flag IS_COMPONENTS_V2."
        elif component["type"] not in _IN_CONTAINERS | {CONTAINER}:
            yield ("components", index, "type"), "Is not allowed at the top level."


@MESSAGES.rule("number of components", "Component Reference, Component Object: 40 in total")
def _total(form: MessageForm) -> Findings:
    if sum(1 for _ in walk(form.components)) > 40:
        yield ("components",), "Must be 40 or fewer in total."


@MESSAGES.rule("v2 with older parts", "Component Reference: IS_COMPONENTS_V2 disables content, embeds, poll, stickers")
def _combined(form: MessageForm) -> Findings:
    if form.v2:
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if form.body.get(name):
                yield (name,), "Cannot be combined with the flag IS_COMPONENTS_V2."


@MESSAGES.rule("v2 removed", "Component Reference: once set, IS_COMPONENTS_V2 cannot be removed")
def _removed(form: MessageForm) -> Findings:
    if form.before is not None and form.before.flags & 1 << 15 and not form.v2:
        yield ("flags",), "The flag IS_COMPONENTS_V2 cannot be removed."


@MESSAGES.rule("v2 on a full message", "Component Reference: converting a message needs its older parts set to null")
def _on_full(form: MessageForm) -> Findings:
    if form.before is None or not form.v2 or form.before.flags & 1 << 15:
        return
    for name in ("content", "embeds"):
        if getattr(form.before, name) and name not in form.body:
            yield (name,), "Must be emptied when the message becomes one of components v2."


@MESSAGES.rule("number of texts in v2", "Component Reference, Text Display: 4000 characters in a message")
def _texts(form: MessageForm) -> Findings:
    texts = [item.get("content") or "" for _, item in walk(form.components) if item["type"] == TEXT_DISPLAY]
    if sum(map(length, texts)) > 4000:
        yield ("components",), "The text of all components must be 4000 or fewer in length."


@MESSAGES.rule("row contents", "Component Reference, Action Row: 5 buttons or 1 select")
def _row(form: MessageForm) -> Findings:
    for at, row in walk(form.components):
        if row["type"] != ACTION_ROW:
            continue
        types = [child["type"] for child in row.get("components") or ()]
        selects = [kind for kind in types if kind in SELECTS]
        if not 1 <= len(types) <= 5 or (selects and len(types) > 1) or set(types) - SELECTS - {BUTTON}:
            yield (*at, "components"), "A row must have one to five buttons, or one select."


@MESSAGES.rule("section contents", "Component Reference, Section: 1 to 3 texts and an accessory")
def _section(form: MessageForm) -> Findings:
    for at, section in walk(form.components):
        if section["type"] == SECTION:
            yield from outside(section.get("components") or [], 1, 3, (*at, "components"))
            if not section.get("accessory"):
                yield (*at, "accessory"), "This field is required"


@MESSAGES.rule("container contents", "Component Reference, Container: child components")
def _container(form: MessageForm) -> Findings:
    for at, container in walk(form.components):
        for index, child in enumerate(container.get("components") or () if container["type"] == CONTAINER else ()):
            if child["type"] not in _IN_CONTAINERS:
                yield (*at, "components", index, "type"), "Is not allowed in a container."


@MESSAGES.rule("gallery contents", "Component Reference, Media Gallery: 1 to 10 items")
def _gallery(form: MessageForm) -> Findings:
    for at, gallery in walk(form.components):
        if gallery["type"] == MEDIA_GALLERY:
            yield from outside(gallery.get("items") or [], 1, 10, (*at, "items"))


@MESSAGES.rule("media description", "Component Reference, Media Gallery and Thumbnail: description")
def _media_description(form: MessageForm) -> Findings:
    for at, component in walk(form.components):
        for place, item in (((), component), *((("items", n), i) for n, i in enumerate(component.get("items") or ()))):
            yield from outside(item.get("description"), 1, 1024, (*at, *place, "description"))


@MESSAGES.rule("custom id length", "Component Reference, Custom ID")
def _custom_id(form: MessageForm) -> Findings:
    for at, item in _interactive(form):
        yield from outside(item.get("custom_id"), 1, 100, (*at, "custom_id"))


@MESSAGES.rule("custom id twice", "Component Reference, Custom ID: unique in a message")
def _same_custom_id(form: MessageForm) -> Findings:
    items = _interactive(form)
    return repeated(((*at, "custom_id"), item["custom_id"]) for at, item in items if item.get("custom_id"))


@MESSAGES.rule("id twice", "Component Reference, Anatomy of a Component: id")
def _same_id(form: MessageForm) -> Findings:
    return repeated(((*at, "id"), item["id"]) for at, item in walk(form.components) if item.get("id"))


@MESSAGES.rule("button label", "Component Reference, Button: label")
def _label(form: MessageForm) -> Findings:
    for at, button in _of_type(form, BUTTON):
        yield from too_long(button.get("label"), 80, (*at, "label"))


@MESSAGES.rule("button without label or emoji", "Component Reference, Button: label or emoji")
def _label_or_emoji(form: MessageForm) -> Findings:
    for at, button in _of_type(form, BUTTON):
        if not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
            yield at, "A button needs a label or an emoji."


@MESSAGES.rule("unknown emoji", "Component Reference, Button and String Select Option: emoji, one that the bot may use")
def _emoji(form: MessageForm) -> Findings:
    buttons, options = _of_type(form, BUTTON), _select_options(form)
    for at, item in (*buttons, *options):
        number = (item.get("emoji") or {}).get("id")
        if number is not None and int(number) not in form.emojis:
            yield (*at, "emoji", "id"), "Invalid emoji"


@MESSAGES.rule("link or custom id", "Component Reference, Button: link buttons have a url, others a custom_id")
def _link(form: MessageForm) -> Findings:
    for at, button in _of_type(form, BUTTON):
        linked, named = bool(button.get("url")), bool(button.get("custom_id"))
        if (button.get("style") == LINK) != linked or (button.get("style") not in {LINK, PREMIUM}) != named:
            yield at, "A link button needs a url, any other button a custom id."


@MESSAGES.rule("number of select options", "Component Reference, String Select: options")
def _options(form: MessageForm) -> Findings:
    for at, select in _of_type(form, STRING_SELECT):
        yield from outside(select.get("options") or [], 1, 25, (*at, "options"))


@MESSAGES.rule("select option", "Component Reference, String Select Option: 100 characters")
def _option(form: MessageForm) -> Findings:
    for at, option in _select_options(form):
        yield from outside(option.get("label"), 1, 100, (*at, "label"))
        yield from outside(option.get("value"), 1, 100, (*at, "value"))
        yield from too_long(option.get("description"), 100, (*at, "description"))


@MESSAGES.rule("select value twice", "Component Reference, String Select Option: value")
def _same_value(form: MessageForm) -> Findings:
    for at, select in _of_type(form, STRING_SELECT):
        options = enumerate(select.get("options") or ())
        yield from repeated(((*at, "options", index, "value"), option.get("value")) for index, option in options)


@MESSAGES.rule("select placeholder", "Component Reference, String Select: placeholder")
def _placeholder(form: MessageForm) -> Findings:
    for at, item in _interactive(form):
        yield from too_long(item.get("placeholder"), 150, (*at, "placeholder"))


@MESSAGES.rule("number of select values", "Component Reference, String Select: min_values and max_values")
def _values(form: MessageForm) -> Findings:
    for at, item in _interactive(form):
        if item["type"] == BUTTON:
            continue
        fewest, most = item.get("min_values", 1), item.get("max_values", 1)
        options = len(item.get("options") or ()) if item["type"] == STRING_SELECT else 25
        if not 0 <= fewest <= 25 or not 1 <= most <= 25 or fewest > most or most > max(options, 1):
            yield (*at, "max_values"), "The menu cannot offer these numbers of values."


@MESSAGES.rule("number of defaults", "Component Reference, String Select Option: default")
def _defaults(form: MessageForm) -> Findings:
    for at, select in _of_type(form, STRING_SELECT):
        if sum(bool(option.get("default")) for option in select.get("options") or ()) > select.get("max_values", 1):
            yield (*at, "options"), "More options are selected by default than the menu allows."


def _interactive(form: MessageForm) -> Iterator[tuple[Path, Component]]:
    return ((at, item) for at, item in walk(form.components) if item["type"] == BUTTON or item["type"] in SELECTS)


def _of_type(form: MessageForm, kind: int) -> Iterator[tuple[Path, Component]]:
    return ((at, item) for at, item in walk(form.components) if item["type"] == kind)


def _select_options(form: MessageForm) -> Iterator[tuple[Path, Component]]:
    for at, select in _of_type(form, STRING_SELECT):
        for index, option in enumerate(select.get("options") or ()):
            yield (*at, "options", index), option
