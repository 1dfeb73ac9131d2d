"""The settings of users and of servers: their values, and the values that can be chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, Generic, TypeVar

from bot.model.active_hours import ALWAYS, ActiveHours
from bot.model.pace import DAY, HOUR, PRESETS, Kind, Pace
from bot.model.pings import DEFAULT_PING_DELAY
from bot.model.reasons.settings import PaceNotOffered, ValueNotOffered
from bot.people.season_plan import CalendarSeasons, SeasonPlan
from render.palette import Theme
from rules.core.options import RuleSet

T = TypeVar("T")


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
    """Whether hands, choices and zoomed boards of the user are drawn for a phone: narrow and tall, with larger type."""
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
    anywhere: bool = False
    """Whether the user can look for opponents on all servers, and is named on leaderboards over all servers."""
    phrases: bool = True
    """Whether the user gets the phrases of players who sit elsewhere."""


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
    motion: bool = True
    """Whether boards show decisive actions in motion."""
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
    common_queue: bool = False
    """Whether members are offered opponents from other servers."""

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


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One setting that a user chooses for themselves, or an admin for a server."""

    field: str
    """The name of the field of `Preferences` or `ServerPreferences`."""
    values: tuple[T, ...] = ()
    """The values that can be chosen; (): any value of the field's type."""
    posted: str = ""
    """Of a channel: the messages that the bot posts there ("the daily puzzle"). It needs its permissions there."""

    def check(self, value: T) -> None:
        """Raise ValueNotOffered unless the value can be chosen."""
        if self.values and value not in self.values:
            raise ValueNotOffered


PING_DELAY: Final[Setting[int | None]] = Setting("ping_delay", (0, DEFAULT_PING_DELAY, 5 * 60, HOUR, None))
"""The seconds before a ping; None: no pings."""
REMINDER_INTERVAL: Final[Setting[int | None]] = Setting("reminder_interval", (4 * HOUR, 12 * HOUR, DAY, None))
"""The seconds of active hours between pings in correspondence games; None: only a warning before the deadline."""
THEME: Final[Setting[Theme]] = Setting("theme", tuple(Theme))
PICTURE_TEXTS: Final[Setting[bool]] = Setting("picture_texts", (False, True))
PHONE_PICTURES: Final[Setting[bool]] = Setting("phone_pictures", (False, True))
HANDS_BY_DM: Final[Setting[bool]] = Setting("hands_by_dm", (False, True))
MOTION: Final[Setting[bool]] = Setting("motion", (False, True))
OPEN_REPLAYS: Final[Setting[bool]] = Setting("open_replays", (False, True))
LISTED: Final[Setting[bool]] = Setting("is_listed", (False, True))
PROFILE: Final[Setting[bool]] = Setting("has_profile", (False, True))
IN_FIGURES: Final[Setting[bool]] = Setting("in_figures", (False, True))
ANYWHERE: Final[Setting[bool]] = Setting("anywhere", (False, True))
PHRASES: Final[Setting[bool]] = Setting("phrases", (False, True))
ACTIVE_HOURS: Final[Setting[ActiveHours]] = Setting("active_hours")

CHANNELS: Final[Setting[tuple[int, ...]]] = Setting("channel_ids")
STARTERS: Final[Setting[int | None]] = Setting("starter_role_id")
THREADS: Final[Setting[Threads]] = Setting("threads", tuple(Threads))
MATCH_LIMIT: Final[Setting[int | None]] = Setting("match_limit", (1, 3, 5, 10, 25, 50, None))
"""The maximum number of matches at once; None: no limit."""
PACES: Final[Setting[frozenset[Kind]]] = Setting(
    "paces", tuple(frozenset(kinds) for count in range(len(Kind)) for kinds in combinations(Kind, count + 1))
)
"""The kinds of pace to choose from: at least one."""
PINGS: Final[Setting[bool]] = Setting("pings", (False, True))
PUZZLE_CHANNEL: Final[Setting[int | None]] = Setting("puzzle_channel_id", posted="the daily puzzle")
SERVER_THEME: Final[Setting[Theme]] = Setting("theme", tuple(Theme))
SERVER_MOTION: Final[Setting[bool]] = Setting("motion", (False, True))
SEASON: Final[Setting[SeasonPlan | None]] = Setting("seasons", (None, *map(CalendarSeasons, (1, 3, 6, 12))))
"""The seasons of the leaderboards; None: there are none. `bot.ratings.seasons` stores seasons with other dates.
"""
SEASON_CHANNEL: Final[Setting[int | None]] = Setting("season_channel_id", posted="the ends of seasons")
RULES: Final[Setting[RuleSet]] = Setting("rules", (RuleSet.HOUSE, RuleSet.WRITTEN))
FIGURES: Final[Setting[bool]] = Setting("figures", (False, True))
DESIGNERS: Final[Setting[int | None]] = Setting("designer_role_id")
REPORT_CHANNEL: Final[Setting[int | None]] = Setting("report_channel_id", posted="the weekly report")
COMMON_QUEUE: Final[Setting[bool]] = Setting("common_queue", (False, True))


def _by_field(*settings: Setting[Any]) -> Mapping[str, Setting[Any]]:
    return {setting.field: setting for setting in settings}


OF_USER: Final = _by_field(
    *(PING_DELAY, REMINDER_INTERVAL, ACTIVE_HOURS),
    *(THEME, PICTURE_TEXTS, PHONE_PICTURES, HANDS_BY_DM, MOTION),
    *(OPEN_REPLAYS, LISTED, PROFILE, IN_FIGURES, ANYWHERE, PHRASES),
)
OF_SERVER: Final = _by_field(
    *(CHANNELS, STARTERS, THREADS, MATCH_LIMIT, PACES, PINGS, PUZZLE_CHANNEL, SERVER_THEME, SERVER_MOTION),
    *(SEASON, SEASON_CHANNEL, RULES, FIGURES, DESIGNERS, REPORT_CHANNEL, COMMON_QUEUE),
)
