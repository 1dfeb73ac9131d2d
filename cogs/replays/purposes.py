"""The purposes of the buttons below a replay. `REPLAY` itself stands below results and lists too."""

from typing import Final

from bot.computer.levels import Level
from cogs.widgets.ids import MATCH, Field, Purpose
from cogs.widgets.purposes import MOMENT, VIEWER

REPLAY_GIF: Final = Purpose("replay-gif", MATCH, MOMENT, VIEWER)
REPLAY_PAGE: Final = Purpose("replay-page", MATCH, VIEWER)
MATCH_FILE: Final = Purpose("match-file", MATCH)
FORK: Final = Purpose("fork", MATCH, MOMENT)
FORK_COMPUTER: Final = Purpose("fork-computer", MATCH, MOMENT, Field("level", "|".join(Level), Level))
FORK_SCRIPT: Final = Purpose("fork-script", MATCH, MOMENT)
FORK_FRIEND: Final = Purpose("fork-friend", MATCH, MOMENT)
