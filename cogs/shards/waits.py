"""The parts of the bot that wait until Discord takes their calls."""

from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from typing import Final

import discord
import structlog

_PAUSES: Final = (1.0, 2.0, *[8.0] * 8, 15.0, 30.0)
_LONGEST: Final = 60.0

log = structlog.stdlib.get_logger(__name__)


def pauses() -> Iterator[float]:
    """Return the seconds before each new attempt while Discord cannot be reached. They grow slowly at first, because
    most blocks and outages pass in a minute.
    """
    return chain(_PAUSES, repeat(_LONGEST))


def cause_of(error: BaseException) -> str:
    """Return an error without its text: Discord's answer, or the kind of error."""
    if isinstance(error, discord.HTTPException):
        return f"Discord answered {error.status}, code {error.code}"
    return type(error).__name__


class Waits:
    """Knows what the bot waits for at present."""

    def __init__(self) -> None:
        self._causes: dict[str, str] = {}

    @property
    def present(self) -> Mapping[str, str]:
        """The causes of the latest failure of each part that waits, by its name."""
        return self._causes

    def begin(self, part: str, error: BaseException, seconds: float) -> None:
        """Note and log that a part waits some seconds before its next attempt."""
        self._causes[part] = cause_of(error)
        log.warning("Discord cannot be reached; trying again", part=part, cause=self._causes[part], seconds=seconds)

    def end(self, part: str) -> None:
        """Note that a part waits no longer."""
        self._causes.pop(part, None)
