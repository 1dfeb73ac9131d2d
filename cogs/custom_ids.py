"""The ids of buttons and menus: all that a press needs to know, so that a press works after any restart.

An id is a purpose and its arguments, joined by slashes (`act/12/57/play titan-servo attack`). Discord keeps 100
characters of it (Message Components, "Custom ID").
"""

import re
from typing import Final

LIMIT: Final = 100

MATCH: Final = r"(?P<match>[0-9]{1,15})"
WINDOW: Final = r"(?P<window>[0-9]{1,9})"
PAGE: Final = r"(?P<page>[0-9]{1,4})"
WORDS: Final = r"(?P<words>[a-z0-9+., -]*)"
NAME: Final = r"(?P<name>[a-z0-9_]{1,32})"


def template(purpose: str, *arguments: str) -> re.Pattern[str]:
    """What the ids of a purpose look like."""
    return re.compile("/".join((purpose, *arguments)))


def custom_id(purpose: str, *arguments: object) -> str:
    """An id.

    Raises:
        ValueError: it would be longer than Discord keeps.
    """
    text = "/".join((purpose, *map(str, arguments)))
    if len(text) > LIMIT:
        raise ValueError(f"an id may have {LIMIT} characters: {text}")
    return text
