"""The preferences of a user, and those of a server: values, however they are stored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.active_hours import ALWAYS, Waking
from bot.model.pace import DAY, PRESETS, Kind, Pace
from bot.model.reasons.settings import PaceNotOffered
from render.palette import Theme

PATIENCE: Final = 45
"""Seconds before a player is pinged, unless they choose otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The preferences of one user, on all servers."""

    patience: int | None = PATIENCE
    """Seconds without a move before they are pinged; None: never."""
    theme: Theme = Theme.DARK
    """Of pictures that only they see."""
    waking: Waking = ALWAYS
    """When their clock runs in correspondence games. Nobody else may know that."""
    reminders: int | None = DAY
    """Seconds of active hours from one ping to the next in correspondence games; None: never."""
    words: bool = False
    """Whether pictures that only they see come with a text description above them."""
    hands: bool = True
    """Whether their hands come by direct message; if not, only on request."""


class Threads(StrEnum):
    """The places where a server's matches are played."""

    FREE = "free"
    """In the channel or in a thread of its own, as the host chooses."""
    ALWAYS = "always"
    """Each in a thread of its own."""
    NEVER = "never"
    """In the channel where it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPreferences:
    """The preferences of one server."""

    channels: tuple[int, ...] = ()
    """The ids of the channels in which, and in whose threads, matches can be opened; (): all channels."""
    starters: int | None = None
    """The role whose members can open matches; None: everyone."""
    most: int | None = None
    """Limit of lobbies and live matches at once; None: no limit."""
    threads: Threads = Threads.FREE
    calls: bool = True
    """Whether players are pinged in its channels, according to their own preferences."""

    theme: Theme = Theme.DARK
    """Of pictures that everyone sees."""
    paces: frozenset[Kind] = frozenset(Kind)
    """The kinds of pace that matches can have; at least one."""
    puzzles: int | None = None
    """The channel in which the daily puzzle is posted; None: none."""

    @property
    def pace(self) -> Pace:
        """Return the pace of a match for which none is chosen."""
        return next(pace for pace in PRESETS.values() if pace.kind in self.paces)

    def check_pace(self, pace: Pace) -> None:
        """Raise PaceNotOffered if the server does not allow this kind of pace."""
        if pace.kind not in self.paces:
            offered = tuple(preset.clock for preset in PRESETS.values() if preset.kind in self.paces)
            raise PaceNotOffered(clock=pace.clock, offered=offered)
