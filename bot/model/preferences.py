"""The preferences of users and servers, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.active_hours import ALWAYS, ActiveHours
from bot.model.pace import DAY, PRESETS, Kind, Pace
from bot.model.reasons.settings import PaceNotOffered
from bot.model.season_plan import SeasonPlan
from render.palette import Theme
from rules.core.options import RuleSet

DEFAULT_PING_DELAY: Final = 45
"""The default number of seconds before a player is pinged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The preferences of one user, on all servers."""

    ping_delay: int | None = DEFAULT_PING_DELAY
    """The seconds without a move before the user is pinged; None: never."""
    theme: Theme = Theme.DARK
    """The theme of pictures that only the user sees."""
    active_hours: ActiveHours = ALWAYS
    """The hours at which the user's clock runs in correspondence games. They are private to the user."""
    reminder_interval: int | None = DAY
    """The seconds of active hours between pings in correspondence games; None: only a warning before the deadline."""
    picture_texts: bool = False
    """Whether pictures that only the user sees come with a text description above them."""
    phone_pictures: bool = False
    """Whether the user's hands and choices are drawn for a phone: narrow and tall, with larger type."""
    hands_by_dm: bool = True
    """Whether the user's hands come by direct message; if not, only on request."""
    motion: bool = True
    """Whether moving pictures move for the user; if not, they get still ones."""
    open_replays: bool = True
    """Whether everyone who sees the board may replay the user's matches, with all hands, once they are over."""
    is_listed: bool = True
    """Whether leaderboards show the user."""
    has_profile: bool = True
    """Whether others see the user's profile."""
    in_figures: bool = True
    """Whether figures count the matches that the user plays, and what they ask and are refused."""


class Threads(StrEnum):
    """The place of a server's matches."""

    FREE = "free"
    """Matches are played in the channel or in their own thread, as the host chooses."""
    ALWAYS = "always"
    """Each match is played in its own thread."""
    NEVER = "never"
    """Each match is played in the channel in which it was opened."""


RATED: Final = Pace.read("72h")
"""The pace of a rated match whose host names none, so that nobody stalls it. A match has no clock if its host asks for
that in the lobby, which everyone sees before joining.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPreferences:
    """The preferences of one server."""

    channel_ids: tuple[int, ...] = ()
    """The ids of the channels in which matches can be opened, threads included; (): all channels."""
    starter_role_id: int | None = None
    """The role whose members can open matches; None: everyone."""
    match_limit: int | None = None
    """The maximum number of lobbies and live matches at once; None: no limit."""
    threads: Threads = Threads.FREE
    pings: bool = True
    """Whether players are pinged in the server's channels, as their own preferences allow."""

    theme: Theme = Theme.DARK
    """The theme of pictures that everyone sees."""
    paces: frozenset[Kind] = frozenset(Kind)
    """The kinds of pace that matches can have; at least one."""
    puzzle_channel_id: int | None = None
    """The channel in which the daily puzzle is posted; None: it is not posted."""
    seasons: SeasonPlan | None = None
    """The seasons of the leaderboards; None: there are none."""
    season_channel_id: int | None = None
    """The channel in which the end of a season is announced; None: the one in which the bot last played."""

    rules: RuleSet = RuleSet.HOUSE
    """The rules of a match between people whose host chooses none."""
    figures: bool = True
    """Whether figures count what people do on the server."""
    designer_role_id: int | None = None
    """The role whose members see the server's figures, besides those who manage it; None: nobody else."""
    report_channel_id: int | None = None
    """The channel in which the weekly report for designers is posted; None: it is not posted."""

    @property
    def pace(self) -> Pace:
        """Return the pace of an unrated match whose host chooses none."""
        return next(pace for pace in PRESETS.values() if pace.kind in self.paces)

    @property
    def rated_pace(self) -> Pace:
        """Return the default pace of rated matches: `RATED`, if the server allows it."""
        return RATED if RATED.kind in self.paces else self.pace

    def check_pace(self, pace: Pace) -> None:
        """Raise PaceNotOffered unless the server allows this kind of pace."""
        if pace.kind not in self.paces:
            offered = tuple(preset.clock for preset in PRESETS.values() if preset.kind in self.paces)
            raise PaceNotOffered(clock=pace.clock, offered=offered)
