"""The settings of users and of servers: two tables of fields and their possible values."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Generic, TypeVar

from bot.model.active_hours import ActiveHours
from bot.model.pace import DAY, HOUR, Kind
from bot.model.preferences import DEFAULT_PING_DELAY, Threads
from bot.model.reasons.settings import ValueNotOffered
from bot.model.season_plan import CalendarSeasons, SeasonPlan
from render.palette import Theme
from rules.core.options import RuleSet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One setting that a user chooses for themselves, or an admin for a server."""

    field: str
    """The name of the field of `Preferences` or `ServerPreferences`."""
    values: tuple[T, ...] = ()
    """The values that can be chosen; (): any value of the field's type."""

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
PUZZLE_CHANNEL: Final[Setting[int | None]] = Setting("puzzle_channel_id")
SERVER_THEME: Final[Setting[Theme]] = Setting("theme", tuple(Theme))
SEASON: Final[Setting[SeasonPlan | None]] = Setting("seasons", (None, *map(CalendarSeasons, (1, 3, 6, 12))))
"""The seasons of the leaderboards; None: there are none. `bot.ratings.seasons` stores seasons with other
dates.
"""
SEASON_CHANNEL: Final[Setting[int | None]] = Setting("season_channel_id")
RULES: Final[Setting[RuleSet]] = Setting("rules", (RuleSet.HOUSE, RuleSet.WRITTEN))
FIGURES: Final[Setting[bool]] = Setting("figures", (False, True))
DESIGNERS: Final[Setting[int | None]] = Setting("designer_role_id")
REPORT_CHANNEL: Final[Setting[int | None]] = Setting("report_channel_id")


def _by_field(*settings: Setting[Any]) -> Mapping[str, Setting[Any]]:
    return {setting.field: setting for setting in settings}


OF_USER: Final = _by_field(
    *(PING_DELAY, REMINDER_INTERVAL, ACTIVE_HOURS),
    *(THEME, PICTURE_TEXTS, PHONE_PICTURES, HANDS_BY_DM, MOTION),
    *(OPEN_REPLAYS, LISTED, PROFILE, IN_FIGURES),
)
OF_SERVER: Final = _by_field(
    *(CHANNELS, STARTERS, THREADS, MATCH_LIMIT, PACES, PINGS, PUZZLE_CHANNEL, SERVER_THEME),
    *(SEASON, SEASON_CHANNEL, RULES, FIGURES, DESIGNERS, REPORT_CHANNEL),
)
