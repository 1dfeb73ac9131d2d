"""Make text from users harmless before other users see it."""

import re
from functools import lru_cache
from typing import Final

from bot.model.pasted import is_visible, one_line
from render.lengths import beginning, length

NAME_LIMIT: Final = 32
"""The maximum length of a display name (Discord: Users, "Usernames and nicknames")."""

_KEPT: Final = 2048
"""The number of texts that are kept as they are shown: a ply shows each player's name some twenty times."""

_STACK: Final = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
_MARKUP: Final = re.compile(r"([\\`*_~|<>@#:\[\]()./-])")


@lru_cache(maxsize=_KEPT)
def plain(text: str, limit: int = NAME_LIMIT) -> str:
    """Return one line, at most `limit` long, for places without markup: pictures, labels, alt texts.

    Line breaks, control characters, changes of writing direction and other invisible characters become blanks; stacks
    of combining marks are cut to two. If nothing visible is left, the text is "someone".
    """
    return shortened(_STACK.sub(r"\1", one_line(text)), limit) if is_visible(text) else "someone"


@lru_cache(maxsize=_KEPT)
def escaped(text: str, limit: int = NAME_LIMIT) -> str:
    """Return the text for messages, escaped so that no markdown, mention, link, emoji code or time stamp works.

    `limit` counts what readers see, not the backslashes. A zero-width space follows each @, because a
    backslash does not stop Discord from recognising @everyone.
    """
    return _MARKUP.sub(r"\\\1", plain(text, limit)).replace("@", "@\u200b")


def shortened(text: str, limit: int) -> str:
    """Return the text, or its beginning and an ellipsis: at most `limit` long (`render.lengths`)."""
    return text if length(text) <= limit else beginning(text, limit - 1).rstrip() + "…"


def listed(items: list[str], limit: int = 10) -> str:
    """Return the items in one line. Of more than `limit` items, only the first `limit` are named."""
    if len(items) <= limit:
        return ", ".join(items)
    return f"{', '.join(items[:limit])} and {len(items) - limit} more"


def quoted(text: str, limit: int = 40) -> str:
    """Return the beginning of a user's text in quotation marks, with a dot for each character that could be markup."""
    shown = "".join(c if c.isalnum() or c in " -" else "·" for c in text[:limit])
    return f"“{shown}{'…' if len(text) > limit else ''}”"
