"""What people like: how they want to be met. Values; nothing here knows where they are stored."""

from dataclasses import dataclass
from typing import Final

from bot.model.waking import ALWAYS, Waking
from render.palette import Theme

PATIENCE: Final = 45
"""Seconds before somebody who is asked and does not act is called, unless they like it otherwise."""

PATIENCES: Final = (0, PATIENCE, 5 * 60, 60 * 60, None)
"""What can be chosen, in seconds; None: they are never called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Of one person, on all servers."""

    patience: int | None = PATIENCE
    """Seconds before they are called; None: never."""
    theme: Theme = Theme.DARK
    """Of pictures that they alone see."""
    waking: Waking = ALWAYS
    """When their clock runs by correspondence. Nobody else is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPreferences:
    """Of one server."""

    theme: Theme = Theme.DARK
    """Of pictures that everybody sees."""
