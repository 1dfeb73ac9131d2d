"""The purposes of the buttons, menus and forms of ratings and seasons."""

from typing import Final

from bot.ratings.season import Period
from cogs.widgets.ids import NAME, PAGE, Field, Purpose
from rules.core.options import RuleSet

_PERIOD: Final = Field("period", "|".join(Period), Period)
_RATED_BY: Final = Field("rules", "|".join(RuleSet), RuleSet)
LEADERS: Final = Purpose("board", NAME, _RATED_BY, _PERIOD, PAGE)
LEADERS_OF: Final = Purpose("board-of", _RATED_BY, _PERIOD)
LEADERS_BY: Final = Purpose("board-by", NAME, _PERIOD)
LEADERS_IN: Final = Purpose("board-in", NAME, _RATED_BY)

_SEASON: Final = Field("season", "[0-9]{1,6}", int)
_DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
SEASON_NEWS: Final = Purpose("season-news", _SEASON)
"""A button on the announcement of a season's end. It also serves to find that message again."""
SEASON_FORM: Final = Purpose("season-form")
SEASON_DATES: Final = Purpose(
    "season-dates", _SEASON, Field("first", _DAY, str), Field("last", _DAY, str), Field("then", "again|once", str)
)
"""A button that chooses dates. season: the season that was running when the dates were explained; 0: none."""
SEASON_KEEP: Final = Purpose("season-keep")

RATING_PAIR: Final = Purpose("rating-pair")
UNRATE: Final = Purpose(
    "unrate",
    NAME,
    Field("rules", "|".join(RuleSet), RuleSet),
    Field("winner", "[0-9]{1,19}", int),
    Field("loser", "[0-9]{1,19}", int),
)
