"""Trees of components ("Component Reference")."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sandbox.wire.file_names import named_by

Component = dict[str, Any]
"""A component as JSON."""

ACTION_ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
SECTION: Final = 9
TEXT_DISPLAY: Final = 10
THUMBNAIL: Final = 11
MEDIA_GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17
LABEL: Final = 18
RADIO_GROUP: Final = 21

V2_ONLY: Final = frozenset({SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
"""Types that are allowed only with the flag IS_COMPONENTS_V2."""

LINK: Final = 5
PREMIUM: Final = 6

Path = tuple[str | int, ...]


def walk(components: Iterable[Component], at: Path = ("components",)) -> Iterator[tuple[Path, Component]]:
    """Yield every component of a tree with its place, parents before children."""
    for index, component in enumerate(components):
        yield from _walk_one(component, (*at, index))


def _walk_one(component: Component, at: Path) -> Iterator[tuple[Path, Component]]:
    yield at, component
    yield from walk(component.get("components") or (), (*at, "components"))
    for key in ("accessory", "component"):
        if component.get(key):
            yield from _walk_one(component[key], (*at, key))


def interactive(components: Iterable[Component]) -> Iterator[Component]:
    """Return the buttons and menus of a message."""
    return (item for _, item in walk(components) if item["type"] == BUTTON or item["type"] in SELECTS)


def media(components: Iterable[Component]) -> Iterator[tuple[Path, Component]]:
    """Yield every unfurled media item of a tree, an object with a `url`."""
    for at, component in walk(components):
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                yield (*at, key), component[key]
        for index, item in enumerate(component.get("items") or ()):
            yield (*at, "items", index, "media"), item["media"]


def as_shown(components: Iterable[Component], files: Mapping[str, Component]) -> list[Component]:
    """Return components as Discord does: each with an id and defaults, and attached files as links.

    files: unfurled media items by filename.
    """
    given = list(components)
    used_ids = {component["id"] for _, component in walk(given) if component.get("id")}
    free_ids = (number for number in range(1, 1 << 30) if number not in used_ids)
    return [_shown(component, files, free_ids) for component in given]


_DEFAULTS: Final[Mapping[int, Component]] = {
    STRING_SELECT: {"min_values": 1, "max_values": 1},
    5: {"min_values": 1, "max_values": 1},
    6: {"min_values": 1, "max_values": 1},
    7: {"min_values": 1, "max_values": 1},
    8: {"min_values": 1, "max_values": 1},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False, "name": None, "size": None},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def _shown(component: Component, files: Mapping[str, Component], free_ids: Iterator[int]) -> Component:
    shown: Component = dict(_DEFAULTS.get(component["type"], {}))
    shown |= {key: value for key, value in component.items() if value is not None}
    shown["id"] = component.get("id") or next(free_ids)
    if "components" in shown:
        shown["components"] = [_shown(child, files, free_ids) for child in shown["components"]]
    for key in ("accessory", "component"):
        if key in shown:
            shown[key] = _shown(shown[key], files, free_ids)
    for key in ("media", "file"):
        if key in shown:
            shown[key] = _unfurled(shown[key], files)
    if "items" in shown:
        shown["items"] = [
            {"description": item.get("description"), "spoiler": bool(item.get("spoiler"))}
            | {"media": _unfurled(item["media"], files)}
            for item in shown["items"]
        ]
    if component["type"] in SELECTS or component["type"] == BUTTON:
        shown.pop("required", None)
    return shown


def _unfurled(item: Component, files: Mapping[str, Component]) -> Component:
    url = str(item["url"])
    return dict(files.get(named_by(url) or "", {"id": "0", "url": url, "proxy_url": url}))
