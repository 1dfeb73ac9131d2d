"""What people like: how they want to be met. Values; nothing here knows where they are stored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.active_hours import ALWAYS, Waking
from bot.model.pace import DAY, HOUR, PRESETS, Kind, Pace
from bot.model.refusals import BadPace
from render.palette import Theme

PATIENCE: Final = 45
"""Seconds before somebody who is asked and does not act is called, unless they like it otherwise."""

PATIENCES: Final = (0, PATIENCE, 5 * 60, 60 * 60, None)
"""What can be chosen, in seconds; None: they are never called."""

REMINDERS: Final = (4 * HOUR, 12 * HOUR, DAY, None)
"""What can be chosen, in seconds; None: they are never called again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Of one person, on all servers."""

    patience: int | None = PATIENCE
    """Seconds before they are called; None: never."""
    theme: Theme = Theme.DARK
    """Of pictures that they alone see."""
    waking: Waking = ALWAYS
    """When their clock runs by correspondence. Nobody else is told."""
    reminders: int | None = DAY
    """By correspondence: waking seconds before they are called again; None: never."""
    words: bool = False
    """Whether what a picture shows, that they alone see, is written above it."""
    hands: bool = True
    """Whether their hands come by direct message; if not, only when they ask."""


MOSTS: Final = (1, 3, 5, 10, 25, 50, None)
"""How many matches at once can be chosen; None: any number."""


class Threads(StrEnum):
    """Where matches of a server are played."""

    FREE = "free"
    """In the channel, or in a thread of its own, as whoever opens one likes."""
    ALWAYS = "always"
    """Each in a thread of its own."""
    NEVER = "never"
    """In the channel where it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPreferences:
    """Of one server."""

    channels: tuple[int, ...] = ()
    """Where matches may be opened, by ids, and in their threads; (): everywhere."""
    starters: int | None = None
    """The role that may open matches; None: everybody."""
    most: int | None = None
    """Lobbies and live matches at once; None: any number."""
    threads: Threads = Threads.FREE
    calls: bool = True
    """Whether players are called in its channels when they are asked; they like it themselves, too."""

    theme: Theme = Theme.DARK
    """Of pictures that everybody sees."""
    paces: frozenset[Kind] = frozenset(Kind)
    """Which matches may have; at least one."""
    puzzles: int | None = None
    """The channel in which the daily puzzle is posted; None: nowhere."""

    @property
    def pace(self) -> Pace:
        """What a match has for which none is chosen."""
        return next(pace for pace in PRESETS.values() if pace.kind in self.paces)

    def check_pace(self, pace: Pace) -> None:
        """Nothing, if a match may have it.

        Raises:
            BadPace: those who manage the server want none of this kind; says which they want.
        """
        if pace.kind not in self.paces:
            offered = ", ".join(preset.clock for preset in PRESETS.values() if preset.kind in self.paces)
            raise BadPace(f"This server does not play like that: “{pace.clock}”. Choose another pace, like {offered}.")
