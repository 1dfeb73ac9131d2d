"""The purposes of the buttons and forms between players who sit in different places, and of reports."""

from typing import Final

from bot.model.phrases import Phrase
from cogs.widgets.ids import MATCH, SEAT, Field, Purpose

SAID: Final = Purpose("said", MATCH, Field("phrase", "|".join(Phrase), Phrase))
MUTE: Final = Purpose("mute-seat", MATCH, SEAT)
UNMUTE: Final = Purpose("unmute-seat", MATCH, SEAT)
BLOCK: Final = Purpose("block-seat", MATCH, SEAT)
PHRASES_ON: Final = Purpose("phrases-on", MATCH)
PHRASES_OFF: Final = Purpose("phrases-off", MATCH)
REPORT: Final = Purpose("report", MATCH, SEAT)
REPORT_TOLD: Final = Purpose("report-told", MATCH, SEAT)
REPORT_USER_TOLD: Final = Purpose("report-user-told", Field("user", "[0-9]{1,20}", int))
